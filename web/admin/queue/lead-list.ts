import type { LeadCard, LeadChanges, LeadGroup, LeadListAnswer } from '../../../bff/view-models/callcenter.ts';
import { leadSearch, type SearchText } from '../../../bff/view-models/lead-search.ts';

/** The list as the screen holds it: the first thousands in calling order, and how many there are. */
export interface LeadList {
  cards: readonly LeadCard[];
  /** All that were asked for, also those beyond the cards. */
  count: number;
  /** When it was read, by the server's clock. */
  readAt: string;
  perGroup: ReadonlyMap<LeadGroup, number>;
  /** What the CRM left out about them. */
  unknown: NonNullable<LeadListAnswer['result']['unknown']>;
  /** How many the server knows, while it reads all of them for the first time. */
  known: number | undefined;
  /** Whether the server keeps it up to date no more today. */
  isStopped: boolean;
}

export function leadListOf(answer: LeadListAnswer['result']): LeadList {
  const { contacts, count, readAt, unknown = [], known, stopped = false } = answer;
  const perGroup = new Map<LeadGroup, number>();
  for (const { group } of contacts) perGroup.set(group, (perGroup.get(group) ?? 0) + 1);
  return {
    cards: contacts,
    count,
    readAt,
    perGroup,
    unknown,
    known,
    isStopped: stopped,
  };
}

/** The list at a later moment: a callback that fell due since comes before all but those that were due already. */
export function dueBy(list: LeadList, nowMs: number): LeadList {
  const isNowDue = ({ group, callback }: LeadCard) => group === 'later' && Date.parse(callback ?? '') <= nowMs;
  if (!list.cards.some(isNowDue)) return list;
  const due = list.cards.filter(isNowDue).map((card) => ({ ...card, group: 'due' as const }));
  const before = list.cards.filter(({ group }) => group === 'due');
  const after = list.cards.filter((card) => card.group !== 'due' && !isNowDue(card));
  return withCards(list, [...before, ...due, ...after], list.count);
}

/** The list with what colleagues recorded since it was read: without whom they closed, and each of the others in its place. */
export function withChanges(list: LeadList, { gone, changed }: LeadChanges): LeadList {
  const before = new Set(list.cards.map(({ id }) => id));
  const closed = gone.filter((id) => before.has(id));
  if (closed.length === 0 && changed.length === 0) return list;
  const moved = new Set([...closed, ...changed.map(({ lead }) => lead.id)]);
  const cards = list.cards.filter(({ id }) => !moved.has(id));
  for (const { lead, after } of changed) cards.splice(placeOf(cards, lead, after), 0, lead);
  // Those beyond the cards are counted already.
  const opened = isPartial(list) ? [] : changed.filter(({ lead }) => !before.has(lead.id));
  return withCards(list, cards, list.count - closed.length + opened.length);
}

/** After the lead that precedes it, or where that one is not on the screen at the end of its group. */
function placeOf(cards: readonly LeadCard[], { group }: LeadCard, after: string | null): number {
  if (after === null) return 0;
  const before = cards.findIndex(({ id }) => id === after);
  const last = before >= 0 ? before : cards.findLastIndex((card) => card.group === group);
  return last >= 0 ? last + 1 : cards.length;
}

function withCards(list: LeadList, contacts: LeadCard[], count: number): LeadList {
  const { perGroup } = leadListOf({ contacts, count, readAt: list.readAt });
  return { ...list, cards: contacts, count, perGroup };
}

/** Whether there are more than the list shows: then the server is asked to search. */
export function isPartial({ cards, count }: LeadList): boolean {
  return count > cards.length;
}

/** `texts`: what each lead of the list is found by; not needed without a query. */
export function narrowed(
  { cards }: LeadList,
  texts: readonly SearchText[],
  query: string,
  ownerId: string | undefined,
): readonly LeadCard[] {
  const mine = (card: LeadCard) => ownerId === undefined || isMine(card, ownerId);
  if (query === '') return cards.filter(mine);
  const matches = leadSearch(query);
  return cards.filter((card, index) => {
    const text = texts[index];
    return text !== undefined && matches(text) && mine(card);
  });
}

/** One's own contacts, and the callbacks that one agreed on anybody's contact (decision I8). */
export function isMine({ owner, callbackOwner }: LeadCard, ownerId: string): boolean {
  return owner?.id === ownerId || callbackOwner?.id === ownerId;
}
