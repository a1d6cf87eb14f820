import { hash, verify, type webcrypto, X509Certificate } from 'node:crypto';
import type { Signer, TimestampAuthority } from '@libpdf/core';
import { type Clock, DAY_MS } from '../crm/clock.ts';
import { type EvidenceKeys, proofText, type SealSettings, type Verdict } from '../site/signing-keys.ts';
import { PDF_TEXTS } from './pdf-texts.ts';

/** Time limit of the timestamp service: an order never waits longer for it. */
const TIMESTAMP_WAIT_MS = 5_000;
const FIELD = 'Zegel';
/**
 * The key of the mark in the dictionary of the signature field. It is a second-class name, the kind that PDF reserves
 * for single products (ISO 32000-1, annex E).
 */
const MARK_NAME = 'GAIKAN_Mark';
const MARK_COMMENT = `\n%${MARK_NAME} `;
const COMMENTED = new RegExp(`${MARK_COMMENT}([0-9a-f]+)\\.([0-9a-f]+)\\n$`);
/** More than the comment with the mark takes. */
const LONGEST_COMMENT = 200;

/**
 * Seals PDFs: a PAdES signature of the seller over the whole file, which reveals any changed byte (ETSI EN 319 142-1).
 * A timestamp service proves the time too; if it does not answer, the seal has no timestamp.
 */
export class Sealer {
  readonly #settings: SealSettings | null;
  readonly #clock: Clock;
  readonly #timestampWaitMs: number;
  #signer: Promise<Signer> | undefined;

  constructor(settings: SealSettings | null, clock: Clock, timestampWaitMs = TIMESTAMP_WAIT_MS) {
    this.#settings = settings;
    this.#clock = clock;
    this.#timestampWaitMs = timestampWaitMs;
  }

