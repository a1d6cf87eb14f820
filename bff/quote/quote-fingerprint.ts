import { hash } from 'node:crypto';
import type { PortalFile } from '../site/portal-file.ts';
import type { Conditions, Deal } from '../view-models/deal.ts';
import type { BareCalc, Calc, LegacyProduct, QuoteRow } from '../view-models/quote.ts';

/** All fields of a deal that its quote shows, and that a signature is bound to. */
export type ShownQuote = Pick<
  Deal,
  | 'id'
  | 'gaikan_deal_version'
  | 'products'
  | 'gaikan_self_installation'
  | 'survey1_no_calc'
  | 'gaikan_discount'
  | 'gaikan_discount_reason'
  | 'survey1_pending_subsidy'
  | 'customer'
  | 'financing'
> & { survey1_calc: BareCalc | null };

/** The conditions of a quote, as its fingerprint contains them. Older signatures have no digest of the conditions. */
export interface NamedConditions {
  termsVersion: string;
  conditionsDigest?: string | undefined;
}

/**
 * SHA-256 in hex over the canonical JSON of everything a quote shows (decision F1): no spaces, keys in alphabetical
 * order. The code writes the keys in that order, because sorting them would take longer than everything else.
 */
export function quoteFingerprint(shown: ShownQuote, contactId: string, conditions: NamedConditions): string {
  const calc = shown.survey1_calc;
  const { Full_Name, Mailing_City, Mailing_Country, Mailing_Street, Mailing_Zip } = shown.customer;
  const canonical = {
    battery: sizeOf(calc?.quote.battery),
    conditionsDigest: conditions.conditionsDigest,
    contactId,
    customer: { Full_Name, Mailing_City, Mailing_Country, Mailing_Street, Mailing_Zip },
    dealId: shown.id,
    discount: shown.gaikan_discount,
    discountReason: shown.gaikan_discount_reason,
    inverter: sizeOf(calc?.quote.inverter),
    manual: shown.survey1_no_calc,
    // "Uw keuze:" above the rows.
    module: calc?.module ? { kwh: calc.module.kwh, num_modules: calc.module.num_modules } : null,
    ...(shown.financing && { monthlyEuros: shown.financing.monthlyEuros }),
    products: calc && shown.products.map(productOf),
    rows: calc?.output.products.map(rowOf) ?? null,
    schema: 1,
    selfInstallation: shown.gaikan_self_installation === '1',
    subsidyPending: shown.survey1_pending_subsidy,
    termsVersion: conditions.termsVersion,
    totals: calc && totalsOf(calc.priceCalc),
    version: shown.gaikan_deal_version,
  };
  return hash('sha256', JSON.stringify(canonical));
}

/** The fingerprint in a form people can compare: `7F3A-91C2`. */
export function kenmerkOf(fingerprint: string): string {
  return `${fingerprint.slice(0, 4)}-${fingerprint.slice(4, 8)}`.toUpperCase();
}

type Size = Calc['quote']['battery'];

const sizeOf = (held: Size | undefined): Size => (held ? { size: held.size } : null);

function productOf({ Product_Name, Unit_Price, id }: LegacyProduct): LegacyProduct {
  return { Product_Name, Unit_Price, id };
}

function rowOf({ amount, id, name, pricePer, priceTotal, type }: QuoteRow): QuoteRow {
  return { amount, id, name, pricePer, priceTotal, type };
}

function totalsOf({ finalInclVat, productUnitPriceSum, vat }: Calc['priceCalc']): Calc['priceCalc'] {
  return { finalInclVat, productUnitPriceSum, vat };
}

/** Names the conditions: version of the terms, and SHA-256 of all their texts, which may change without a version. */
export function nameConditions({ terms, payments, loan, guarantee }: Conditions): Required<NamedConditions> {
  const texts = [
    terms.paragraphs.map(({ title, text }) => [title, text]),
    payments.map(({ when, euros }) => [when, euros]),
    loan && [loan.licenceHolder, loan.wording, loan.warning, loan.example],
    [guarantee.text, guarantee.notice, guarantee.label],
  ];
  return { termsVersion: terms.version, conditionsDigest: hash('sha256', JSON.stringify(texts)) };
}

/**
 * SHA-256 of the text of the terms. Because of it, no order is printed with a text that was changed under the same
 * version.
 */
export function termsDigest({ paragraphs }: PortalFile['terms']): string {
  return hash('sha256', JSON.stringify(paragraphs.map(({ title, text }) => [title, text])));
}

/** The guarantees as conditions of a quote. Their images are too large for it, so their digests stand for them. */
export function guaranteeOf({
  legalGuarantee,
  guaranteeNotice,
  guaranteeLabel,
}: Pick<PortalFile, 'legalGuarantee' | 'guaranteeNotice' | 'guaranteeLabel'>): Conditions['guarantee'] {
  return { text: legalGuarantee ?? null, notice: imageDigest(guaranteeNotice), label: imageDigest(guaranteeLabel) };
}

type Image = NonNullable<PortalFile['guaranteeNotice']>;
/** Every presentation of a quote needs the digests, and the images of a portal file never change. */
const imageDigests = new WeakMap<Image, string>();

function imageDigest(shown: Image | undefined): string | null {
  if (!shown) return null;
  const digest = imageDigests.get(shown) ?? hash('sha256', JSON.stringify([shown.image, shown.text]));
  imageDigests.set(shown, digest);
  return digest;
}
