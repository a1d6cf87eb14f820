import { describe, expect, type TestContext, test } from 'vitest';
import type { LeadChanges } from '../../../bff/view-models/callcenter.ts';
import type { SandboxSettings } from '../../../fixtures/crm-sandbox/settings.ts';
import { planCall } from '../call-history.ts';
import { alteredCrm } from '../faults/altered-crm.ts';
import { startWork } from '../faults/at-work.ts';
import { ADMIN, ownersOf, type Staff, staffOf, subjectOf } from '../staff.ts';

// A colleague acts while another is waiting for a CRM answer from before that action.

const LIST = 'Stage not in';
const TAGS = 'Tag like';
const CHANGED_CALLS = 'from Calls where (Who_Id is not null and Modified_Time';

/** Two colleagues, and a CRM whose answers a test can delay. */
async function startDesks(context: TestContext, settings: Partial<SandboxSettings> = {}) {
  const held: { part: string; strike(): void; released: Promise<void> }[] = [];
  const { through } = alteredCrm(context.onTestFinished, async ({ path, body }, pass) => {
    const answer = await pass();
    const at = held.findIndex(({ part }) => `${path} ${body}`.includes(part));
    const [one] = at < 0 ? [] : held.splice(at, 1);
    one?.strike();
    await one?.released;
    return answer;
  });
  const work = await startWork(context, settings, through);
  const { portal } = work;
  const owners = await ownersOf(portal);
  await portal.settled();
  return {
    ...work,
    owners,
    sanne: staffOf(portal, owners.sanne),
    tom: staffOf(portal, owners.tom),
    mayNotBeCalled: async (staff: Staff, id: string) => (await staff.presence(id)).doNotCall === true,
    /** Delays the next answer to a call with this text; `struck` resolves once that answer is ready. */
    hold: (part: string) => {
      const { promise: struck, resolve: strike } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      held.push({ part, strike, released });
      return { struck, release };
    },
  };
}

/** Whose read ends first. If she joins Tom's read, Tom gets the answer before her. */
function earlierOf(hers: Promise<unknown>, toms: Promise<unknown>): Promise<string> {
  return Promise.race([toms.then(() => 'toms'), hers.then(() => 'hers')]);
}

describe.concurrent('a list whose read began before one’s own change', () => {
  test('a new owner is in the next list', async (context) => {
    const { portal, owners, sanne, tom, hold } = await startDesks(context);
    const bram = subjectOf(portal, 'bram');
    const slow = hold(LIST);
    const toms = tom.leads();
    await slow.struck;
    expect((await sanne.act({ action: 'setOwner', ...bram, value: owners.yusuf })).status).toBe(200);
    const hers = sanne.leads();
    expect(await earlierOf(hers, toms)).toBe('hers');
    slow.release();
    await toms;
    expect((await hers).find(({ id }) => id === bram.contactId)?.owner?.id).toBe(owners.yusuf);
    // The list that arrived last is the older one.
    const found = await tom.list('?search=bram');
    expect(found.contacts[0]?.owner?.id).toBe(owners.yusuf);
  });

  test('an outcome that was taken back is in the next list', async (context) => {
    const { portal, sanne, tom, hold } = await startDesks(context);
    const bram = subjectOf(portal, 'bram');
    expect((await sanne.act({ action: 'not_interested', ...bram })).status).toBe(200);
    const slow = hold(LIST);
    const toms = tom.leads();
    await slow.struck;
    expect((await sanne.act({ action: 'undo', ...bram })).status).toBe(200);
    const hers = sanne.leads();
    expect(await earlierOf(hers, toms)).toBe('hers');
    slow.release();
    await toms;
    expect((await hers).map(({ id }) => id)).toContain(bram.contactId);
  });
});

describe.concurrent('I9 "Niet meer bellen" while tags are being read', () => {
  test('the person leaves the list at once, and stays out of it', async (context) => {
    const { portal, sanne, tom, hold, mayNotBeCalled } = await startDesks(context);
    const bram = subjectOf(portal, 'bram');
    const { readAt } = await tom.list();
    const slow = hold(TAGS);
    const toms = tom.leads();
    await slow.struck;
    expect((await sanne.act({ action: 'skip', ...bram })).status).toBe(200);
    slow.release();
    expect((await toms).map(({ id }) => id)).not.toContain(bram.contactId);
    const heard = (await tom.get(`${ADMIN}/changes?since=${readAt}`)).body as unknown as LeadChanges;
    expect([heard.gone, await mayNotBeCalled(tom, bram.contactId)]).toEqual([[bram.contactId], true]);
  });

  test('the tag stays in the panel', async (context) => {
    const { portal, sanne, tom, hold, mayNotBeCalled } = await startDesks(context);
    const bram = subjectOf(portal, 'bram');
    const slow = hold(`/Contacts/${bram.contactId}`);
    const toms = tom.contact(bram.contactId);
    await slow.struck;
    expect((await sanne.act({ action: 'skip', ...bram })).status).toBe(200);
    slow.release();
    await toms;
    expect(await mayNotBeCalled(tom, bram.contactId)).toBe(true);
  });
});

describe.concurrent('I9 a panel that is read while a colleague closes the lead', () => {
  test('learns that it was closed, because the panel counts as old as the start of its read', async (context) => {
    const { portal, sanne, tom, hold } = await startDesks(context);
    const bram = subjectOf(portal, 'bram');
    const slow = hold(`/Contacts/${bram.contactId}`);
    const reading = sanne.contact(bram.contactId);
    await slow.struck;
    expect((await tom.act({ action: 'not_interested', ...bram })).status).toBe(200);
    slow.release();
    const { deals, readAt } = await reading;
    expect(deals[0]?.Stage).toBe('Available For Customer');
    const { news } = await sanne.presence(bram.contactId);
    expect(Date.parse(news?.at ?? '')).toBeGreaterThan(Date.parse(readAt));
  });
});

describe.concurrent('I7 a lead that was called a moment ago is not handed out again', () => {
  test.for(['not_interested', 'gaikan_called_noanswer', 'skip'])(
    'called (%s) while a colleague’s next lead was looked for',
    async (action, context) => {
      const { sanne, tom, pass, hold } = await startDesks(context);
      const first = String(await sanne.next());
      const dealId = (await sanne.contact(first)).deals[0]?.id;
      pass(100_000);
      const slow = hold(CHANGED_CALLS);
      const toms = tom.next();
      await slow.struck;
      expect((await sanne.act({ action, contactId: first, dealId })).status).toBe(200);
      await sanne.presence(first, false);
      slow.release();
      expect(await toms).not.toBe(first);
    },
  );

  test('from a list of thousands that is some seconds old, after the due callback', async (context) => {
    const { portal, sanne, tom, pass } = await startDesks(context, { contacts: 2_100 });
    const karel = subjectOf(portal, 'karel');
    await planCall(portal, karel.contactId, -600_000);
    expect((await tom.leads())[0]).toMatchObject({ id: karel.contactId, group: 'due' });
    expect(await sanne.next()).toBe(karel.contactId);
    pass(1_000);
    expect((await sanne.act({ action: 'gaikan_called_noanswer', ...karel })).status).toBe(200);
    pass(1_000);
    await sanne.next({ after: karel.contactId });
    pass(1_000);
    expect(await tom.next()).not.toBe(karel.contactId);
    const found = await tom.list('?search=karel');
    expect(found.contacts[0]?.group).not.toBe('due');
  });
});