  /**
   * The same PDF with its seal. If there is no certificate, the mark is a comment behind the PDF.
   *
   * @param markFor makes the mark that identifies the certificate or the bytes as the portal's own
   */
  async seal(pdf: Buffer, markFor: (what: Marked) => string = () => ''): Promise<Buffer> {
    const settings = this.#settings;
    if (!settings) return Buffer.concat([pdf, Buffer.from(`${MARK_COMMENT}${markFor({ document: pdf })}\n`)]);
    this.#signer ??= openSigner(settings, this.#clock);
    const signer = await this.#signer.catch((error: unknown) => {
      this.#signer = undefined;
      throw error;
    });
    const { timestampUrl } = settings;
    const mark = markFor({ certificate: signer.certificate });
    if (timestampUrl === null) return this.#sign(pdf, signer, mark, null);
    return this.#sign(pdf, signer, mark, timestampUrl).catch(() => this.#sign(pdf, signer, mark, null));
  }

  async #sign(pdf: Buffer, signer: Signer, mark: string, timestampUrl: string | null): Promise<Buffer> {
    const { HttpTimestampAuthority, PDF, PdfString } = await import('@libpdf/core');
    const file = await PDF.load(new Uint8Array(pdf));
    const field = file.getOrCreateForm().createSignatureField(FIELD).getDict();
    // PDF/UA-1, 7.18.1: every field needs an alternate name for screen readers, even this one, which is on no page.
    field.set('TU', PdfString.fromString(PDF_TEXTS.sealField));
    if (mark !== '') field.set(MARK_NAME, PdfString.fromString(mark));
    const { bytes } = await file.sign({
      signer,
      signingTime: new Date(this.#clock.now()),
      fieldName: FIELD,
      reason: PDF_TEXTS.sealReason,
      ...(timestampUrl === null
        ? { level: 'B-B' as const }
        : {
            level: 'B-T' as const,
            timestampAuthority: checked(new HttpTimestampAuthority(timestampUrl, { timeout: this.#timestampWaitMs })),
          }),
    });
    return Buffer.from(bytes);
  }
}

/** The library accepts any token. A token about other data, for example from a cache, would invalidate the seal. */
function checked(authority: TimestampAuthority): TimestampAuthority {
  return {
    async timestamp(digest, algorithm) {
      const token = await authority.timestamp(digest, algorithm);
      const { ContentInfo, SignedData, TSTInfo } = await import('pkijs');
      const { encapContentInfo } = new SignedData({ schema: ContentInfo.fromBER(token).content });
      const stamped = encapContentInfo.eContent && TSTInfo.fromBER(encapContentInfo.eContent.getValue());
      const imprint = stamped?.messageImprint.hashedMessage.valueBlock.valueHexView ?? [];
      if (!Buffer.from(imprint).equals(digest)) throw new Error('the time stamp is of something else');
      return token;
    },
  };
}

/** Loads the library at the first seal, because an idle portal does not need to spend the memory. */
async function openSigner({ certificate, owner }: SealSettings, clock: Clock): Promise<Signer> {
  const { CryptoKeySigner, P12Signer } = await import('@libpdf/core');
  if (certificate) return P12Signer.create(certificate.bytes, certificate.password);
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const keys = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const own = await selfMadeCertificate(keys, owner, clock.now());
  return new CryptoKeySigner(keys.privateKey, own, 'RSA', 'RSASSA-PKCS1-v1_5');
}

const SOON_MS = 30 * DAY_MS;

/** The present or coming fault of the certificate in the file; null if there is no fault, or no file. */
export async function certificateTrouble({ certificate }: SealSettings, now: number): Promise<string | null> {
  if (!certificate) return null;
  const { P12Signer } = await import('@libpdf/core');
  const signer = await P12Signer.create(certificate.bytes, certificate.password).catch(() => null);
  if (!signer) return 'holds no certificate with its key that can be read';
  const { validFromDate, validToDate } = new X509Certificate(signer.certificate);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  if (now < validFromDate.getTime()) return `is valid only from ${day(validFromDate)}`;
  if (now > validToDate.getTime()) return `expired on ${day(validToDate)}`;
  return now > validToDate.getTime() - SOON_MS ? `expires on ${day(validToDate)}` : null;
}

const COMMON_NAME = '2.5.4.3';

/** A self-signed certificate that only names its owner. */
async function selfMadeCertificate(keys: webcrypto.CryptoKeyPair, owner: string, now: number): Promise<Uint8Array> {
  const [{ AttributeTypeAndValue, Certificate }, { Integer, Utf8String }] = await Promise.all([
    import('pkijs'),
    import('asn1js'),
  ]);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 1 });
  for (const name of [certificate.issuer, certificate.subject]) {
    const value = new Utf8String({ value: owner });
    name.typesAndValues.push(new AttributeTypeAndValue({ type: COMMON_NAME, value }));
  }
  certificate.notBefore.value = new Date(now - DAY_MS);
  certificate.notAfter.value = new Date(now + 3650 * DAY_MS);
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, 'SHA-256');
  return new Uint8Array(certificate.toSchema(true).toBER(false));
}

/** Identifies the order of a document. */
export interface OrderName {
  dealId: string;
  kenmerk: string;
  /** The same offer may be signed again, with another name or payment. */
  signedAt: string;
}

/** What a mark proves to be the portal's: the certificate of the seal, or the bytes of a document without a seal. */
type Marked = { certificate: Uint8Array } | { document: Uint8Array };

/**
 * The mark in a document. The mark proves that the certificate or the document is the portal's own, and that the
 * document belongs to this order. So the portal recognises an old document after the certificate was installed or
 * replaced, and rejects documents of others (decision J3).
 */
export function sealMark(keys: EvidenceKeys, order: OrderName, what: Marked): string {
  return proofText(keys.prove('document', markedFacts(order, what)));
}

/**
 * The facts are named one by one, because every later version must recognise old documents, even if `OrderName` gets
 * other fields.
 */
