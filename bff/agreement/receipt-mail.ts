import { exactMoment } from '../crm/texts/moments.ts';

/**
 * The receipt of a withdrawal, to keep: what was withdrawn, by whom and when (Directive 2011/83/EU, article 11a(4)). Plain
 * text: nothing in it can be markup.
 */
export function receiptMail(
  { name, dealName, signedBy }: { name: string | null; dealName: string | null; signedBy: string | null },
  { at, kenmerk }: { at: string; kenmerk: string },
  brand: string,
  phone: string,
) {
  return {
    subject: `Ontvangstbevestiging van uw herroeping (${kenmerk})`,
    content: [
      `Beste ${name ?? 'klant'},`,
      '',
      'Wij hebben uw herroeping ontvangen. Dit heeft u ons laten weten:',
      '"Ja, ik herroep deze overeenkomst"',
      `Overeenkomst: ${[dealName, `offertekenmerk ${kenmerk}`].filter(Boolean).join(', ')}`,
      ...(signedBy === null ? [] : [`Ondertekend door: ${signedBy}`]),
      `Ontvangen: ${exactMoment(Date.parse(at))}`,
      '',
      'U hoeft niets meer te doen. Wij nemen contact met u op over de afhandeling.',
      '',
      `Vragen? Bel ons op ${phone}.`,
      brand,
    ].join('\n'),
    format: 'text' as const,
  };
}
