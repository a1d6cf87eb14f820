import type { MailMessage } from '../../crm-contract/endpoints/mail.ts';
import { euros, totalFact, writtenMoment } from '../crm/texts/moments-and-euros.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { MOST_MODULES } from '../view-models/choices.ts';
import { modulesOf, type Offer } from '../view-models/offer.ts';
import type { PresentedQuote } from '../view-models/quote.ts';
import { asHtml, type MailButton, type Written, type WrittenFact } from './html-mail.ts';

/** The sender of a mail. */
export type MailSender = Pick<PortalFile, 'brand' | 'seller'> & { mailFrom: NonNullable<PortalFile['mailFrom']> };

/** "Offertekenmerk", "6E1A-E33B"; a value may have several lines. */
export type Fact = readonly [label: string, value: string | readonly string[], more?: More];

interface More {
  /** One hexagon for each, under the value. */
  modules?: number;
  /** The text that the law requires beside the value: in bold, as the last line. */
  warning?: string;
  /** A number after the value, which the reader can press to call it. */
  phone?: string;
}

/** A mail to a customer contains the news, the facts, the next steps, and one button. */
export interface MailParts {
  /** Begins with "Uw …" in every mail. */
  subject: `Uw ${string}`;
  /** The news, in a few words. */
  heading: string;
  before: readonly string[];
  /** The amount to pay: the first and largest of the facts. Null if nothing is due. */
  total: PresentedQuote['totals'] | null;
  facts: readonly Fact[];
  /** The conditions of the offer, below the facts. */
  notices?: readonly string[];
  /** Lines above the button: what the customer can do, or what happens next. */
  after: readonly string[];
  /** Lines below the button: what follows a signature, in order. */
  steps?: { heading: string; lines: readonly string[] } | null;
  button: MailButton;
  last: readonly string[];
}

/**
 * A plausible personal name. Website forms accept anything: a name that looks like a URL would become a link in our
 * mail.
 */
