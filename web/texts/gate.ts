export const GATE = {
  noHash: {
    title: 'Welkom',
    intro:
      'Open deze pagina met uw persoonlijke link. Hebt u die niet bij de hand? Vul uw e‑mailadres in, dan sturen wij hem opnieuw.',
  },
  error: {
    title: 'Error',
    unknownLink:
      'Deze link kennen wij niet. Misschien is hij niet helemaal gekopieerd, of is hij vervangen door een nieuwe.',
    noConnection: 'Er is geen verbinding met internet. Controleer uw verbinding en probeer het opnieuw.',
    outage: 'Door een storing kunnen wij uw gegevens nu niet laden. Dit ligt niet aan u. Probeer het zo opnieuw.',
    ownLink: 'Verder met mijn eigen link',
    newLink: 'Liever een nieuwe link? Vul uw e‑mailadres in.',
    call: 'Of bel ons:',
    reference: (id: string) => `Referentie: ${id}`,
  },
  crash: {
    explanation: 'Er ging iets mis op deze pagina. Laad hem opnieuw; wat u opsloeg is bewaard.',
    reload: 'Pagina opnieuw laden',
  },
  notYou: (name: string) => `Bent u niet ${name}?`,
  notYouNameless: 'Bent u dit niet?',
  notYouYes: 'Ja, wis dit apparaat',
  notYouNo: 'Nee, terug',
  notYouHint:
    'Uw link en wat u invulde worden van dit apparaat gewist. De geschiedenis van uw browser wist u daarna zelf.',
  wiped: {
    title: 'De gegevens zijn gewist',
    done: 'Deze website heeft de link en wat u invulde van dit apparaat gewist.',
    history: 'Uw browser bewaart de link nog in de geschiedenis. Alleen u kunt hem daar verwijderen:',
    steps: (host: string) => [
      'Open het menu van uw browser en kies "Geschiedenis". Op een computer kan het ook met Ctrl + H, op een Mac met ⌘ + Y.',
      `Zoek op "${host}".`,
      'Verwijder alles wat u daar van deze website ziet.',
    ],
    others: 'Doe dit ook op andere apparaten die uw geschiedenis delen.',
  },
  preview: {
    label: 'Voorbeeld',
    text: 'U bekijkt deze pagina zoals de klant die ziet. Opslaan en ondertekenen kan hier niet.',
  },
} as const;
