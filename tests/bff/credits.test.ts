import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Portal, startPortal } from './portal.ts';
import { ADMIN, ownersOf, type Staff, staffOf, subjectOf } from './staff.ts';

// Decision J12: the day's credits are counted as documented, and told.

const A_DAY = 10_000;
let portal: Portal;
let staff: Staff;

beforeAll(async () => {
  portal = await startPortal({ CRM_CREDITS_A_DAY: String(A_DAY) }, undefined, { credits: A_DAY });
  staff = staffOf(portal, (await ownersOf(portal)).sanne);
  await portal.settled();
});
beforeEach(() => portal.reset());
afterAll(() => portal.close());

/** The values of a metric, by their label. */
async function metric(name: string): Promise<Record<string, number>> {
  const { body } = await portal.call('GET', '/metrics');
  const lines = [...String(body).matchAll(new RegExp(`^${name}\\{\\w+="([^"]+)"\\} (\\S+)$`, 'gm'))];
  return Object.fromEntries(lines.map(([, label, value]) => [label, Number(value)]));
}

const sum = (values: Record<string, number>) => Object.values(values).reduce((total, each) => total + each, 0);
const spentAtCrm = async () => (await portal.sandbox<{ spent: number }>('GET', '/sandbox/credits')).spent;

describe('J12 what calls cost', () => {
  test('is counted as the CRM counts it: queries by their limit, mails, lists, writes', async () => {
    const before = sum(await metric('crm_credits_spent_total'));
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

  test('is an estimate until the CRM says what is left, and then the CRM’s word', async () => {
    await staff.leads();
    const { estimate } = await metric('crm_credits_left');
    expect(estimate).toBeLessThan(A_DAY);
    expect(estimate).toBeGreaterThan(A_DAY - 200);
    await portal.sandbox('PATCH', '/sandbox/credits', { left: 4_000 });
    await portal.as('bram').get('/api/contacts/verify');
    expect(await metric('crm_credits_left')).toEqual({ crm: A_DAY - (await spentAtCrm()) });
  });
});
