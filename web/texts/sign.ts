export const SIGN = {
  heading: 'Teken de offerte met uw naam:',
  name: 'Uw naam',
  missingName: 'Vul uw naam in, minstens twee letters.',
  sign: 'Akkoord',
  duty: 'bestelling met betalingsverplichting',
  signing: 'Uw handtekening wordt vastgelegd…',
  order: 'U bestelt',
  address: 'naam en adres',
  willStand: 'Zo staat uw naam eronder:',
  sum: 'U bestelt voor',
  payment: 'Betaling:',
  termsTitle: 'Voorwaarden',
  termsEarlier: (version: string) =>
    `Bij deze overeenkomst horen de voorwaarden zoals die golden toen u tekende: versie ${version}. Wij sturen ze u toe als u daarom vraagt.`,
  termsUnknown:
    'Bij deze ondertekening is niet vastgelegd welke voorwaarden golden. Wij zoeken ze voor u op als u daarom vraagt.',
  termsAgree: 'Met uw handtekening gaat u akkoord met deze voorwaarden.',
  withdrawalTitle: '14 dagen bedenktijd',
  withdrawal:
    'U kunt deze bestelling zonder reden herroepen tot 14 dagen nadat u het laatste onderdeel heeft ontvangen. Een bericht aan ons is genoeg; u hoeft geen formulier te gebruiken.',
  giveDetails: 'Vul uw gegevens aan',
  unknownOutcome:
    'Wij weten nog niet of uw handtekening is vastgelegd. Probeer het opnieuw: dubbel bestellen kan niet.',
} as const;
