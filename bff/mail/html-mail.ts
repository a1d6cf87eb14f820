import { phoneUrl } from '../view-models/phone.ts';

/** A fact of a mail with its texts in one line each. */
export interface WrittenFact {
  label: string;
  values: readonly string[];
  modules: number;
  warning: string | null;
  phone: string | null;
}

export interface MailButton {
  text: string;
  url: string;
  /** The button's URL is shown too, for a mail program that opens no buttons. */
  isPersonal: boolean;
  /** True if nothing is left to do, and the button only shows what happened. */
  isOutline?: boolean;
}

/** A mail with its texts in one line each, to be written as HTML and as plain text. */
export interface Written {
  subject: string;
  heading: string;
  /** The first words: what a mail program shows beside the subject. */
  preview: string;
  total: readonly WrittenFact[];
  facts: readonly WrittenFact[];
  greeting: string;
  before: readonly string[];
  notices: readonly string[];
  after: readonly string[];
  button: MailButton;
  steps: { heading: string; lines: readonly string[] } | null;
  last: readonly string[];
  /** How to reach the seller, with their telephone and mail as each format writes them. */
  reach: (phone: string, email: string) => string;
  seller: { phone: string; email: string };
  brand: string;
  foot: readonly string[];
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
  outline: `${PAPER};display:inline-block;padding:.7em 1.5em;border:2px solid ${COBALT};border-radius:12px;font-weight:600;text-decoration:none`,
  link: `background:#ffffff;color:${COBALT}`,
  /** Mail programs show this text beside the subject, instead of the word mark. */
  preview: 'display:none;max-height:0;overflow:hidden',
} as const;

/** A mail as HTML, readable without its styles. One text per line, so that the source is readable too. */
export function asHtml(written: Written): string {
  const { subject, heading, greeting, before, facts, notices, steps, after, button, last, brand, foot } = written;
  const reach = written.reach(phoneLink(written.seller.phone), mailLink(written.seller.email));
  const paragraph = (text: string) => element('p', STYLES.paragraph, escaped(text));
  const small = (text: string) => element('p', STYLES.small, escaped(text));
  const items = [...written.total.map(leading), ...facts.map(fact), ...notices.map(escaped)];
  const card = [
    element('h1', STYLES.heading, escaped(heading)),
    paragraph(greeting),
    ...before.map(paragraph),
    ...list('ul', STYLES.facts, items, STYLES.fact),
    ...after.map(paragraph),
    element(
      'p',
      STYLES.paragraph,
      link(encodeURI(button.url), button.text, button.isOutline ? STYLES.outline : STYLES.button),
    ),
    ...(steps
      ? [
          element('p', STYLES.paragraph, `<strong>${escaped(steps.heading)}</strong>`),
          ...list('ol', STYLES.steps, steps.lines.map(named), STYLES.step),
        ]
      : []),
    ...(button.isPersonal ? [element('p', STYLES.small, `${OPENS_NOT}<br>\n${escaped(button.url)}`)] : []),
    ...last.map(small),
    element('p', STYLES.small, reach),
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
    element('div', STYLES.preview, escaped(written.preview)),
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
const fact = ({ label, values, modules, warning, phone }: WrittenFact) =>
  [
    `${labelled(label)} `,
    values.map(escaped).join('<br>\n'),
    phone === null ? '' : `, ${phoneLink(phone)}`,
    warning === null ? '' : `<br>\n<strong>${escaped(warning)}</strong>`,
    modules > 0 ? `\n${crystals(modules, STYLES.modules)}` : '',
  ].join('');

const leading = ({ label, values }: WrittenFact) =>
  `${labelled(label)} <strong style="${STYLES.total}">${escaped(values.join(' '))}</strong>`;

/** "Schouw: een monteur bekijkt …", with its name in bold. */
const named = (line: string) => escaped(line).replace(/^[^:]+:/, '<strong>$&</strong>');

/** The hexagons are decoration: the text gives the number too. */
const crystals = (count: number, style: string) =>
  `<span aria-hidden="true" style="${style}">${'⬢'.repeat(count)}</span>`;

const labelled = (label: string) => `<span style="${STYLES.label}">${escaped(label)}:</span>`;

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** For text between tags; URLs in attributes contain no quotes. */
const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => MARKS[mark] ?? mark);

const link = (url: string, text: string, style: string) => `<a href="${url}" style="${style}">${escaped(text)}</a>`;

const phoneLink = (phone: string) => link(phoneUrl(phone), phone.replaceAll(' ', '\u00a0'), STYLES.link);

/** An address may contain characters that have another meaning in a URL. */
const mailLink = (email: string) =>
  link(`mailto:${email.split('@').map(encodeURIComponent).join('@')}`, email, STYLES.link);
