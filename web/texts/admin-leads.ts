import type { HeldBack, SearchHit } from '../../bff/view-models/callcenter.ts';
import type { LeadGroup } from '../../bff/view-models/leads.ts';
import { formatWhole } from './format.ts';

/** Asked before leaving a lead on which something typed or chosen is not saved. */
export const LEAVING = {
  confirm: 'Zonder resultaat verder?',
  title: 'Uw notitie komt bij deze lead. In de belpauze krijgt geen collega deze lead.',
  stays: 'Wat u hier invulde en niet opsloeg, staat er nog als u terugkomt.',
};

export const LEADS = {
  title: 'Leads',
  failed: 'De lijst met leads kon niet worden geladen.',
  stale: (time: string) => `De lijst kon niet worden vernieuwd; dit is de stand van ${time}.`,
  incomplete: (known: number) => `De lijst is nog niet compleet: ${formatWhole(known)} leads geladen.`,
  stopped: (time: string) =>
    `Het tegoed voor het CRM is bijna op. De lijst wordt vandaag niet meer bijgewerkt; dit is de stand van ${time}. Bellen en vastleggen gaat door.`,
  search: 'Zoeken',
  searchHint: 'naam, nummer, adres, e-mail, kenmerk',
  mine: 'Mijn leads',
  mineNeedsOwner: 'Kies eerst bovenaan wie u bent.',
  /**
   * `shown` is less than `found` if the list is cut off; `found` is less than `all` if a search or filter is active.
   */
  count: (shown: number, found: number, all: number) => {
    if (shown < found) return `De eerste ${formatWhole(shown)} van ${formatWhole(found)} leads, in belvolgorde`;
    const leads = all === 1 ? '1 lead' : `${formatWhole(all)} leads`;
    return found === all ? leads : `${formatWhole(found)} van ${leads}`;
  },
  searching: 'Zoeken in alle leads ...',
  searchFailed: 'Er kon niet worden gezocht in alle leads.',
  noStage: 'Geen fase',
  none: 'Er zijn geen leads om te bellen.',
  unread: (count: number) =>
    `Van ${count === 1 ? '1 lead is nog niet nagegaan of die gebeld is' : `${formatWhole(count)} leads is nog niet nagegaan of zij gebeld zijn`}: er zijn meer gesprekken dan het CRM in één keer geeft. Bij het volgende vernieuwen gaat het verder.`,
  notFound: (isWholeCrmSearched: boolean) =>
    `Niet gevonden in de lijst.${isWholeCrmSearched ? '' : ' Typ drie tekens of meer: dan wordt ook gezocht wie getekend heeft, gesloten is of niet gebeld wil worden.'}`,
  crmSearch: 'Gevonden in het hele CRM:',
  crmSearchNone: 'Ook in het hele CRM is niemand gevonden.',
  crmSearchNobodyElse: 'Verder is in het hele CRM niemand gevonden.',
  crmSearchMore: (shown: number) =>
    `Er zijn er meer: dit zijn er ${formatWhole(shown)}, de laatst gewijzigde eerst. Typ er een woord bij, zoals de straat of de plaats.`,
  crmSearchNumber:
    'In het CRM wordt een nummer gevonden zoals het meestal wordt geschreven. Een nummer dat anders is geschreven, vindt u alleen in de lijst.',
  crmSearchKenmerk:
    'Een offertekenmerk wordt gevonden als er iets over is vastgelegd: een handtekening, vraag, wens, afwijzing of herroeping.',
  crmSearchFailed: 'Er kon niet in het hele CRM worden gezocht.',
  goToLabel: 'Contact openen op nummer',
  goToPlaceholder: 'CONTACT ID',
  go: 'Go',
  next: 'Volgende lead',
  previous: 'Vorige lead',
  all: 'Alle leads',
  choose: 'Kies een lead in de lijst, of druk op "Volgende lead": dan krijgt u de eerste die niemand anders heeft.',
  noneToChoose:
    'De lijst is leeg: er is niemand om te bellen. Met "Zoeken" vindt u iedereen in het CRM, ook wie getekend heeft of gesloten is.',
  nextNeedsOwner: 'Kies eerst bovenaan wie u bent.',
  nextFailed: 'De volgende lead kon niet worden opgehaald.',
  nextLate: 'De volgende lead kwam terwijl u al verder was. Druk weer op "Volgende lead" als u zover bent.',
  nobody:
    'Er is nu niemand om te bellen: iedereen is gebeld of heeft geen nummer, een collega is ermee bezig, of het is geen beltijd.',
  foreignFlow: (brand: string) => `(niet ${brand})`,
  attempts: (count: number) => (count === 1 ? '1 keer gebeld' : `${formatWhole(count)} keer gebeld`),
  heldBack: {
    no_number: 'Geen telefoonnummer',
    no_permission: 'Geen toestemming om te bellen',
    most_attempts: 'Vaak genoeg gebeld: wordt niet meer aangeboden',
    said_no: 'Zei nee: wordt niet meer aangeboden',
  } satisfies Partial<Record<HeldBack['why'], string>>,
  /** `isOfNumber`: the call was to another contact with the same number. */
  again: (moment: string, isOfNumber: boolean) =>
    `${isOfNumber ? 'Nummer is gebeld: ' : ''}${moment} weer aan de beurt`,
  message: { question: 'Heeft een vraag', wish: 'Wenst een wijziging' },
  callback: (moment: string) => `Bellen: ${moment}`,
  openedBy: (name: string, time: string) => `${name} heeft deze open sinds ${time}`,
  nameless: '(geen naam)',
  confirmed: (time: string, what: string, name: string) => `${time} vastgelegd: ${what} · ${name}`,
  backTo: 'Terug naar deze lead',
} as const;

/** What the CRM did not deliver; the list works without it. */
export const UNKNOWN_OF_LEADS = {
  do_not_call:
    'Het CRM zegt nog niet van iedereen wie niet gebeld wil worden. Tot dan is een nummer geen link: wacht met bellen.',
  call_history:
    'Het CRM geeft geen overzicht van de gesprekken. De leads staan op volgorde van aanmelding; wat er eerder is gezegd, leest u in de notities.',
  callbacks:
    'Het CRM zegt niet van wie een terugbelafspraak is. Zo’n lead wordt daarom pas na een dag vanzelf aangeboden; kies hem in de lijst als de afspraak van u is.',
  messages: 'Het CRM zegt niet wie een vraag of een wens heeft. Dat ziet u zodra u een lead opent.',
  users: 'Het CRM geeft de lijst van collega’s niet: bij "Gebruiker?" staat wie een deal heeft.',
  stages:
    'Het CRM zegt niet welke fasen gesloten zijn. Alleen deals op "Closed Won" en "Closed Lost" gelden als gesloten.',
} as const;

export const LEAD_GROUP_NAMES: Record<LeadGroup, string> = {
  due: 'Nu terugbellen',
  approved: 'Akkoord, niet getekend',
  new: 'Nieuw',
  unread: 'Nog niet nagegaan',
  no_answer: 'Nam niet op',
  later: 'Later terugbellen',
  spoken: 'Gesproken',
};

/** States of contacts found by the CRM-wide search. */
export const CONTACT_STATE_NAMES: Record<SearchHit['state'], string> = {
  open: 'open',
  closed: 'gesloten',
  signed: 'getekend',
  withdrawn: 'herroepen',
  declined: 'afgewezen',
  do_not_call: 'niet bellen',
  no_deal: 'geen deal',
};
