import type { Note } from '../../../crm-contract/shapes/note.ts';
import type { Deal } from '../../view-models/deal.ts';
import type { QuoteLine } from '../../view-models/quote.ts';
import { euros } from './euros.ts';
import { financingChoice } from './financing-texts.ts';

/** Notes about a signature begin so; the CRM is searched for it before a second could be written (decision F3). */
export const EVIDENCE_TITLE = 'Ondertekening ';
/** And the file with the same facts; both end with the kenmerk. */
export const EVIDENCE_FILE = 'ondertekening-';
/** What stands before a fact of the evidence: written below, and read again by it. */
const LABELS = { name: 'Naam zoals getypt', terms: 'Voorwaarden', payment: 'Betaling' } as const;

/** The moment of signing that the evidence states; null where it holds none, as after a repair. */
export function signedAtIn(evidence: string | null): string | null {
  const [, moment = ''] = /^Tijd \(server\): (\S+)$/m.exec(evidence ?? '') ?? [];
  return Number.isNaN(Date.parse(moment)) ? null : moment;
}

/** What a note says about a signature; a fact that it does not state is null. */
export interface NotedSignature {
  name: string | null;
  /** Of the quote that was signed. */
  kenmerk: string;
  /** ISO time of our own server. */
  signedAt: string | null;
  termsVersion: string | null;
  /** With or without financing. */
  payment: string | null;
}

/** The signature that a note is the evidence of; null for any other note. */
export function signatureIn({
  Note_Title,
  Note_Content,
}: Pick<Note, 'Note_Title' | 'Note_Content'>): NotedSignature | null {
  if (!Note_Title?.startsWith(EVIDENCE_TITLE)) return null;
  const said = (label: string) => new RegExp(`^${label}: (.+)$`, 'm').exec(Note_Content ?? '')?.[1] ?? null;
  return {
    name: said(LABELS.name),
    kenmerk: Note_Title.slice(EVIDENCE_TITLE.length),
    signedAt: signedAtIn(Note_Content),
    termsVersion: said(LABELS.terms),
    payment: said(LABELS.payment),
  };
}

export const SIGN_BUTTON_TEXT = 'Akkoord / bestelling met betalingsverplichting';

export interface SigningFacts {
  deal: Deal;
  name: string;
  /** ISO time of our own server. */
  signedAt: string;
  ip: string;
  userAgent: string;
  /** Whether the browser said which quote it showed, or the quote was bound as the CRM held it. */
  confirmedByCustomer: boolean;
  /** With or without financing; null where the page did not say so, as with every quote that offers none. */
  financing: boolean | null;
  termsVersion: string;
  /** The idempotency key's mark: a repeat of the same press finds its own signature by it. */
  mark: string;
  /** Written later, from what the CRM holds, because a fault came between signature and evidence. */
  repaired: boolean;
}

/** The last line of the evidence: by it the same press, sent again after a restart, finds its own signature. */
export function markLine(mark: string): string {
  return `Ref: ${mark}`;
}

const nameLine = ({ name }: SigningFacts) => `${LABELS.name}: ${name}`;
const timeLine = ({ signedAt }: SigningFacts) => `Tijd (server): ${signedAt}`;

/** Whether a note is the evidence of this signature; for a repair, which knows no more, of one by this name. */
export function isEvidenceOf(
  facts: SigningFacts,
  { Note_Title, Note_Content }: Pick<Note, 'Note_Title' | 'Note_Content'>,
) {
  const lines = Note_Content?.split('\n') ?? [];
  const isSignature = Note_Title?.startsWith(EVIDENCE_TITLE) === true && lines.includes(nameLine(facts));
  return isSignature && (facts.repaired || lines.includes(timeLine(facts)));
}

export function evidenceTitle(kenmerk: string): string {
  return `${EVIDENCE_TITLE}${kenmerk}`;
}

/** What was signed, by whom and how, as people read it (decision F3). */
export function evidenceText(facts: SigningFacts): string {
  const { deal } = facts;
  const { customer } = deal;
  const { rows, totals, notices } = deal.quote;
  const isModules = deal.gaikan_deal_version === '2';
  return [
    nameLine(facts),
    timeLine(facts),
    `Offertekenmerk: ${deal.kenmerk}`,
    `Vingerafdruk: ${deal.fingerprint}`,
    facts.confirmedByCustomer
      ? 'Kenmerk bevestigd: de pagina stuurde het kenmerk mee van wat zij toonde.'
      : 'Geen kenmerk bevestigd: gebonden aan de offerte zoals die op dat moment in het CRM stond.',
    `Totaal incl. btw: ${euros(totals.finalInclVat)}`,
    '',
    'Getoond:',
    ...rows.map((row) => rowLine(row, isModules)),
    ...(facts.financing === null ? [] : [`${LABELS.payment}: ${financingChoice(deal, facts.financing)}`]),
    ...notices,
    [customer.Full_Name, customer.Mailing_Street, customer.Mailing_Zip, customer.Mailing_City, customer.Mailing_Country]
      .filter(Boolean)
      .join(', '),
    '',
    `Knop: ${SIGN_BUTTON_TEXT}`,
    `${LABELS.terms}: ${facts.termsVersion}`,
    `IP-adres: ${facts.ip}`,
    `Browser: ${facts.userAgent}`,
    ...(facts.repaired ? ['Hersteld: later vastgelegd uit wat het CRM bewaart.'] : []),
    `Deal: ${deal.id}`,
    markLine(facts.mark),
  ].join('\n');
}

/** The older format has one piece of everything, and its discount is told as an amount alone. */
function rowLine({ name, amount, total, isDiscount }: QuoteLine, isModules: boolean): string {
  if (isModules) return `- ${amount} × ${name}: ${euros(total)} excl. btw`;
  return isDiscount ? `- ${name}: ${euros(total)}` : `- ${name}: ${euros(total)} excl. btw`;
}
