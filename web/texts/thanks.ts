export const THANKS = {
  title: 'Bedankt voor uw bestelling',
  ordered: 'U bestelde',
  for: 'voor',
  signedBy: 'Getekend door',
  drawn: 'Uw handtekening',
  already: 'Deze offerte was al ondertekend. Hieronder staat de handtekening die wij hebben vastgelegd.',
  whatNow: 'Wat er nu gebeurt',
  steps: [
    'Wij hebben uw bestelling met datum en offertekenmerk vastgelegd.',
    'Wij bellen u om de installatie in te plannen.',
    'Bewaar het getekende exemplaar bij uw papieren: als PDF, of als afdruk van deze pagina.',
  ],
} as const;
