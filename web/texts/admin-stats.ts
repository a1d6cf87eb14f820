import type { NoOutcome } from '../../bff/view-models/call-outcomes.ts';
import type { FunnelStep, LossReason, WithoutPower } from '../../bff/view-models/stats.ts';
import { formatWhole } from './format.ts';

export const STATS = {
  title: 'Stats',
  age: (time: string) => `Stand van ${time}`,
  stopped: 'Het tegoed voor het CRM is bijna op: de cijfers worden vandaag niet meer vernieuwd.',
  reload: 'Vernieuwen',
  reloading: '...',
  failed: 'De cijfers konden niet worden geladen.',
  stale: 'De cijfers konden niet worden vernieuwd.',
  customers: 'Klanten per dag',
  since: (day: string) => `Vanaf ${day}; dagen zonder aanmelding staan er niet bij.`,
  none: 'Er heeft zich nog niemand aangemeld.',
  date: 'Datum',
  registered: 'Aanmeldingen',
  contacts: 'Contacten',
  registeredOn: (count: number) => `+ ${formatWhole(count)} registered`,
  contactsOn: (count: number) => `+ ${formatWhole(count)} Contacts`,
  chart: (days: number) =>
    `Aanmeldingen en contacten over de laatste ${days} dagen; dezelfde cijfers staan in de tabel.`,
  keyLeads: 'Leads',
  span: (days: number) => `laatste ${days} dagen`,
  power: 'Vermogen per fase',
  stage: 'Fase',
  kw: 'kW',
  kwh: 'kWh',
  deals: 'Deals',
  funnel: 'Van aangeboden naar getekend',
  step: 'Stap',
  share: 'Aandeel',
  open: 'Open waarde incl. btw',
  won: 'Gewonnen waarde incl. btw',
  calls: 'Gesprekken',
  callsSince: (moment: string) =>
    `Er zijn meer gesprekken dan het CRM in één keer geeft: dit is de telling vanaf ${moment}. Per periode, hieronder, is alles geteld.`,
  agreed: 'Terugbelafspraken',
  overdue: 'Verlopen',
  laterToday: 'Nog vandaag',
  anybody: 'Voor iedereen',
  noAgreed: 'Er zijn geen afspraken voor vandaag, en er is geen afspraak verlopen.',
  dealsSince: (day: string) =>
    `Nog niet alle deals zijn geladen: deze cijfers gaan over deals vanaf ${day}. Bij het volgende vernieuwen zijn het er meer.`,
  powerWithout: 'Niet meegeteld in kW en kWh:',
  funnelNote:
    'Een verloren, afgewezen of herroepen offerte blijft bij de aangeboden offertes staan. "Getekend" en "Gewonnen" zijn zonder wat is herroepen; "Open" is zonder wat is afgewezen. Of een verloren offerte bekeken was, bewaart het CRM niet.',
  byOutcome: 'Per belresultaat',
  byColleague: 'Per collega',
  today: 'Vandaag',
  week: 'Deze week',
  otherOutcome: 'Anders',
  noCalls: 'Deze week is er nog niet gebeld.',
  notTold: 'Het CRM geeft deze cijfers niet.',
  kwAmount: (kw: string) => `${kw} kW`,
} as const;

/** Figures for a selectable period. */
export const PERIOD = {
  title: 'Cijfers over een periode',
  choose: 'Periode',
  from: 'Van',
  to: 'Tot en met',
  endsBefore: 'De periode eindigt voordat zij begint.',
  incomplete: 'Vul een hele datum in.',
  failed: 'De cijfers over deze periode konden niet worden geladen.',
  csv: 'Als CSV opslaan',
  fileTitle: (from: string, to: string) => `Cijfers ${from} tot en met ${to}`,
  months: 'Per maand van de offerte',
  monthsNote:
    'Naar de maand waarin de deal is aangemaakt: het CRM bewaart niet wanneer een offerte is aangeboden. Zo blijft een offerte in haar maand staan, hoe zij ook afloopt.',
  colleaguesNote: 'Gesprekken in deze periode. Verlopen afspraken zijn van dit moment.',
  sources: 'Per herkomst',
  losses: 'Redenen van verlies',
  lossesNote: 'Ook van deals die nog geen offerte hadden.',
  none: 'In deze periode is er niets te tellen.',
  month: 'Maand',
  offered: 'Aangeboden',
  open: 'Open',
  signed: 'Getekend',
  closed: 'Gewonnen zonder handtekening',
  lost: 'Verloren',
  withdrawn: 'Herroepen',
  share: 'Aandeel getekend',
  value: 'Waarde incl. btw',
  won: 'Gewonnen incl. btw',
  name: 'Naam',
  other: 'Anders',
  nobody: 'Zonder naam, voor iedereen',
  overdue: 'Verlopen afspraken',
  source: 'Herkomst',
  noSource: 'Onbekend',
  reason: 'Reden',
} as const;

/** Selectable periods, each ending today or with the previous month. */
export const PERIOD_NAMES = {
  month: 'Deze maand',
  previous: 'Vorige maand',
  quarter: 'Laatste 3 maanden',
  year: 'Laatste 12 maanden',
  all: 'Alles',
  own: 'Zelf gekozen',
} as const;

/** Only reasons that no outcome gives; the others use the label of their outcome. */
export const LOSS_NAMES: Record<Exclude<LossReason, NoOutcome>, string> = {
  declined: 'Door de klant afgewezen',
  withdrawn: 'Herroepen',
  unrecorded: 'Gesloten zonder vastgelegde reden',
};

/** For instance "1 × L (Groot gebruik)". */
export const WITHOUT_POWER_NAMES: Record<WithoutPower, (count: number) => string> = {
  L: (count) => `${formatWhole(count)} × L (Groot gebruik)`,
  XL: (count) => `${formatWhole(count)} × XL (Grid gebruik)`,
  manual: (count) => (count === 1 ? '1 handmatige offerte' : `${formatWhole(count)} handmatige offertes`),
  unsized: (count) => (count === 1 ? '1 deal zonder formaat' : `${formatWhole(count)} deals zonder formaat`),
};

export const FUNNEL_NAMES: Record<FunnelStep, string> = {
  offered: 'Aangeboden',
  viewed: 'Bekeken',
  approved: 'Akkoord',
  signed: 'Getekend',
};
