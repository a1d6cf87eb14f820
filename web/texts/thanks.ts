export const THANKS = {
  title: 'Bedankt voor uw bestelling',
  ordered: 'U bestelde',
  for: 'voor',
  signedBy: 'Getekend door',
  drawn: 'Uw handtekening',
  already: 'Deze offerte was al ondertekend. Hieronder staat de handtekening die wij hebben vastgelegd.',
  unproven: {
    foreign:
      'Deze handtekening is niet door het portaal vastgelegd. Heeft u dit niet getekend, of twijfelt u? Bel ons.',
    unknownKey: 'Wij kunnen de vastlegging van deze handtekening nu niet controleren. Bel ons als u vragen heeft.',
  },
  copy: {
    sentTo: (address: string) => `Uw getekende exemplaar is gemaild naar ${address}.`,
    sent: 'Uw getekende exemplaar is gemaild.',
    task: 'Wij konden uw getekende exemplaar niet mailen. Een collega stuurt het u toe; downloaden kan hieronder nu al.',
    unsure:
      'Wij weten niet zeker of uw getekende exemplaar is gemaild. Een collega kijkt het na; downloaden kan hieronder nu al.',
    pending: 'Uw getekende exemplaar wordt klaargemaakt en gemaild. Downloaden kan hieronder nu al.',
  },
  whatNow: 'Wat er nu gebeurt',
  steps: {
    signed: { name: 'Getekend', text: 'Wij hebben uw bestelling met datum en offertekenmerk vastgelegd.' },
    siteVisit: { name: 'Schouw', text: 'Bij u thuis wordt bekeken waar de batterij komt.' },
    installation: { name: 'Installatie', text: 'Wij bellen u om de installatie in te plannen.' },
    on: { name: 'Aan', text: 'Na de installatie staat uw batterij aan.' },
  },
  call: 'Wie belt u?',
  deposit: 'Betalen',
  rows: 'De bedragen van uw bestelling:',
  keep: 'Bewaar het getekende exemplaar bij uw papieren: als PDF, of als afdruk van deze pagina.',
} as const;
