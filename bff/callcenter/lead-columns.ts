import type { Coded, LeadCard, LeadColumns } from '../view-models/callcenter.ts';

/** The cards by column, in their order. */
export function columnsOf(cards: readonly LeadCard[]): LeadColumns {
  const column = <Name extends keyof LeadCard>(name: Name) => cards.map((card) => card[name]);
  return {
    id: column('id'),
    owner: coded(column('owner')),
    Full_Name: column('Full_Name'),
    Lead_Owner_Flow: coded(column('Lead_Owner_Flow')),
    Phone: column('Phone'),
    Email: column('Email'),
    Mailing_Zip: column('Mailing_Zip'),
    Mailing_City: coded(column('Mailing_City')),
    group: coded(column('group')),
    callback: coded(column('callback')),
    attempts: coded(column('attempts')),
    lastOutcome: coded(column('lastOutcome')),
    lastCallAt: coded(column('lastCallAt')),
    openedBy: coded(column('openedBy')),
  };
}

function coded<Value>(column: readonly Value[]): Coded<Value> {
  const known = new Map<unknown, number>();
  const values: Value[] = [];
  const places = column.map((value) => {
    // Nothing is no text: there may be a place called "null".
    const key = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    let place = known.get(key);
    if (place === undefined) {
      place = values.push(value) - 1;
      known.set(key, place);
    }
    return place;
  });
  return { values, places };
}
