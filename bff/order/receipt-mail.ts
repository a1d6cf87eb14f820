import { spokenMoment } from '../crm/texts/moments.ts';
import type { Receipt } from '../view-models/messages.ts';

/** The receipt of a withdrawal, to keep. Plain text: nothing in it can be markup. */
export function receiptMail(name: string | null, { at, kenmerk }: Receipt, brand: string, phone: string) {
  return {
    subject: `Ontvangstbevestiging van uw herroeping (${kenmerk})`,
    content: [
      `Beste ${name ?? 'klant'},`,
      '',
      'Wij hebben uw herroeping ontvangen.',
      `Overeenkomst: offertekenmerk ${kenmerk}`,
      `Ontvangen: ${spokenMoment(Date.parse(at))}`,
      '',
      'U hoeft niets meer te doen. Wij nemen contact met u op over de afhandeling.',
      '',
      `Vragen? Bel ons op ${phone}.`,
      brand,
    ].join('\n'),
    format: 'text' as const,
  };
}
