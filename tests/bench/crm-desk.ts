import { setTimeout as pause } from 'node:timers/promises';
import { startPortal } from '../bff/portal.ts';
import { ADMIN, ownersOf, type Staff, staffOf } from '../bff/staff.ts';
import { limited, percentile, type Row } from './table.ts';

const LIMIT = 10;
const LATENCY_MS = 200;
const DIALS = 20;
const MOST_CREDITS = 10;
/** The length of a telephone call: the list is read again meanwhile. */
const MINUTE_MS = 60_000;
const MANY = 40_000;
const ROUND_MS = 1_000;

/** The CRM credits that the dials of one colleague cost, and the cost of a list that takes twenty queries to read. */
export async function benchDesk(): Promise<Row[]> {
  return [...(await dials()), ...(await manyDeals())];
}

/** Dials one lead a minute: next lead, panel with notes, "neemt niet op". */
async function dials(): Promise<Row[]> {
  const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
  const settings = { contacts: 500, concurrency: LIMIT };
  const portal = await startPortal({ LOG_LEVEL: 'silent' }, undefined, settings, clock);
  try {
    const staff = staffOf(portal, (await ownersOf(portal)).sanne);
    await staff.leads();
    const credits: number[] = [];
    const calls: number[] = [];
    for (let dial = 0; dial < DIALS; dial += 1) {
      clock.offsetMs += MINUTE_MS;
      const asked = await portal.crmCallsOf(async () => {
        await dialled(staff);
        await portal.settled();
      });
      credits.push(asked.reduce((sum, each) => sum + each.credits, 0));
      calls.push(asked.length);
    }
    const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
    return [
      limited(`a dial, the mean of ${DIALS} a minute apart: credits`, '', mean(credits), MOST_CREDITS),
      { what: `a dial, the mean of ${DIALS} a minute apart: CRM calls`, unit: '', measured: [mean(calls)] },
    ];
  } finally {
    await portal.close();
  }
}

async function dialled(staff: Staff): Promise<void> {
  const contactId = (await staff.next()) ?? '';
  const [{ deals }] = await Promise.all([staff.contact(contactId), staff.get(`${ADMIN}/contacts/${contactId}/notes`)]);
  await staff.act({ action: 'gaikan_called_noanswer', contactId, dealId: deals[0]?.id });
}

/** Checks that every open deal is in the list from the first request on, and that leads are handed out at once. */
async function manyDeals(): Promise<Row[]> {
  const settings = { contacts: MANY, latencyMs: LATENCY_MS, concurrency: LIMIT };
  const portal = await startPortal({ LOG_LEVEL: 'silent' }, undefined, settings);
  try {
    const staff = staffOf(portal, (await ownersOf(portal)).sanne);
    await portal.settled();
    const began = performance.now();
    const since = () => performance.now() - began;
    const reading = { firstScreenMs: 0, isDone: false };
    const whole = (async () => {
      for (;;) {
        const list = await staff.list();
        reading.firstScreenMs ||= since();
        reading.isDone = list.known === undefined;
        if (reading.isDone) return { ms: since(), count: list.count };
        await pause(ROUND_MS);
      }
    })();
    const waits: number[] = [];
    while (!reading.isDone || waits.length < DIALS) {
      const asked = since();
      await staff.next();
      waits.push(since() - asked);
    }
    const { ms, count } = await whole;
    const about = `${MANY.toLocaleString('en')} open deals: `;
    return [
      { what: `${about}the first screen`, unit: 's', measured: [reading.firstScreenMs / 1000] },
      limited(`${about}all of them, from the first question`, 's', ms / 1000, 45),
      limited(`${about}missing of them`, '', Math.max(0, MANY - count), 0),
      limited(
        `${about}the next lead, nine of ten within, from the first moment`,
        's',
        percentile(waits, 0.9) / 1000,
        3,
      ),
    ];
  } finally {
    await portal.close();
  }
}
