import type { DealSummary } from '../../bff/view-models/contact.ts';

/* Texts of an offer that several screens share, also those of staff. */

export const DEAL_STATUS = {
  survey: 'Nog enkele vragen te beantwoorden',
  preparing: 'Wij werken aan uw offerte',
  ready: 'Klaar om te bekijken',
  signed: 'Ondertekend',
  withdrawn: 'Herroepen',
  declined: 'Afgewezen',
  ended: 'Gesloten',
} satisfies Record<DealSummary['status'], string>;

export const statusSince = (status: string, moment: string) => `${status} op ${moment}`;

export const CHANGED = {
  title: 'De offerte is gewijzigd',
  intro: 'Er is niets ondertekend. Bekijk wat er veranderd is; daarna kunt u opnieuw akkoord gaan.',
  rise: (before: string, now: string, vat: string) =>
    `Onze prijzen zijn hoger dan bij uw vorige offerte: wat toen ${before} kostte, kost nu ${now} ${vat}. Daarna is uw wijziging verwerkt. Er is niets ondertekend.`,
  columns: { what: 'Wat', before: 'Eerst', now: 'Nu' },
  name: 'Naam',
  address: 'Adres',
  subsidy: 'Subsidie',
  absent: '–',
  other: 'Voorwaarden of omschrijving',
  otherNow: 'Bijgewerkt',
  otherBefore: 'Vorige versie',
  seen: 'Ik heb het gezien',
} as const;

/** Texts around the server-made PDF. */
export const QUOTE_PDF = {
  making: 'De PDF wordt gemaakt…',
  made: (name: string) => `${name} is gedownload.`,
  failed: 'De PDF is niet gedownload.',
} as const;
