import { describe, expect, test } from 'vitest';
import type { LeadCard } from '../../../bff/view-models/callcenter.ts';
import { searchTextOf } from '../../../bff/view-models/leads.ts';
import { dueBy, isPartial, type LeadList, narrowed, withChanges } from '../../../web/admin/queue/lead-list.ts';

const blank = {
  owner: null,
  Lead_Owner_Flow: null,
  Mailing_City: null,
  Stage: null,
  Amount: null,
  group: 'new',
  callback: null,
  callbackOwner: null,
  attempts: 0,
  lastOutcome: null,
  lastCallAt: null,
  openedBy: [],
} as const;
const card = (id: string, Full_Name: string | null, rest: Partial<LeadCard> = {}): LeadCard => ({
  ...blank,
  openedBy: [],
  id,
  Full_Name,
  Phone: null,
  Email: null,
  Mailing_Zip: null,
  ...rest,
});
const list: LeadList = {
  contacts: [
    card('801', 'Zoë Brouwer', { Phone: '06-12345678', Email: 'zoe@x.nl', Mailing_Zip: '3581 KD' }),
    card('802', "Bram van 't Hof", {
      Phone: '+31 6 87654321',
      Mailing_Zip: '6711 AB',
      owner: { id: '9', name: 'Tom' },
    }),
    card('803', null, { Email: 'bram@y.nl', callbackOwner: { id: '9', name: 'Tom' } }),
  ],
  count: 3,
  readAt: '2026-11-23T09:00:00.000Z',
};
const ids = (cards: readonly LeadCard[]) => cards.map(({ id }) => id);

describe('G1 search', () => {
  test.each([
    ['', ['801', '802', '803']],
    ['zoe', ['801']],
    ['BROUWER zoë', ['801']],
    ["van 't hof", ['802']],
    ['6711ab', ['802']],
    ['6711 AB', ['802']],
    ['bram', ['802', '803']],
    ['803', ['803']],
    ['80', ['801', '802', '803']],
    ['bram y.nl', ['803']],
    ['0687654321', ['802']],
    ['+31 6 1234 5678', ['801']],
    ['0031612345678', ['801']],
    ['nobody', []],
  ])('"%s" finds %j', (query, found) => {
    const texts = list.contacts.map(searchTextOf);
    expect(ids(narrowed(list, texts, query, undefined))).toEqual(found);
  });

  test('I8 "mijn leads" holds my contacts, and my callbacks on anybody’s contact', () => {
    expect(ids(narrowed(list, [], '', '9'))).toEqual(['802', '803']);
  });
});

test('I7 a list that holds only the first of many leads says so', () => {
  expect(isPartial(list)).toBe(false);
  expect(isPartial({ ...list, count: 4 })).toBe(true);
});

test('I7 on an idle screen a callback that becomes due moves up, below those that were due earlier, without a request', () => {
  const at = (minutes: number) => new Date(minutes * 60_000).toISOString();
  const waiting = {
    ...list,
    contacts: [
      card('1', 'a', { group: 'due', callback: at(1) }),
      card('2', 'b'),
      card('3', 'c', { group: 'later', callback: at(10) }),
      card('4', 'd', { group: 'later', callback: at(20) }),
    ],
  };
  expect(dueBy(waiting, 9 * 60_000)).toBe(waiting);
  const later = dueBy(waiting, 10 * 60_000);
  expect(ids(later.contacts)).toEqual(['1', '3', '2', '4']);
  expect(later.contacts.map(({ group }) => group)).toEqual(['due', 'due', 'new', 'later']);
});

test('I9 outcomes of colleagues change the list: a new callback, a lead that they closed, and a lead that they opened again', () => {
  const later = { group: 'later', callback: '2026-11-24T09:00:00+01:00' } as const;
  const called = card('801', 'Zoë Brouwer', { ...later, attempts: 1 });
  const opened = card('804', 'Joke', later);
  const changed = [
    { lead: called, after: '803' },
    { lead: opened, after: '801' },
  ];
  const now = withChanges(list, { gone: ['802', '999'], changed });
  expect(ids(now.contacts)).toEqual(['803', '801', '804']);
  expect(now.contacts).toContain(called);
  expect(now.count).toBe(3);
  // This list lacks the lead that the changed one comes after, because that lead is new.
  expect(ids(withChanges(list, { gone: [], changed: [{ lead: called, after: '900' }] }).contacts).at(-1)).toBe('801');
  expect(withChanges(list, { gone: ['999'], changed: [] })).toBe(list);
});
