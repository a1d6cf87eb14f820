import type { LeadCard, LeadGroup, LeadListAnswer } from '../../../../bff/view-models/callcenter.ts';
import { leadSearch, type SearchText, searchTextOf } from '../../../../bff/view-models/lead-search.ts';

/** The list as the screen holds it: the first thousands in calling order, and how many there are. */
export interface LeadList {
  cards: readonly LeadCard[];
  /** All that were asked for, also those beyond the cards. */
  count: number;
  byId: ReadonlyMap<string, LeadCard>;
  perGroup: ReadonlyMap<LeadGroup, number>;
  searchTexts: readonly SearchText[];
  /** What the CRM does not tell about them. */
  unknown: NonNullable<LeadListAnswer['result']['unknown']>;
}

export function leadListOf({ contacts, count, unknown = [] }: LeadListAnswer['result']): LeadList {
  const perGroup = new Map<LeadGroup, number>();
  for (const { group } of contacts) perGroup.set(group, (perGroup.get(group) ?? 0) + 1);
  return {
    cards: contacts,
    count,
    byId: new Map(contacts.map((card) => [card.id, card])),
    perGroup,
    searchTexts: contacts.map(searchTextOf),
    unknown,
  };
}

/** The list at a later moment: a callback that fell due since comes before all but those that were due already. */
export function dueBy(list: LeadList, nowMs: number): LeadList {
  const isNowDue = ({ group, callback }: LeadCard) => group === 'later' && Date.parse(callback ?? '') <= nowMs;
  if (!list.cards.some(isNowDue)) return list;
  const due = list.cards.filter(isNowDue).map((card) => ({ ...card, group: 'due' as const }));
  const before = list.cards.filter(({ group }) => group === 'due');
  const after = list.cards.filter((card) => card.group !== 'due' && !isNowDue(card));
  return leadListOf({ contacts: [...before, ...due, ...after], count: list.count, unknown: [...list.unknown] });
}

/** The list without whom colleagues closed since it was read. */
export function without(list: LeadList, gone: readonly string[]): LeadList {
  const left = gone.filter((id) => list.byId.has(id));
  if (left.length === 0) return list;
  const contacts = list.cards.filter(({ id }) => !left.includes(id));
  return leadListOf({ contacts, count: list.count - left.length, unknown: [...list.unknown] });
}

/** Whether there are more than the list shows: then the server is asked to search. */
export function isPartial({ cards, count }: LeadList): boolean {
  return count > cards.length;
}

export function narrowed({ cards, searchTexts }: LeadList, query: string, ownerId: string | undefined) {
  const matches = leadSearch(query);
  return cards.filter((card, index) => {
    const text = searchTexts[index];
    return (ownerId === undefined || isMine(card, ownerId)) && text !== undefined && matches(text);
  });
}

/** One's own contacts, and the callbacks that one agreed on anybody's contact (decision I8). */
export function isMine({ owner, callbackOwner }: LeadCard, ownerId: string): boolean {
  return owner?.id === ownerId || callbackOwner?.id === ownerId;
}
