import type { MailMessage } from '../../crm-contract/endpoints/mail.ts';
import { euros, totalFact } from '../crm/texts/moments-and-euros.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { MOST_MODULES } from '../view-models/choices.ts';
import { modulesOf, type Offer } from '../view-models/offer.ts';
import type { PresentedQuote } from '../view-models/quote.ts';

/** The sender of a mail. */
export type MailSender = Pick<PortalFile, 'brand' | 'seller'> & { mailFrom: NonNullable<PortalFile['mailFrom']> };

/** "Offertekenmerk", "6E1A-E33B"; a value of several lines, and under it one hexagon for each module. */
export type Fact = readonly [label: string, value: string | readonly string[], modules?: number];

/** A mail to a customer: the news, the facts, what comes next, and one button. */
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
  /** What the customer can do, or what happens: above the button. */
  after: readonly string[];
  /** What follows a signature, in order: below the button. */
  steps?: { heading: string; lines: readonly string[] } | null;
  button: { text: string; url: string; isPersonal: boolean };
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
  const reach = `Vragen? Bel ons op ${together(seller.phone)} of mail naar ${seller.email}.`;
  const lines = (texts: readonly string[]) => texts.map(oneLine);
  const written = {
    ...parts,
    greeting,
    before: lines(parts.before),
    total: parts.total === null ? [] : [writtenFact(totalFact(parts.total))],
    facts: parts.facts.map(writtenFact),
    notices: lines(parts.notices ?? []),
    steps: parts.steps ? { ...parts.steps, lines: lines(parts.steps.lines) } : null,
    after: lines(parts.after),
    last: lines([...parts.last, reach]),
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

/** "Uw keuze": "Batterij (40 kWh)", "Omvormer (vermogen 10 kW, 10 kWh)"; nothing for a manual quote. */
export function choiceFacts(
  highlights: readonly { text: string; detail?: string | null | undefined }[],
  offer?: Offer,
): Fact[] {
  const parts = highlights.map(({ text, detail }) =>
    detail ? `${text} (${detail.replace(/ \((.*)\)$/, ', $1')})` : text,
  );
  return parts.length > 0 ? [['Uw keuze', parts, (offer && modulesOf(offer)) ?? 0]] : [];
}

/**
 * "Betaling": "met financiering"; "Zo betaalt u": "€ 100,00 na uw bestelling", "€ 100,00 als de batterij werkt", "of met
 * financiering …". Nothing without any of them.
 */
export function paymentFacts({ payment = null, payments, orFinancing = false }: Paying): Fact[] {
  const parts = payments.map((part) => `${euros(part.euros)} ${part.when}`);
  const ways = [...parts, ...(orFinancing ? [OR_FINANCING] : [])];
  return [
    ...(payment === null ? [] : [['Betaling', payment] as const]),
    ...(ways.length > 0 ? [['Zo betaalt u', ways] as const] : []),
  ];
}

const OR_FINANCING = 'of met financiering; dat kiest u bij uw offerte';

interface Paying {
  /** The choice of an order, in words. */
  payment?: string | null;
  payments: readonly { euros: number; when: string }[];
  /** Whether the customer may choose financing. */
  orFinancing?: boolean;
}

/** The heading above the steps after a signature, in the mail of an offer and of an order. */
export const STEPS = { offer: 'Zo gaat het als u tekent:', order: 'Wat er nu gebeurt:' } as const;

interface WrittenFact {
  label: string;
  values: readonly string[];
  modules: number;
}

type Written = Required<Omit<MailParts, 'total' | 'facts'>> & {
  total: readonly WrittenFact[];
  facts: readonly WrittenFact[];
  greeting: string;
  brand: string;
  foot: readonly string[];
};

function writtenFact([label, value, modules = 0]: Fact): WrittenFact {
  return { label: oneLine(label), values: [value].flat().map(oneLine), modules: Math.min(modules, MOST_MODULES) };
}

/** A number and what it counts: "34,2 kWh", "27 november 2026". */
const WITH_UNIT = /(\d) (?=kWh\b|kW\b|[a-z]+ \d{4}\b)/g;

/** A text always takes one line; numbers keep their unit and amounts their currency sign beside them. */
const oneLine = (text: string) =>
  text
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim()
    .replace(WITH_UNIT, '$1\u00a0');

/** Keeps a text on one line: "KvK 00000000". */
export const together = (text: string) => text.replaceAll(' ', '\u00a0');

function asText(written: Written): string {
  const { heading, greeting, before, total, facts, notices, steps, after, button, last, foot } = written;
  const next = steps ? [steps.heading, ...steps.lines.map((step, at) => `${at + 1}. ${step}`)] : [];
  const paragraphs = [
    [heading],
    [greeting],
    before,
    [...[...total, ...facts].map(({ label, values }) => `${label}: ${values.join(', ')}`), ...notices],
    after,
    [`${button.text}:`, button.url],
    next,
    last,
    [foot.join(' · ')],
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

// The page's colours, from `web/ui/tokens.css`: salt, paper, ink, cobalt, line. A text colour is set only together with
// its background, so a mail program that drops styles drops both.
const SALT = 'background:#f7f5f0;color:#14202e';
const PAPER = 'background:#ffffff;color:#14202e';
const COBALT = '#1b3aa6';
const LINE = '#d9d4c7';
const STYLES = {
  page: `${SALT};margin:0;padding:1.5em .75em;font-family:Figtree,Arial,sans-serif;font-size:16px;line-height:1.55`,
  column: 'max-width:35em;margin:0 auto',
  /** The word mark of the page's header: small letters, and the crystal in cobalt. */
  brand: 'font-size:1.75em;line-height:1;font-weight:700;text-transform:lowercase;margin:0 .75em .75em',
  crystal: `color:${COBALT};font-size:.7em`,
  card: `${PAPER};padding:1.5em 1.25em .5em;border:1px solid ${LINE};border-radius:12px`,
  heading: 'font-size:1.6em;line-height:1.15;letter-spacing:-.015em;margin:0 0 .75em',
  paragraph: 'margin:0 0 1em',
  facts: `margin:0 0 1.25em;padding:0;list-style:none;border-bottom:1px solid ${LINE}`,
  fact: `margin:0;padding:.6em 0;border-top:1px solid ${LINE}`,
  label: 'display:block;font-size:.875em;line-height:1.35',
  total: 'font-size:1.75em;line-height:1.2;font-weight:700',
  modules: `display:block;padding-top:.25em;color:${COBALT};font-size:.875em;line-height:1.35;letter-spacing:.1em`,
  steps: 'margin:0 0 1em;padding-left:1.5em',
  step: 'margin:0 0 .35em',
  button: `display:inline-block;padding:.8em 1.6em;border-radius:12px;background:${COBALT};color:#ffffff;font-weight:600;text-decoration:none`,
  small: 'margin:0 0 1em;font-size:.875em;word-break:break-word',
  foot: 'margin:1.25em 1.5em 0;font-size:.875em',
} as const;

/** One text per line, so that the source is readable. */
function asHtml(written: Written): string {
  const { subject, heading, greeting, before, facts, notices, steps, after, button, last, brand, foot } = written;
  const paragraph = (text: string) => element('p', STYLES.paragraph, escaped(text));
  const small = (text: string) => element('p', STYLES.small, escaped(text));
  const told = [...written.total.map(leading), ...facts.map(fact), ...notices.map(escaped)];
  const card = [
    element('h1', STYLES.heading, escaped(heading)),
    paragraph(greeting),
    ...before.map(paragraph),
    ...list('ul', STYLES.facts, told, STYLES.fact),
    ...after.map(paragraph),
    element(
      'p',
      STYLES.paragraph,
      `<a href="${encodeURI(button.url)}" style="${STYLES.button}">${escaped(button.text)}</a>`,
    ),
    ...(steps
      ? [
          element('p', STYLES.paragraph, `<strong>${escaped(steps.heading)}</strong>`),
          ...list('ol', STYLES.steps, steps.lines.map(named), STYLES.step),
        ]
      : []),
    ...(button.isPersonal ? [element('p', STYLES.small, `${OPENS_NOT}<br>\n${escaped(button.url)}`)] : []),
    ...last.map(small),
  ];
  const column = [
    // A screen reader gets the name alone.
    element('p', STYLES.brand, `${crystals(1, STYLES.crystal)} ${escaped(brand)}`),
    element('div', STYLES.card, card.join('\n')),
    element('p', STYLES.foot, foot.map(escaped).join('<br>\n')),
  ];
  return [
    '<!DOCTYPE html>',
    `<html lang="nl"><head><meta charset="utf-8"><meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>`,
    `<body style="${SALT};margin:0">`,
    // Some mail programs drop the body with its style.
    element('div', STYLES.page, element('div', STYLES.column, column.join('\n'))),
    '</body></html>',
  ].join('\n');
}

const OPENS_NOT = 'Werkt de knop niet? Open dan dit adres:';

const element = (tag: string, style: string, content: string) => `<${tag} style="${style}">\n${content}\n</${tag}>`;

const list = (tag: 'ul' | 'ol', style: string, items: readonly string[], itemStyle: string) =>
  items.length === 0 ? [] : [element(tag, style, items.map((item) => element('li', itemStyle, item)).join('\n'))];

/** A small label above its value; without styles "Offertekenmerk: 6E1A-E33B" in one line. */
const fact = ({ label, values, modules }: WrittenFact) =>
  `${labelled(label)} ${values.map(escaped).join('<br>\n')}${modules > 0 ? `\n${crystals(modules, STYLES.modules)}` : ''}`;

const leading = ({ label, values }: WrittenFact) =>
  `${labelled(label)} <strong style="${STYLES.total}">${escaped(values.join(' '))}</strong>`;

/** "Schouw: een monteur bekijkt …", with its name in bold. */
const named = (line: string) => escaped(line).replace(/^[^:]+:/, '<strong>$&</strong>');

/** Decoration: words tell the number. */
const crystals = (count: number, style: string) =>
  `<span aria-hidden="true" style="${style}">${'⬢'.repeat(count)}</span>`;

const labelled = (label: string) => `<span style="${STYLES.label}">${escaped(label)}:</span>`;

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** For text between tags; URLs in attributes contain no quotes. */
const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => MARKS[mark] ?? mark);