const NAME = /^(?:(?:(?:\p{L}\.)+|[\p{L}\p{M}'’&()-]+)(?: +|$))+$/u;

/** The same mail as HTML, readable without its styles, and as plain text in case the CRM refuses HTML. */
export function composeMail(
  { brand, seller, mailFrom }: MailSender,
  to: { name: string | null; email: string },
  parts: MailParts,
): MailMessage {
  const name = to.name !== null && NAME.test(to.name) ? to.name : null;
  const greeting = `Beste ${name ?? 'klant'},`;
  const lines = (texts: readonly string[]) => texts.map(oneLine);
  const [first = ''] = parts.before;
  const written: Written = {
    ...parts,
    preview: oneLine(`${parts.heading}. ${parts.total === null ? first : totalFact(parts.total).join(': ')}`),
    greeting,
    before: lines(parts.before),
    total: parts.total === null ? [] : [writtenFact(totalFact(parts.total))],
    facts: parts.facts.map(writtenFact),
    notices: lines(parts.notices ?? []),
    steps: parts.steps ? { ...parts.steps, lines: lines(parts.steps.lines) } : null,
    after: lines(parts.after),
    last: lines(parts.last),
    reach: (phone, email) => `Vragen? Bel ons op ${phone} of mail naar ${email}.`,
    seller: { phone: seller.phone, email: seller.email },
    brand,
    foot: [seller.name, seller.street, seller.zipCity, `KvK ${seller.kvk}`].map(together),
  };
  return {
    from: { user_name: mailFrom.name, email: mailFrom.email },
    to: [{ user_name: name ?? to.email, email: to.email }],
    subject: oneLine(parts.subject),
    content: asText(written),
    html: asHtml(written),
  };
}

/** "Afgewezen op": "26 november 2026 om 00:54"; nothing if the moment is not known. */
export function momentFacts(label: string, at: string | null): Fact[] {
  return at === null ? [] : [[label, writtenMoment(Date.parse(at))]];
}

/**
 * "Uw keuze": "6 batterijmodules (34,2 kWh)". An older offer gives "Omvormer: vermogen 10 kW (10 kWh)" instead, to
 * avoid brackets within brackets. With an `offer`, the fact has one hexagon per module. A manual quote has no such
 * fact.
 */
export function choiceFacts(
  highlights: readonly { text: string; detail?: string | null | undefined }[],
  offer?: Offer,
): Fact[] {
  const hasBrackets = highlights.some(({ detail }) => detail?.includes('('));
  const parts = highlights.map(({ text, detail }) => {
    if (!detail) return text;
    return hasBrackets ? `${text}: ${detail}` : `${text} (${detail})`;
  });
  return parts.length > 0 ? [['Uw keuze', parts, { modules: (offer && modulesOf(offer)) ?? 0 }]] : [];
}

/**
 * Two facts: "Betaling" with "met financiering", and "Zo betaalt u" with "€ 100,00 na uw bestelling", "€ 100,00 als de
 * batterij werkt" and "of met financiering …". A fact without a value is left out. The last fact ends with the warning
 * beside credit.
 */
export function paymentFacts({ payment = null, payments, orFinancing = false, warning }: Paying): Fact[] {
  const parts = payments.map((part) => `${euros(part.euros)} ${part.when}`);
  const ways = [...parts, ...(orFinancing ? [OR_FINANCING] : [])];
  const rows = [
    ...(payment === null ? [] : [['Betaling', payment] as const]),
    ...(ways.length > 0 ? [['Zo betaalt u', ways] as const] : []),
  ];
  return rows.map((row, at) => (at === rows.length - 1 ? [...row, { warning }] : row));
}

const OR_FINANCING = 'of met financiering; dat kiest u bij uw offerte';

interface Paying {
  /** The choice of an order, in words. */
  payment?: string | null;
  payments: readonly { euros: number; when: string }[];
  /** Whether the customer may choose financing. */
  orFinancing?: boolean;
  /** The warning that the law requires beside credit, whether the credit is offered or chosen. */
  warning?: string;
}

/** The heading above the steps after a signature, in the mail of an offer and of an order. */
export const STEPS = { offer: 'Zo gaat het als u tekent:', order: 'Wat er nu gebeurt:' } as const;

function writtenFact([label, value, { modules = 0, warning, phone } = {}]: Fact): WrittenFact {
  return {
    label: oneLine(label),
    values: [value].flat().map(oneLine),
    modules: Math.min(modules, MOST_MODULES),
    warning: warning === undefined ? null : oneLine(warning),
    phone: phone ?? null,
  };
}

/** A number and what it counts: "34,2 kWh", "27 november 2026". */
const WITH_UNIT = /(\d) (?=kWh\b|kW\b|[a-z]+ \d{4}\b)/g;

/**
 * Puts a text on one line, and keeps a number and its unit together. A no-break space stays, such as the one between a
 * currency sign and its amount.
 */
const oneLine = (text: string) =>
  text
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim()
    .replace(WITH_UNIT, '$1\u00a0');

/** Keeps a text on one line: "KvK 00000000". */
const together = (text: string) => text.replaceAll(' ', '\u00a0');

function asText(written: Written): string {
  const { heading, greeting, before, total, facts, notices, steps, after, button, last, reach, seller, foot } = written;
  const next = steps ? [steps.heading, ...steps.lines.map((step, at) => `${at + 1}. ${step}`)] : [];
  const paragraphs = [
    [heading],
    [greeting],
    before,
    [...[...total, ...facts].flatMap(factLines), ...notices],
    after,
    [`${button.text}:`, button.url],
    next,
    [...last, reach(together(seller.phone), seller.email)],
    [foot.join(' · ')],
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function factLines({ label, values, warning, phone }: WrittenFact): string[] {
  const value = [...values, ...(phone === null ? [] : [together(phone)])].join(', ');
  return [`${label}: ${value}`, ...(warning === null ? [] : [warning])];
}
