/* Texts of an offer that customers and staff share. */

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
