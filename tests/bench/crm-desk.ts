import { setTimeout as pause } from 'node:timers/promises';
import { startPortal } from '../bff/portal.ts';
import { ADMIN, ownersOf, type Staff, staffOf } from '../bff/staff.ts';
import { figures, limited, percentile, type Row } from './table.ts';

const LIMIT = 10;
const LATENCY_MS = 200;
const MINUTES = 20;
/** The length of a telephone call: the list is read again meanwhile. */
const MINUTE_MS = 60_000;
/** How often a screen says that its panel is open. */
const HEARTBEAT_MS = 5_000;
const MANY = 40_000;
const FEWEST_WAITS = 20;
const ROUND_MS = 1_000;

/** The CRM credits that the dials of one colleague cost, and the cost of a list that takes twenty queries to read. */
export async function benchDesk(): Promise<Row[]> {
  return [...(await dials(1, 13)), ...(await dials(4, 10)), ...(await manyDeals())];
}

/** Each colleague dials one lead a minute, with the requests of the screen. */
async function dials(colleagues: number, mostCredits: number): Promise<Row[]> {
  const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
  const portal = await startPortal({ LOG_LEVEL: 'silent' }, clock, {
    contacts: 500,
    concurrency: LIMIT,
    nobodyLeft: true,
  });
  try {
    const staff = Object.values(await ownersOf(portal))
      .slice(0, colleagues)
      .map((id) => staffOf(portal, id));
    if (staff.length < colleagues) throw new Error(`the sandbox has only ${staff.length} colleagues`);
    let leads = await Promise.all(staff.map((each) => each.next()));
    const calls = await portal.crmCallsOf(async () => {
      for (let minute = 0; minute < MINUTES; minute += 1) {
        const panels = await Promise.all(staff.map((each, n) => openPanel(each, leads[n] ?? '')));
        for (let ms = 0; ms < MINUTE_MS; ms += HEARTBEAT_MS) {
          await Promise.all(staff.map((each, n) => each.presence(leads[n] ?? '')));
          clock.offsetMs += HEARTBEAT_MS;
        }
        const called = leads;
        leads = await Promise.all(staff.map((each, n) => recordAndGoOn(each, panels[n] ?? {})));
        await Promise.all(staff.map((each, n) => each.presence(called[n] ?? '', false)));
        await portal.settled();
      }
    });
    const count = MINUTES * staff.length;
    const credits = calls.reduce((sum, each) => sum + each.credits, 0);
    const what = `a dial, the mean of ${MINUTES} minutes of ${colleagues}`;
    return [
      limited(`${what}: credits`, '', credits / count, mostCredits),
      figures(`${what}: CRM calls`, '', [calls.length / count]),
    ];
  } finally {
    await portal.close();
  }
}

async function openPanel(staff: Staff, contactId: string) {
  const [{ deals }] = await Promise.all([
    staff.contact(contactId),
    staff.get(`${ADMIN}/contacts/${contactId}/timeline`),
  ]);
  return { contactId, dealId: deals[0]?.id };
}

/** The screen asks for the next lead while the outcome is recorded, and again after it. */
async function recordAndGoOn(staff: Staff, subject: object) {
  await Promise.all([staff.act({ action: 'gaikan_called_noanswer', ...subject }), staff.next({ ahead: true })]);
  return staff.next();
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
    while (!reading.isDone || waits.length < FEWEST_WAITS) {
      const asked = since();
      await staff.next();
      waits.push(since() - asked);
    }
    const { ms, count } = await whole;
    const nextLead = percentile(waits, 0.9) / 1000;
    const about = `${MANY.toLocaleString('en')} open deals: `;
    return [
      figures(`${about}the first screen`, 's', [reading.firstScreenMs / 1000]),
      limited(`${about}all of them, from the first question`, 's', ms / 1000, 45),
      limited(`${about}missing of them`, '', Math.max(0, MANY - count), 0),
      limited(`${about}the next lead, nine of ten within, from the first moment`, 's', nextLead, 3),
    ];
  } finally {
    await portal.close();
  }
}
