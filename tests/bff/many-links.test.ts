import { afterEach, describe, expect, test } from 'vitest';
import { openPortal } from './own-portal.ts';

// Many people at once at a CRM that accepts few calls: their reads share queries (decision J11), and each gets their
// own data.

const PEOPLE = 30;
const BATCHED = ' in (';
/** Three calls at once, one of which is for staff and signing. */
const PLACES = 3;

const portal = await openPortal({ LOG_LEVEL: 'warn', CRM_MAX_CONCURRENCY: String(PLACES) }, undefined, {
  contacts: PEOPLE,
  latencyMs: 50,
});
afterEach(async () => {
  await portal.behave({ largeTextInCoql: true });
  await portal.reset();
});

interface Person {
  id: string;
  hash: string;
}

async function people(): Promise<Person[]> {
  const contacts = await portal.records('Contacts', 'id,survey1_hash');
  return contacts
    .map(({ id, survey1_hash }) => ({ id: String(id), hash: String(survey1_hash) }))
    .filter(({ hash }) => hash.startsWith('sandbox-lead-'));
}

/**
 * Everybody opens their link and then their quote, all at the same moment. Returns the contact and deal that each got.
 */
async function allLook(all: readonly Person[]) {
  return Promise.all(
    all.map(async ({ hash }) => {
      const link = await portal.call('GET', '/api/contacts/verify', { hash });
      const { contact } = link.body as { contact?: { id: string; deals: { id: string }[] } };
      const dealId = contact?.deals[0]?.id;
      const { status, body } = await portal.call('GET', `/api/contacts/deals/${dealId}`, { hash });
      const isOwn = status === 200 && (body.deal as { id: string }).id === dealId;
      return `${link.status} ${contact?.id} ${isOwn}`;
    }),
  );
}

const own = (all: readonly Person[]) => all.map(({ id }) => `200 ${id} true`);

describe('decision J11 reads share a query', () => {
  test('of thirty visitors at once everybody gets their own data, in a fraction of the calls', async () => {
    const all = await people();
    const calls = await portal.crmCallsOf(async () => expect(await allLook(all)).toEqual(own(all)));
    expect(calls.length).toBeLessThan(PEOPLE);
    expect((await portal.sandbox<{ most: number }>('GET', '/sandbox/at-once')).most).toBeLessThanOrEqual(PLACES);
  });

  test('a visitor who is alone costs one call for the link and one for the quote, neither of them a shared query', async () => {
    const [first] = await people();
    const calls = await portal.crmCallsOf(() => allLook(first ? [first] : []));
    const ofLinks = calls.map((call) => JSON.stringify(call)).filter((call) => call.includes('survey1_hash'));
    expect(ofLinks.map((call) => call.includes(BATCHED))).toEqual([false, false]);
  });

  test.each([
    ['fails at, twice,', { kind: 'status', status: 500, times: 2 }],
    ['cuts off, twice,', { kind: 'reset', when: 'within', times: 2 }],
    ['does not finish, twice,', { kind: 'truncate', times: 2 }],
    ['answers late, once,', { kind: 'latency', ms: 4_500, times: 1 }],
    ['is busy, once, at', { kind: 'status', status: 429, times: 1 }],
  ])('everybody gets their own data from a CRM that %s a query for many', async (_, fault) => {
    const all = await people();
    await portal.fault({ match: 'coql', sent: BATCHED, ...fault });
    expect(await allLook(all)).toEqual(own(all));
    await portal.struck(1);
  });

  test('if the CRM refuses large texts in a query, records are read together by their ids', async () => {
    await portal.behave({ largeTextInCoql: false });
    const all = await people();
    expect(await allLook(all)).toEqual(own(all));
    const calls = await portal.crmCallsOf(async () => expect(await allLook(all)).toEqual(own(all)));
    expect(calls.length).toBeLessThan(2 * PEOPLE);
  });

  test('links that differ only in case never open each other’s page, in a shared query or alone', async () => {
    const [one, other, third] = await people();
    if (!one || !other || !third) throw new Error('too few people');
    const hashes = ['sandbox-case-aBcD-0000000000', 'sandbox-case-AbCd-0000000000'];
    for (const [n, { id }] of [one, other].entries())
      await portal.unchecked('Contacts', id, { survey1_hash: hashes[n] });
    const twins = [one, other].map(({ id }, n) => ({ id, hash: hashes[n] ?? '' }));
    const all = [...twins, ...(await people())];
    // A shared query gives each link its own data. A query for one link alone finds both contacts, so it opens neither.
    for (const some of [all, twins.slice(0, 1), twins.slice(1)]) {
      for (const [n, seen] of (await allLook(some)).entries()) {
        expect(seen.split(' ')[1]).toMatch(new RegExp(`^(${some[n]?.id}|undefined)$`));
      }
    }
    const [, , ...others] = await allLook(all);
    expect(others).toEqual(own(all.slice(2)));
  });

  test('others get their own record although one is unreadable or too large for an answer', async () => {
    const all = await people();
    const [odd, ...others] = all;
    const { body } = await portal.call('GET', '/api/contacts/verify', { hash: odd?.hash ?? '' });
    const [deal] = (body.contact as { deals: { id: string }[] }).deals;
    const texts = { survey1_calc: 'x'.repeat(7 * 1024 * 1024) };
    await portal.unchecked('Deals', deal?.id ?? '', texts);
    const [, ...seen] = await allLook(all);
    expect(seen).toEqual(own(others));
  });

  test('if the CRM refuses a query for many, everybody gets their own data, and the log names the refusal', async () => {
    const all = await people();
    await portal.fault({ match: 'coql', sent: BATCHED, kind: 'status', status: 400 });
    expect(await allLook(all)).toEqual(own(all));
    await portal.struck(1);
    expect(portal.logged()).toContain('the CRM refuses a query for many links');
  });
});
