import type { Highlight } from '../../bff/view-models/quote.ts';
import { QUOTE_AREA_TEXTS } from './admin-deal.ts';

/** What an edit makes of a quote, before it is made (decision J10). */
export const PRICE = {
  asking: 'De nieuwe prijs wordt berekend …',
  failed: 'De nieuwe prijs is niet te tonen.',
  changed: 'Iemand heeft deze offerte intussen gewijzigd of ondertekend.',
  was: (before: string, after: string) => `Was ${before}, wordt ${after} incl. btw`,
  same: (total: string) => `De prijs blijft ${total} incl. btw.`,
  still: 'Er blijft geen prijs.',
  less: (amount: string) => `(${amount} minder)`,
  more: (amount: string) => `(${amount} meer)`,
  noPrice: 'zonder prijs',
  /** The parts of "Uw keuze:" name themselves. */
  without: { battery: 'geen batterij', inverter: 'geen omvormer', installation: 'geen installatie' } satisfies Record<
    Highlight['icon'],
    string
  >,
  part: (before: string, after: string) => `${before} → ${after}`,
  financing: (monthly: string) => `Financiering van ${monthly} per maand`,
  noFinancing: 'geen financiering',
  approvalEnds: 'De klant had al akkoord gegeven: dat vervalt.',
  declineEnds: 'De klant had de offerte afgewezen: dat vervalt.',
  /** The quote that the customer has open changes with it. */
  seenAtOnce: 'De klant ziet dit meteen en kan akkoord geven.',
  seen: { ...QUOTE_AREA_TEXTS, closed: 'De klant ziet dit meteen, maar kan nog geen akkoord geven.' },
} as const;
