import { euros, totalFact } from '../crm/texts/moments-and-euros.ts';
import { CONFIRMED, LABELS, refLine } from '../crm/texts/note-texts.ts';
import { isModuleQuote } from '../quote/found-deal.ts';
import { presentQuote } from '../quote/present-quote.ts';
import type { SignatureEvidence } from './evidence.ts';

/** A fact always takes one line, whatever it contains. */
const line = (label: string, value: string | null) => `${label}: ${oneLine(value ?? 'niet bekend')}`;
const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** The facts of the evidence in readable form: what was signed, by whom and how. */
export function evidenceText(dealId: string, kenmerk: string, facts: SignatureEvidence): string {
  const { shown } = facts;
  const { customer } = shown;
  const { rows, totals } = presentQuote(shown);
  const address = [
    customer.Full_Name,
    customer.Mailing_Street,
    customer.Mailing_Zip,
    customer.Mailing_City,
    customer.Mailing_Country,
  ];
  return [
    line(LABELS.name, facts.name),
    line(LABELS.time, facts.signedAt),
    line('Offertekenmerk', kenmerk),
    line(LABELS.fingerprint, facts.fingerprint),
    facts.confirmedByCustomer
      ? CONFIRMED
      : 'Geen kenmerk bevestigd: gebonden aan de offerte zoals die op dat moment in het CRM stond.',
    totalFact(totals).join(': '),
    '',
    'Getoond:',
    ...rows.map((row) => oneLine(rowLine(row, isModuleQuote(shown)))),
    ...(facts.payment === null ? [] : [line(LABELS.payment, facts.payment)]),
    ...(facts.payments ?? []).map(({ euros: part, when }) => line(LABELS.payment, `${euros(part)} ${when}`)),
    ...facts.notices.map(oneLine),
    oneLine(address.filter(Boolean).join(', ')),
    '',
    line(LABELS.button, facts.button),
    line(LABELS.terms, facts.termsVersion),
    line(LABELS.ip, facts.ip),
    line(LABELS.userAgent, facts.userAgent),
    ...(facts.addressChange
      ? [
          line(LABELS.addressChanged, facts.addressChange.changedAt),
          line(LABELS.linkSent, facts.addressChange.linkSentAt),
        ]
      : []),
    ...facts.cut.map((what) => line('Ingekort', what)),
    `Deal: ${dealId}`,
    refLine(facts.ref ?? 'geen sleutel meegestuurd'),
  ].join('\n');
}

/** In the older format every quantity is one, and a discount is given as an amount only. */
function rowLine(
  { name, amount, total, isDiscount }: ReturnType<typeof presentQuote>['rows'][number],
  isModules: boolean,
): string {
  if (isModules) return `- ${amount} × ${name}: ${euros(total)} excl. btw`;
  return isDiscount ? `- ${name}: ${euros(total)}` : `- ${name}: ${euros(total)} excl. btw`;
}
