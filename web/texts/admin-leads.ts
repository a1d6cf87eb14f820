import type { CallOutcome, LeadGroup } from '../../bff/view-models/callcenter.ts';
import { formatWhole } from './format.ts';

export const LEADS = {
  title: 'Leads',
  failed: 'De lijst met leads kon niet worden geladen.',
  stale: (time: string) => `De lijst kon niet worden vernieuwd; dit is de stand van ${time}.`,
  search: 'Zoeken',
  searchHint: 'naam, nummer, postcode, e-mail',
  mine: 'Mijn leads',
  mineNeedsOwner: 'Kies eerst bovenaan wie u bent.',
  count: (shown: number, all: number) =>
    shown === all ? `${formatWhole(all)} leads` : `${formatWhole(shown)} van ${formatWhole(all)} leads`,
  none: 'Er zijn geen leads om te bellen.',
  unread: (count: number) =>
    `Van ${formatWhole(count)} leads is nog niet nagegaan of zij gebeld zijn: er zijn meer gesprekken dan het CRM in één keer geeft. Bij het volgende vernieuwen gaat het verder.`,
  notFound: 'Niet gevonden in de lijst. Wie getekend heeft of niet gebeld wil worden, opent u met het CONTACT ID.',
  goToLabel: 'Contact openen op nummer',
  goToPlaceholder: 'CONTACT ID',
  go: 'Go',
  next: 'Volgende lead',
  previous: 'Vorige lead',
  all: 'Alle leads',
  choose: 'Kies een lead in de lijst, of druk op "Volgende lead" voor de eerste.',
  noPrevious: 'Hiervoor staat geen lead in de lijst.',
  noNext: 'Hierna staat geen lead in de lijst.',
  foreignFlow: (brand: string) => `(niet ${brand})`,
  attempts: (count: number) => (count === 1 ? '1 keer gebeld' : `${formatWhole(count)} keer gebeld`),
  callback: (moment: string) => `Bellen: ${moment}`,
  openedBy: (name: string, time: string) => `${name} heeft deze open sinds ${time}`,
  nameless: '(geen naam)',
  confirmed: (time: string, what: string, name: string) => `${time} vastgelegd: ${what} · ${name}`,
  backTo: 'Terug naar deze lead',
} as const;

/** Where a lead stands in the queue. */
export const LEAD_GROUP_NAMES: Record<LeadGroup, string> = {
  due: 'Nu terugbellen',
  new: 'Nieuw',
  unread: 'Nog niet nagegaan',
  no_answer: 'Nam niet op',
  later: 'Later terugbellen',
  spoken: 'Gesproken',
};

/** The last outcome, short, as it stands on a card. */
export const LAST_OUTCOMES: Record<CallOutcome, string> = {
  gaikan_call_later: 'later terugbellen',
  skip: 'niet meer bellen',
  gaikan_called_noanswer: 'nam niet op',
  not_interested: 'geen interesse',
  not_interested_price: 'te duur',
  approve: 'akkoord',
  appointment: 'afspraak',
};
