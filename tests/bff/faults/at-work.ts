import { expect, type TestContext } from 'vitest';
import type { ProblemCode } from '../../../bff/view-models/problem.ts';
import type { SandboxSettings } from '../../../fixtures/crm-sandbox/settings.ts';
import { portalOf } from '../own-portal.ts';
import type { Portal, startPortal } from '../portal.ts';
import type { Answer } from '../send.ts';
import { leftWith, staffOf, subjectOf } from '../staff.ts';

/** People working on a portal of their own, so that one test's faults do not affect another. */
export async function startWork(
  test: TestContext,
  settings: Partial<SandboxSettings> = {},
  env: Parameters<typeof startPortal>[0] = {},
) {
  let passedMs = 0;
  const clock = { now: () => Date.now() + passedMs };
  const portal = await portalOf(test, env, clock, { tokenGrants: 1_000, ...settings });
  return {
    portal,
    ...atWork(portal),
    /** Moves the BFF's clock; backwards with a negative number. */
    pass: (ms: number) => {
      passedMs += ms;
    },
    /** Repeats the request, as a browser does, until the portal tries the CRM again. */
    healed: (ask: () => Promise<Answer>) =>
      test.expect.poll(async () => (await ask()).status, { interval: 250 }).toBe(200),
    fault: portal.fault,
    calm: portal.noFaults,
  };
}

/** People's actions while the CRM fails, and the CRM's records afterwards. */
function atWork(portal: Portal) {
  const staff = staffOf(portal);
  const [anna, bram] = [portal.as('anna'), portal.as('bram')];
  return {
    /** Bram opens his quote. */
    look: () => bram.get(bram.deal),
    /** Anna answers a question of the survey: a write that sets values. */
    save: (survey1_panels_age = '3-4') => anna.put(anna.deal, { props: { survey1_panels_age } }),
    savedAge: async () => (await portal.record('Deals', anna.dealId)).survey1_panels_age,
    /** Bram asks a question: a note and a task, which must not exist twice. */
    ask: (key: string) => bram.post(`${bram.deal}/question`, { text: 'Wanneer komt u?' }, { 'idempotency-key': key }),
    asked: async () => {
      const notes = await portal.related('Deals', bram.dealId, 'Notes', 'Note_Title,Note_Content');
      const tasks = await portal.related('Deals', bram.dealId, 'Tasks', 'Subject,Description');
      const ours = (text: unknown) => String(text).includes('Wanneer komt u?');
      return {
        notes: notes.filter(({ Note_Content }) => ours(Note_Content)).length,
        tasks: tasks.filter(({ Description }) => ours(Description)).length,
      };
    },
    /** Staff record that Bram did not answer: a call and a note. */
    noAnswer: (key: string) =>
      staff.act({ action: 'gaikan_called_noanswer', ...subjectOf(portal, 'bram'), note: 'Voicemail' }, key),
    noted: async () => {
      const { notes, calls } = await leftWith(portal, bram.contactId);
      const ours = notes.filter(({ Note_Content }) => String(Note_Content).includes('Voicemail'));
      return { notes: ours.length, calls: calls.length };
    },
    /** Staff open Bram in the call center. */
    open: () => staff.get(`/api/admin/callcenter/contacts/${bram.contactId}`),
    leads: () => staff.get('/api/admin/callcenter'),
    stats: () => staff.get('/api/admin/stats'),
  };
}

/** A clear failure with a Retry-After, and without the CRM's own answer. */
export function expectReported({ status, headers, body }: Answer, error: ProblemCode) {
  expect([status, body.error, body.message]).toEqual([503, error, 'request failed']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toMatch(/<html|zoho|coql|token|maintenance|127\.0\.0\.1|ECONN|INTERNAL_ERROR| at /i);
  expect(body).not.toHaveProperty('deal');
  expect(body).not.toHaveProperty('result');
}
