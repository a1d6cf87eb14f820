/** After "Bent u niet …?"; only who wiped this device reads it. */
export const WIPED_TEXTS = {
  title: 'De gegevens zijn gewist',
  done: 'Deze website heeft de link en wat u invulde van dit apparaat gewist.',
  history: 'Uw browser bewaart de link nog in de geschiedenis. Alleen u kunt hem daar verwijderen:',
  steps: (host: string) => [
    'Open het menu van uw browser en kies "Geschiedenis". Op een computer kan het ook met Ctrl + H, op een Mac met ⌘ + Y.',
    `Zoek op "${host}".`,
    'Verwijder alles wat u daar van deze website ziet.',
  ],
  others: 'Doe dit ook op andere apparaten die uw geschiedenis delen.',
} as const;