function markedFacts({ dealId, kenmerk, signedAt }: OrderName, what: Marked) {
  const digest =
    'certificate' in what
      ? { certificate: hash('sha256', what.certificate) }
      : { document: hash('sha256', what.document) };
  return { schema: 1, dealId, kenmerk, signedAt, ...digest };
}

/**
 * Whether these bytes are this order's document as the portal made it: `proven` only if nothing was added after the
 * seal or the mark.
 */
export async function checkSeal(pdf: Buffer, order: OrderName, keys: EvidenceKeys): Promise<Verdict> {
  const [comment, commentKey = '', commentMac = ''] =
    COMMENTED.exec(pdf.subarray(-LONGEST_COMMENT).toString('latin1')) ?? [];
  if (comment !== undefined) {
    const document = pdf.subarray(0, pdf.length - comment.length);
    return keys.verify('document', markedFacts(order, { document }), { key: commentKey, mac: commentMac });
  }
  const sealed = partsOf(pdf);
  const certificate = sealed && (await signerOf(sealed.cms, sealed.content).catch(() => null));
  if (!sealed || !certificate) return 'foreign';
  const marks = sealed.content
    .toString('latin1')
    .matchAll(new RegExp(`/${MARK_NAME} ?\\(([0-9a-f]+)\\.([0-9a-f]+)\\)`, 'g'));
  const facts = markedFacts(order, { certificate });
  const verdicts = [...marks].map(([, key = '', mac = '']) => keys.verify('document', facts, { key, mac }));
  if (verdicts.includes('proven')) return 'proven';
  return verdicts.includes('unknownKey') ? 'unknownKey' : 'foreign';
}

/** The signed content and the signature; null if the signature does not cover every other byte. */
function partsOf(pdf: Buffer): { content: Buffer; cms: Buffer } | null {
  const ranges = [...pdf.toString('latin1').matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)];
  const [start, length, next, rest] = (ranges.at(-1) ?? []).slice(1).map(Number);
  if (start !== 0 || length === undefined || next === undefined || rest === undefined) return null;
  if (length >= next || next + rest !== pdf.length) return null;
  const [, hex] = /^<([0-9a-fA-F]+)>$/.exec(pdf.toString('latin1', length, next)) ?? [];
  if (hex === undefined) return null;
  return { content: Buffer.concat([pdf.subarray(0, length), pdf.subarray(next)]), cms: Buffer.from(hex, 'hex') };
}

/** Hashes by their object identifier. */
const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';

/** The certificate whose key made this signature over these bytes (RFC 5652, section 5.4); null if there is none. */
async function signerOf(cms: Buffer, content: Buffer): Promise<Uint8Array | null> {
  const [{ Certificate, ContentInfo, SignedData }, { fromBER }] = await Promise.all([
    import('pkijs'),
    import('asn1js'),
  ]);
  const { result } = fromBER(new Uint8Array(cms));
  const signed = new SignedData({ schema: new ContentInfo({ schema: result }).content });
  const [signer] = signed.signerInfos;
  const algorithm = HASHES[signer?.digestAlgorithm.algorithmId ?? ''];
  if (!signer?.signedAttrs || algorithm === undefined) return null;
  const digest = signer.signedAttrs.attributes.find(({ type }) => type === MESSAGE_DIGEST)?.values[0];
  if (!hash(algorithm, content, 'buffer').equals(digest.valueBlock.valueHexView)) return null;
  const attributes = Buffer.from(signer.signedAttrs.encodedValue);
  const signature = signer.signature.valueBlock.valueHexView;
  const certificates = (signed.certificates ?? []).filter((each) => each instanceof Certificate);
  const made = certificates
    .map((each) => new X509Certificate(Buffer.from(each.toSchema().toBER())))
    .find(({ publicKey }) => verify(algorithm, attributes, publicKey, signature));
  return made?.raw ?? null;
}
