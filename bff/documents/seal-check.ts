import { hash, verify, X509Certificate } from 'node:crypto';
import type { OrderName } from '../agreement/order-document.ts';
import type { EvidenceKeys, Verdict } from '../site/evidence-keys.ts';
import { MARK_NAME } from './seal.ts';

/**
 * Says in a sealed document that its certificate was the portal's own, and of which order it is. So a document of years ago
 * is still known when its certificate has been replaced, and nobody's else is (decision J3).
 */
export function sealMark(keys: EvidenceKeys, order: OrderName, certificate: Uint8Array): string {
  const { key, mac } = keys.prove('document', markedFacts(order, certificate));
  return `${key}.${mac}`;
}

/** Named one by one: a document of years ago must be known by every later version, whatever an order's name holds then. */
function markedFacts({ dealId, kenmerk, signedAt }: OrderName, certificate: Uint8Array) {
  return { schema: 1, dealId, kenmerk, signedAt, certificate: hash('sha256', certificate) };
}

/** Whether these bytes are the document of this order as the portal sealed it: `proven` only with nothing added since. */
export async function checkSeal(pdf: Buffer, order: OrderName, keys: EvidenceKeys): Promise<Verdict> {
  const sealed = partsOf(pdf);
  const certificate = sealed && (await signerOf(sealed.cms, sealed.content).catch(() => null));
  if (!sealed || !certificate) return 'foreign';
  const marks = sealed.content
    .toString('latin1')
    .matchAll(new RegExp(`/${MARK_NAME} ?\\(([0-9a-f]+)\\.([0-9a-f]+)\\)`, 'g'));
  const facts = markedFacts(order, certificate);
  const verdicts = [...marks].map(([, key = '', mac = '']) => keys.verify('document', facts, { key, mac }));
  if (verdicts.includes('proven')) return 'proven';
  return verdicts.includes('unknownKey') ? 'unknownKey' : 'foreign';
}

/** What a signature covers, and the signature; null where it does not cover every byte but its own. */
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

/** The certificate whose key made this signature over these bytes (RFC 5652, section 5.4); null where none did. */
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
