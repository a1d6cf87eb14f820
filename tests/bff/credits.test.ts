import { beforeEach, describe, expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import type { PeriodAnswer } from '../../bff/view-models/stats.ts';
import { attack, guessedLink } from '../security/attack.ts';
import { openPortal, ownPortal } from './own-portal.ts';
import { HASTY } from './portal.ts';
import { ADMIN, ownersOf, staffOf, subjectOf } from './staff.ts';

// Decision J12: the day's credits are counted as documented, and reported.

const A_DAY = 10_000;
const clock = { ...HASTY, offsetMs: 0, now: () => Date.now() + clock.offsetMs };

const portal = await openPortal({ CRM_CREDITS_A_DAY: String(A_DAY) }, clock, { credits: A_DAY });
const staff = staffOf(portal, (await ownersOf(portal)).sanne);
await portal.settled();
beforeEach(async () => {
  await portal.reset();
  await portal.restart();
  await portal.settled();
});

/** The values of a metric, by their label. */
async function metric(name: string): Promise<Record<string, number>> {
  const { body } = await portal.call('GET', '/metrics');
  const lines = [...String(body).matchAll(new RegExp(`^${name}\\{\\w+="([^"]+)"\\} (\\S+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, label, value]) => [label, Number(value)]));
}

const sum = (values: Record<string, number>) => Object.values(values).reduce((total, each) => total + each, 0);
const spentAtCrm = async () => (await portal.sandbox<{ spent: number }>('GET', '/sandbox/credits')).spent;

describe('J12 the cost of calls', () => {
  test('is counted as the CRM counts: queries by their limit, mails, lists, writes', async () => {
    const before = sum(await metric('crm_credits_spent_total')) - (await spentAtCrm());
    const bram = portal.as('bram');
    await bram.get('/api/contacts/verify');
    await staff.leads();
    await staff.act({ action: 'gaikan_called_noanswer', ...subjectOf(portal, 'bram') });
    await staff.act({ action: 'send-link', contactId: bram.contactId });
    await staff.get(`${ADMIN}/search?q=karel`);
    await portal.call('POST', '/api/contacts/link', { body: { email: 'anna@example.nl' } });
    await portal.settled();
    const spent = await metric('crm_credits_spent_total');
    expect(spent['mail.send']).toBe(40);
    expect(sum(spent) - before).toBe(await spentAtCrm());
  });

  test('is an estimate until the CRM says what is left, and then the CRM’s figure', async () => {
    await staff.leads();
    const { estimate } = await metric('crm_credits_left');
    expect(estimate).toBeLessThan(A_DAY);
    expect(estimate).toBeGreaterThan(A_DAY - 200);
    expect(String((await portal.call('GET', '/metrics')).body)).toContain(`\ncrm_credits_a_day ${A_DAY}\n`);
    await portal.sandbox('PATCH', '/sandbox/credits', { left: 4_000 });
    await portal.as('bram').get('/api/contacts/verify');
    expect(await metric('crm_credits_left')).toEqual({ crm: A_DAY - (await spentAtCrm()) });
  });
});

describe('J12 the order in which work stops when credits run out', () => {
  const TODAY = /vandaag/;
  /** Leaves this many credits, as if other users had spent the rest. The portal learns it with its next call. */
  const leave = async (left: number) => {
    await portal.sandbox('PATCH', '/sandbox/credits', { left });
    await staff.get(`${ADMIN}/contacts/${portal.as('joke').contactId}/owner`);
  };
  const stats = async () => (await staff.get('/api/admin/stats')).body.result as { stopped?: true };
  const period = async () =>
    (await staff.get('/api/admin/stats/period?from=2000-01-01&to=2100-01-01')).body.result as PeriodAnswer['result'];
  const { list } = staff;
  const viewed = () => portal.as('bram').post(`${portal.as('bram').deal}/viewed`, {});
  const open = () => portal.as('bram').get('/api/contacts/verify');

  test('when credits run out, the stats stop first, then the list, then "viewed", then other reads; saving and signing continue, and people read "vandaag"', async () => {
    const { figures } = await period();
    clock.offsetMs += 2 * 60_000;
    await leave(1_900);
    await list();
    expect(await stats()).toMatchObject({ stopped: true });
    // The last figures stay, however often they are asked for.
    for (let n = 0; n < 2; n += 1) expect(await period()).toMatchObject({ figures, stopped: true });
    expect(await list()).not.toHaveProperty('stopped');

    await leave(900);
    await portal.salesOps('Deals', portal.as('anna').dealId, { Stage: 'Closed Lost' });
    const { contacts, stopped } = await list();
    expect([stopped, contacts.some(({ id }) => id === portal.as('anna').contactId)]).toEqual([true, true]);
    // The list is old, but the portal reads the lead itself again.
    const calls = await portal.crmCallsOf(async () => {
      const { body } = await staff.post(`${ADMIN}/next`, {});
      expect(body.contactId).not.toBe(portal.as('anna').contactId);
    });
    expect(calls.length).toBeLessThanOrEqual(4);
    expect((await viewed()).status).toBe(200);

    await leave(400);
    const refused = await viewed();
    expect([refused.status, refused.body.error]).toEqual([503, 'busy']);
    expect(refused.body.detail).toMatch(TODAY);
    expect((await open()).status).toBe(200);
    const deal = (await portal.as('bram').get(portal.as('bram').deal)).body.deal as Deal;

    await leave(90);
    const closed = await open();
    expect([closed.status, closed.body.error]).toEqual([503, 'busy']);
    expect(closed.body.detail).toMatch(TODAY);
    expect((await metric('http_problems_total')).busy).toBe(2);
    expect((await staff.act({ action: 'gaikan_called_noanswer', ...subjectOf(portal, 'karel') })).status).toBe(200);
    const path = `/api/contacts/deals/${deal.id}/approve`;
    const { fingerprint } = deal;
    const approved = await portal.as('bram').post(path, { survey1_approve_clicked: true, fingerprint });
    expect(approved.status).toBe(200);
    const signed = await portal.as('bram').post(path, { gaikan_signature_plain: "Bram van 't Hof", fingerprint });
    expect(signed.status).toBe(200);
  });

  test('a "viewed" that is refused for want of credits costs no CRM call, also for a guessed link after many guesses', async () => {
    const own = await ownPortal({ CRM_CREDITS_A_DAY: String(A_DAY), UNKNOWN_LINKS_PER_MINUTE: '2' }, undefined, {
      credits: A_DAY,
    });
    for (const n of [1, 2]) {
      const hash = guessedLink(n);
      expect((await attack(own, { from: `127.8.0.${n}`, path: '/api/contacts/verify', hash })).status).toBe(404);
    }
    await own.sandbox('PATCH', '/sandbox/credits', { left: 400 });
    await own.as('bram').get('/api/contacts/verify');
    const calls = await own.crmCallsOf(async () => {
      const path = `${own.as('bram').deal}/viewed`;
      const guess = { from: '127.8.0.3', path, method: 'POST', hash: guessedLink(3), body: {} };
      expect((await attack(own, guess)).status).toBe(503);
    });
    expect(calls).toEqual([]);
  });

  test('the last credits are kept for saving, signing and withdrawing, also after a restart', async () => {
    const carla = portal.as('carla');
    const path = carla.deal;
    await portal.sandbox('PATCH', '/sandbox/credits', { left: 90 });
    await portal.restart();
    await staff.get(`${ADMIN}/contacts/${portal.as('joke').contactId}/owner`);
    expect((await carla.get(path)).status).toBe(503);
    const daan = portal.as('daan');
    // The browser repeats a press whose answer was lost.
    for (let press = 1; press <= 2; press += 1) {
      const key = (name: string) => ({ 'idempotency-key': `press-of-the-last-${name}` });
      const asked = await carla.post(`${path}/question`, { text: 'Past hij in de kelder?' }, key('question'));
      expect([press, asked.status]).toEqual([press, 200]);
      const withdrawn = await daan.post(`${daan.deal}/withdraw`, {}, key('withdrawal'));
      expect([press, withdrawn.status]).toEqual([press, 200]);
    }
  });

  test('without credits a call is refused; when credits are back, the portal notices it by itself', async () => {
    await portal.behave({ credits: false });
    const gone = await portal.as('hanna').get('/api/contacts/verify');
    expect([gone.status, gone.body.error]).toEqual([503, 'busy']);
    expect(gone.body.detail).toMatch(TODAY);
    await portal.behave({ credits: true });
    clock.offsetMs += 11 * 60_000;
    expect((await portal.as('hanna').get('/api/contacts/verify')).status).toBe(200);
  });
});
