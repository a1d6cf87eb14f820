import { describe, expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { TestClock } from '../crm-sandbox/sandbox-under-test.ts';
import { startWork } from './faults/at-work.ts';
import type { Customer } from './portal.ts';
import { type Acted, staffOf, subjectOf } from './staff.ts';

// The CRM itself changes a record after a write, or somebody locks it there.

const dealOf = async (customer: Customer) => (await customer.get(customer.deal)).body.deal as Deal;

describe.concurrent('A3, fault 34: a workflow that changes the record after our write', () => {
  test('does not count as an edit: approving, signing and answering still work', async (context) => {
    const clock = new TestClock();
    const { portal } = await startWork(context, { clock, workflowMs: 2_000 });
    const bram = portal.as('bram');
    const path = bram.deal;
    expect((await bram.put(path, { props: { gaikan_saltion_battery_modules: '8' } })).status).toBe(200);
    clock.advance(2_001);
    const { fingerprint } = await dealOf(bram);
    const approved = await bram.post(`${path}/approve`, { survey1_approve_clicked: true, fingerprint });
    expect(approved.status).toBe(200);
    clock.advance(2_001);
    const signed = await bram.post(`${path}/approve`, { gaikan_signature_plain: 'Bram', fingerprint });
    expect(signed.status).toBe(200);
    clock.advance(2_001);
    expect((await dealOf(bram)).quoteArea).toBe('signed');
    expect(await portal.record('Deals', bram.dealId)).toMatchObject({
      Next_Step: 'Bijgewerkt door workflow',
      gaikan_signature_plain: 'Bram',
    });
  });

  test.for([0, 2_000])(
    'does not conflict with staff who continue from the answer to their last edit (after %d ms)',
    async (workflowMs, context) => {
      const clock = new TestClock();
      const { portal } = await startWork(context, { clock, workflowMs });
      const staff = staffOf(portal);
      let expected: string | undefined;
      for (const value of [7, 8, 9]) {
        const body = { action: 'set-battery-module-num', value, expected };
        const answer = await staff.act({ ...subjectOf(portal, 'bram'), ...body });
        expect(answer.status).toBe(200);
        expected = (answer.body.result as Acted).deal.version ?? undefined;
        clock.advance(workflowMs + 1);
      }
      expect(await portal.record('Deals', subjectOf(portal, 'bram').dealId)).toMatchObject({
        Next_Step: 'Bijgewerkt door workflow',
        gaikan_saltion_battery_modules: '9',
      });
    },
  );
});

test('crm-api §7.3 a record that somebody locked in the CRM is shown; a write is refused without blaming anybody, and the same answer can be sent again', async (context) => {
  const { portal } = await startWork(context);
  const anna = portal.as('anna');
  const lock = (locked: boolean) => portal.salesOps('Deals', anna.dealId, { $locked_for_me: locked });
  const save = () => anna.put(anna.deal, { props: { survey1_panels_age: '3-4' } });
  await lock(true);
  const refused = await save();
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  expect(refused.body.detail).toContain('staat deze wijziging nu niet toe');
  expect((await dealOf(anna)).survey1_panels_age).toBeNull();
  await lock(false);
  expect((await save()).status).toBe(200);
});
