import { expect, test } from 'vitest';
import { BackgroundJobs } from '../../../bff/crm/background-jobs.ts';
import { Stages } from '../../../bff/crm/stages.ts';
import { crmOptionsFor } from '../../../bff/crm/time-limits.ts';
import { createLog } from '../../../bff/http/logging.ts';
import { OpenDeals } from '../../../bff/queue/open-deals.ts';
import type { CrmClient } from '../../../crm-contract/client.ts';
import { CrmError } from '../../../crm-contract/errors.ts';

const DEALS = 6_000;
const clock = { now: Date.now, pause: async () => {} };
const idOf = (n: number) => String(4150868000000000000n + BigInt(n));

/**
 * A CRM with deals that are read below an id. Each call of `answer` gives one page; questions about changes are
 * refused.
 */
function slowCrm() {
  const waiting: (() => void)[] = [];
  const query = async ({ text }: { text: string }) => {
    if (text.includes('Modified_Time >=')) {
      throw new CrmError({ kind: 'refused', operation: 'query.Deals', sent: 'no', status: 400, code: 'INVALID_QUERY' });
    }
    const below = /id < '?(\d+)/.exec(text)?.[1];
    if (below !== undefined) await new Promise<void>((resolve) => waiting.push(resolve));
    const from = below === undefined ? DEALS : Number(BigInt(below) - BigInt(idOf(0)));
    const rows = Math.min(from, Number(/limit (\d+)/.exec(text)?.[1]));
    return Array.from({ length: rows }, (_, n) => ({
      id: idOf(from - 1 - n),
      'Contact_Name.id': idOf(DEALS + from - n),
      portal_declined_at: null,
      gaikan_signature_plain: null,
    }));
  };
  const crm = { crmTime: clock.now, query } as unknown as CrmClient;
  const answer = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return { crm, answer };
}

test('J12 a full read that takes longer than the time between refreshes is completed, also if the CRM refuses to say what changed', async () => {
  const { crm, answer } = slowCrm();
  const stages = new Stages(crm, clock);
  const deals = new OpenDeals({
    ...{ crm, clock, stages, onClosed: () => {} },
    background: new BackgroundJobs(createLog('silent'), clock),
  });
  for (let refresh = 1; refresh <= 5; refresh += 1) {
    await deals.refresh(crmOptionsFor('read'));
    answer();
    await new Promise(setImmediate);
  }
  expect([deals.leads().length, deals.isWhole]).toEqual([DEALS, true]);
});
