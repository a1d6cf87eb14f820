import type { DealSummary } from '../../bff/view-models/contact.ts';
import { formatOneDecimal } from './format.ts';

/* Texts on the way to a deal that few customers see; those in every first load are in `page.ts`. */

export const LINK_FORM = {
  label: 'E-mailadres',
  placeholder: 'email',
  submit: 'Stuur mijn link',
  wrong: 'Vul uw hele e-mailadres in, bijvoorbeeld naam@voorbeeld.nl.',
  sending: 'Een moment…',
  look: 'Kijk in uw mail',
  asked: 'U vroeg uw link aan met',
  spam: 'Ziet u niets? Kijk dan ook bij spam of ongewenste e-mail.',
  correct: 'Adres verbeteren',
  wait: 'Na een minuut kunt u de link hier opnieuw aanvragen.',
  again: 'Vraag de link opnieuw aan',
} as const;

/** After "Bent u niet …?", once the customer has cleared this device. */
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

/** The choice between several deals. */
export const DEAL_CARDS = {
  title: 'Uw offertes',
  intro: 'Hier staan al uw offertes.',
  next: {
    survey: 'Beantwoord de laatste vragen.',
    preparing: 'Hij is in de maak, of ligt ter controle. U hoeft nu niets te doen.',
    ready: 'Bekijk de offerte, en onderteken als alles klopt.',
    signed: 'Bekijk uw bestelling.',
    withdrawn: 'Bekijk de ontvangstbevestiging.',
    declined: 'U kunt de offerte nog nalezen.',
    ended: 'Wilt u toch verder? Bel ons.',
  } satisfies Record<DealSummary['status'], string>,
  offered: ({ modules, kwh }: NonNullable<DealSummary['offer']>) =>
    [
      modules !== null && `${modules} ${modules === 1 ? 'module' : 'modules'}`,
      kwh !== null && `${formatOneDecimal(kwh).replace(/,0$/, '')} kWh`,
    ]
      .filter(Boolean)
      .join(', '),
} as const;
