import { expect, test } from 'vitest';
import { LeadEvents } from '../../../bff/queue/lead-events.ts';
import { InMemoryStore } from '../../../bff/shared-store/shared-store.ts';

const clock = { now: () => 0, pause: async () => {} };

test('an action of a colleague who has left since then is shown as by "een collega"', () => {
  const names = new Map([['1', 'Sanne']]);
  const events = new LeadEvents(clock, new InMemoryStore(clock), (id) => names.get(id));
  const sanne = { id: '1', name: 'Sanne' };
  events.add('7', { by: sanne, action: 'not_interested', dealId: '8' });
  events.change('7', { by: sanne, what: 'edit', dealId: '8' });
  const told = () => [events.last('7')?.by, events.newsFor('7', '2')?.by, events.changeFor('7', '2')?.by];
  expect(told()).toEqual(['Sanne', 'Sanne', 'Sanne']);
  names.clear();
  expect(told()).toEqual([null, null, null]);
  expect([events.newsFor('7', '1'), events.changeFor('7', '1')]).toEqual([null, null]);
});
