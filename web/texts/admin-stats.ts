import { formatWhole } from './format.ts';

export const STATS = {
  title: 'Stats',
  age: (time: string) => `Stand van ${time}`,
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
  keyContacts: 'Contacten',
  keyLeads: 'Leads',
  span: (days: number) => `laatste ${days} dagen`,
  power: 'Vermogen per fase',
  stage: 'Fase',
  kw: 'kW',
  kwh: 'kWh',
  deals: 'Deals',
  kwAmount: (kw: string) => `${kw} kW`,
} as const;
