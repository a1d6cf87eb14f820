import { expect, test } from 'vitest';
import type { Question } from '../../crm-contract/questions.ts';
import { hurriedClock } from './clocks.ts';
import { CONTACT_ID, connect, errorOf, flatError } from './connect.ts';
import { type Answer, empty, html, json } from './fault-crm.ts';

// The documentation does not guarantee this query. A CRM lists the closed tasks of a contact separately, or among the
// others.

const QUARTER_MS = 15 * 60_000;
const refusal = flatError(400, 'INVALID_DATA', { resource_path_index: 2 });
const task = json(200, { data: [{ id: CONTACT_ID, Subject: 'Bellen', Status: 'Completed' }], info: {} });

async function asking() {
  const hurried = hurriedClock();
  let passedMs = 0;
  const clock = { ...hurried, now: () => hurried.now() + passedMs };
  const refused: Question[] = [];
  const connected = await connect({ clock, onRefused: (question) => refused.push(question) });
  const { crm, server, context } = connected;
  const ask = () => crm.tasks.listFor({ module: 'Contacts', id: CONTACT_ID }, context());
  /** Reads the tasks: the list of closed tasks gets this answer, the list of open tasks is empty. */
  const askedOf = async (closed: Answer) => {
    server.answers((response, seen) => (seen.path.includes('_History') ? closed : empty(204))(response, seen));
    const before = server.seen.length;
    const found = await ask();
    return { found: found.length, calls: server.seen.length - before };
  };
  const pass = (ms: number) => {
    passedMs += ms;
  };
  return { ...connected, pass, refused, ask, askedOf };
}

test('a refused query is not sent for a quarter of an hour, then once more, and is reported once', async () => {
  const { askedOf, pass, crm, refused } = await asking();
  expect(await askedOf(refusal)).toEqual({ found: 0, calls: 2 });
  expect(await askedOf(refusal)).toEqual({ found: 0, calls: 1 });
  pass(QUARTER_MS);
  expect(await askedOf(refusal)).toEqual({ found: 0, calls: 2 });
  expect(await askedOf(refusal)).toEqual({ found: 0, calls: 1 });
  expect(refused).toEqual(['closed_activities']);
  expect(crm.questions.isRefused('closed_activities')).toBe(true);
});

test('a query that the CRM accepts again is sent as before', async () => {
  const { askedOf, pass, crm } = await asking();
  await askedOf(refusal);
  pass(QUARTER_MS);
  expect(await askedOf(task)).toEqual({ found: 1, calls: 2 });
  expect(crm.questions.isRefused('closed_activities')).toBe(false);
  expect(await askedOf(task)).toEqual({ found: 1, calls: 2 });
});

test.each([
  ['a failure', flatError(500, 'INTERNAL_ERROR')],
  ['a page of a proxy', html(400)],
  ['too many calls', flatError(429, 'TOO_MANY_REQUESTS')],
  ['a missing permission', flatError(403, 'NO_PERMISSION')],
])('%s does not count as a refusal: the error is thrown, and the query is sent again at once', async (_, answer) => {
  const { ask, askedOf, crm, refused } = await asking();
  await errorOf(askedOf(answer));
  expect([refused, crm.questions.isRefused('closed_activities')]).toEqual([[], false]);
  expect(await askedOf(task)).toEqual({ found: 1, calls: 2 });
  expect(await ask()).toHaveLength(1);
});
