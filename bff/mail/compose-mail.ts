import type { MailMessage } from '../../crm-contract/endpoints/mail.ts';
import type { PortalFile } from '../site/portal-file.ts';

/** The sender of a mail. */
export type MailSender = Pick<PortalFile, 'brand' | 'seller'> & { mailFrom: NonNullable<PortalFile['mailFrom']> };

/** "Totaal incl. btw", "€ 24.497,06" */
export type Fact = readonly [label: string, value: string];

/** A mail to a customer: the news, the facts, what comes next, and one button. */
export interface MailParts {
  /** Begins alike in every mail: "Uw …". */
  subject: `Uw ${string}`;
  /** The news, in a few words. */
  heading: string;
  /** Battery modules: each is shown as a crystal, as on the page. */
  modules: number | null;
  before: readonly string[];
  facts: readonly Fact[];
  /** What the offer depends on, below the facts. */
  notices?: readonly string[];
  /** What happens next, in order. */
  steps?: readonly string[];
  after: readonly string[];
  button: { text: string; url: string; isPersonal: boolean };
  last: readonly string[];
}

/**
 * A plausible personal name. Website forms accept anything: a name that looks like a URL would become a link in our
 * mail.
 */
const NAME = /^(?:(?:(?:\p{L}\.)+|[\p{L}\p{M}'’&-]+)(?: +|$))+$/u;
const MOST_MODULES = 15;

/** The same mail as HTML, readable without its styles, and as plain text in case the CRM refuses HTML. */
export function composeMail(
  { brand, seller, mailFrom }: MailSender,
  to: { name: string | null; email: string },
  parts: MailParts,
): MailMessage {
  const greeting = `Beste ${to.name !== null && NAME.test(to.name) ? to.name : 'klant'},`;
  const reach = `Vragen? Bel ons op ${seller.phone} of mail naar ${seller.email}.`;
  const lines = (texts: readonly string[]) => texts.map(oneLine);
  const written = {
    ...parts,
    greeting,
    before: lines(parts.before),
    facts: parts.facts.map(([label, value]) => [oneLine(label), oneLine(value)] as const),
    notices: lines(parts.notices ?? []),
    steps: lines(parts.steps ?? []),
    after: lines(parts.after),
    last: lines([...parts.last, reach]),
    brand,
    foot: oneLine([seller.name, seller.street, seller.zipCity, `KvK ${seller.kvk}`].join(' · ')),
  };
  return {
    from: { user_name: mailFrom.name, email: mailFrom.email },
    to: [{ user_name: to.name ?? to.email, email: to.email }],
    subject: oneLine(parts.subject),
    content: asText(written),
    html: asHtml(written),
  };
}

/** "Uw keuze": "Batterij (40 kWh), Omvormer (vermogen 10 kW, 10 kWh)"; nothing for a manual quote. */
export function choiceFacts(highlights: readonly { text: string; detail?: string | null | undefined }[]): Fact[] {
  const parts = highlights.map(({ text, detail }) =>
    detail ? `${text} (${detail.replace(/ \((.*)\)$/, ', $1')})` : text,
  );
  return parts.length > 0 ? [['Uw keuze', parts.join(', ')]] : [];
}

type Written = Required<MailParts> & { greeting: string; brand: string; foot: string };
const NEXT = 'Wat er nu gebeurt:';

/** A fact always takes one line; amounts keep their currency sign next to the number. */
const oneLine = (text: string) => text.replace(/[^\S\u00a0]+/g, ' ').trim();

function asText({ greeting, before, facts, notices, steps, after, button, last, foot }: Written): string {
  const next = steps.length === 0 ? [] : [NEXT, ...steps.map((step, at) => `${at + 1}. ${step}`)];
  const paragraphs = [
    [greeting],
    before,
    [...facts.map((each) => each.join(': ')), ...notices],
    next,
    after,
    [`${button.text}:`, button.url],
    last,
    [foot],
  ];
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const COBALT = '#1b3aa6';
/** A lighter cobalt for marks: readable on white, and on the dark background of some mail programs. */
const MARK = '#4a6cd8';
const STYLES = {
  body: 'max-width:35em;margin:0 auto;padding:1.5em 1em;font-family:Figtree,Arial,sans-serif;font-size:16px;line-height:1.55',
  brand: `font-size:1.25em;font-weight:700;margin:0 0 1.5em`,
  crystals: `color:${MARK};letter-spacing:.1em`,
  heading: 'font-size:1.5em;line-height:1.25;margin:0 0 .75em',
  paragraph: 'margin:0 0 1em',
  facts: `margin:0 0 1.25em;padding:.75em 1em;list-style:none;border-left:3px solid ${MARK}`,
  steps: 'margin:0 0 1em;padding-left:1.5em',
  item: 'margin:0',
  fact: 'margin:0 0 .5em',
  label: 'display:block;font-size:.875em;line-height:1.35',
  value: 'font-weight:600',
  button: `display:inline-block;padding:.8em 1.6em;border:1px solid ${MARK};border-radius:8px;background:${COBALT};color:#ffffff;font-weight:600;text-decoration:none`,
  small: 'margin:0 0 1em;font-size:.875em;word-break:break-word',
} as const;

/** One text per line, so that the source is readable. Text keeps the reader's own colours, also in dark mode. */
function asHtml(written: Written): string {
  const { subject, heading, modules, greeting, before, facts, notices, steps, after, button, last, brand, foot } =
    written;
  const paragraph = (text: string) => element('p', STYLES.paragraph, escaped(text));
  const small = (text: string) => element('p', STYLES.small, escaped(text));
  // Loads nothing external; a screen reader gets the number in words.
  const crystals = modules === null ? '' : '⬢'.repeat(Math.min(Math.max(Math.round(modules), 0), MOST_MODULES));
  return [
    '<!DOCTYPE html>',
    `<html lang="nl"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>`,
    `<body style="${STYLES.body}">`,
    element('p', STYLES.brand, `<span aria-hidden="true" style="${STYLES.crystals}">⬢</span> ${escaped(brand)}`),
    element('h1', STYLES.heading, escaped(heading)),
    ...(crystals === ''
      ? []
      : [`<p aria-hidden="true" style="${STYLES.paragraph};${STYLES.crystals}">${crystals}</p>`]),
    paragraph(greeting),
    ...before.map(paragraph),
    ...list('ul', STYLES.facts, [...facts.map(fact), ...notices.map(escaped)], STYLES.fact),
    ...(steps.length === 0 ? [] : [paragraph(NEXT), ...list('ol', STYLES.steps, steps.map(escaped))]),
    ...after.map(paragraph),
    element(
      'p',
      STYLES.paragraph,
      `<a href="${encodeURI(button.url)}" style="${STYLES.button}">${escaped(button.text)}</a>`,
    ),
    ...(button.isPersonal ? [element('p', STYLES.small, `${OPENS_NOT}<br>\n${escaped(button.url)}`)] : []),
    ...last.map(small),
    small(foot),
    '</body></html>',
  ].join('\n');
}

const OPENS_NOT = 'Werkt de knop niet? Open dan dit adres:';

const element = (tag: string, style: string, content: string) => `<${tag} style="${style}">\n${content}\n</${tag}>`;

const list = (tag: 'ul' | 'ol', style: string, items: readonly string[], itemStyle: string = STYLES.item) =>
  items.length === 0 ? [] : [element(tag, style, items.map((item) => element('li', itemStyle, item)).join('\n'))];

/** A small label above its value; without styles "Totaal incl. btw: € 24.497,06" in one line. */
const fact = ([label, value]: Fact) =>
  `<span style="${STYLES.label}">${escaped(label)}:</span> <span style="${STYLES.value}">${escaped(value)}</span>`;

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** For text between tags; URLs in attributes contain no quotes. */
const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => MARKS[mark] ?? mark);
