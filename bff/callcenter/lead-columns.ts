import type { LeadCard, LeadColumns } from '../view-models/callcenter.ts';

/** The cards by column, in their order. */
export function columnsOf(cards: readonly LeadCard[]): LeadColumns {
  const column = <Name extends keyof LeadCard>(name: Name) => cards.map((card) => card[name]);
  const owners = new Map(cards.flatMap(({ owner }) => (owner ? [[owner.id, owner] as const] : [])));
  const places = new Map([...owners.keys()].map((id, place) => [id, place]));
  return {
    id: column('id'),
    owner: cards.map(({ owner }) => (owner && places.get(owner.id)) ?? null),
    owners: [...owners.values()],
    Full_Name: column('Full_Name'),
    Lead_Owner_Flow: column('Lead_Owner_Flow'),
    Phone: column('Phone'),
    Email: column('Email'),
    Mailing_Zip: column('Mailing_Zip'),
    Mailing_City: column('Mailing_City'),
    group: column('group'),
    callback: column('callback'),
    attempts: column('attempts'),
    lastOutcome: column('lastOutcome'),
    lastCallAt: column('lastCallAt'),
    openedBy: Object.fromEntries([...column('openedBy').entries()].filter(([, openedBy]) => openedBy.length > 0)),
  };
}
