import { expect, test } from 'vitest';
import { createCrmTime, type Sender } from '../../crm-contract/http/send.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const HOUR_MS = 3_600_000;

test('the CRM’s time is taken from its answers; one wrong date in the future changes nothing', async () => {
  const crmTime = createCrmTime({ now: () => NOW });
  let aheadMs = 10 * 60_000;
  const answers = {
    send: async () => ({ status: 200, date: new Date(NOW + aheadMs).toUTCString() }),
  } as unknown as Sender;
  const sender = crmTime.toldBy(answers);
  const send = () => sender.send({} as never, 1_000);
  await send();
  expect(crmTime.now()).toBe(NOW + aheadMs);
  aheadMs = 6 * HOUR_MS;
  await send();
  expect(crmTime.now()).toBe(NOW + 10 * 60_000);
  aheadMs = -HOUR_MS;
  await send();
  expect(crmTime.now()).toBe(NOW - HOUR_MS);
});
