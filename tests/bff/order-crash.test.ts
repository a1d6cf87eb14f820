import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../bff/config.ts';
import { createLog } from '../../bff/http/logging.ts';
import { type RunningServer, startServer } from '../../bff/server.ts';
import type { Deal } from '../../bff/view-models/deal.ts';
import { BFF_FLAGS, mustListen, startChild } from '../../commands/child.ts';
import { listSubjects, type Subject } from '../soak/stage-crm.ts';
import { startStoppingCrm } from './faults/stopping-crm.ts';
import { environmentOn, type Portal, startPortal } from './portal.ts';
import { send } from './send.ts';

// Kill -9 between any two writes of a signature, of its repair, and of a withdrawal. Each row of the tables has its own
// deal, about which the CRM executes only so many writes. When all rows have come that far, the process is killed. A
// second process repairs orders of the first and is killed as well. Then two more processes start at the same moment,
// and both find the unfinished rest.

/** Longer than the lease of a process that died. */
const AFTER_THE_HOLD_MS = 10 * 60_000;
/** Enough for all orders at once, also on a busy machine: background work has an eighth of the slots. */
const ROOM = { CRM_MAX_CONCURRENCY: '100', PDF_DEADLINE_MS: '120000' };
const BROWSER = 'browser of before the crash';

/** The writes of a signature that the CRM had executed when the process died, and the final state. */
const SIGNATURES = [
  { writes: 0, last: 'nothing', signed: false, mails: 0, tasks: 0 },
  { writes: 1, last: 'the signature', signed: true, mails: 1, tasks: 0 },
  { writes: 2, last: 'the stage', signed: true, mails: 1, tasks: 0 },
  { writes: 3, last: 'the note', signed: true, mails: 1, tasks: 0 },
  { writes: 4, last: 'the stored file', signed: true, mails: 1, tasks: 0 },
  // From here on nobody knows whether the mail went.
  { writes: 5, last: 'the attachment', signed: true, mails: 0, tasks: 1 },
  { writes: 6, last: 'the mail', signed: true, mails: 1, tasks: 1 },
  { writes: 7, last: 'the moment of the copy', signed: true, mails: 1, tasks: 0 },
] as const;

/** Another process repairs an order that has only its signature, and dies as well. */
const REPAIRS = [{ writes: 1, last: 'taking it over', signed: true, mails: 1, tasks: 0 }, ...SIGNATURES.slice(2)];
const ORDERS = [
  ...SIGNATURES.map((row) => ({ ...row, of: 'a signature' })),
  ...REPAIRS.map((row) => ({ ...row, of: 'a repair' })),
].map((row, index) => ({ ...row, index }));

/** The task and the field of a withdrawal are written at the same time. */
const WITHDRAWALS = [
  { writes: 0, last: 'nothing', withdrawn: false },
  { writes: 1, last: 'the note', withdrawn: true },
  { writes: 2, last: 'the task or the field', withdrawn: true },
  { writes: 3, last: 'the task and the field', withdrawn: true },
  { writes: 4, last: 'the receipt', withdrawn: true },
] as const;

interface Case {
  subject: Subject;
  kenmerk: string;
  fingerprint: string;
}

let portal: Portal;
let second: RunningServer;
let wire: Awaited<ReturnType<typeof startStoppingCrm>>;
/** The process that dies. */
let victim: ChildProcess;
/** Presses a button as a customer's browser does. */
let ask: (path: string, hash: string, body?: object, key?: string) => Promise<Deal>;
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };
let signatures: Case[] = [];
let withdrawals: Case[] = [];
let pressedAt = 0;
let diedAt = 0;

beforeAll(async () => {
  const settings = { contacts: 33, concurrency: 100, subConcurrency: 100 };
  portal = await startPortal({ ...ROOM }, clock, settings);
  wire = await startStoppingCrm(portal.crmUrl);
  const { child, url } = await startPortalOf(wire.url);
  victim = child;
  ask = async (path, hash, body, key) => {
    const headers = { 'user-agent': BROWSER, ...(key && { 'idempotency-key': key }) };
    const answer = await send(body ? 'POST' : 'GET', `${url}/api/contacts/deals/${path}`, { hash, body, headers });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    return answer.body.deal as Deal;
  };
  const quoted = (await listSubjects(portal.crmUrl)).filter((_, index) => (index + 1) % 3 !== 0);
  const look = async (subject: Subject): Promise<Case> => {
    const { kenmerk, fingerprint } = await ask(subject.dealId, subject.hash);
    return { subject, kenmerk, fingerprint };
  };
  const signers = quoted.slice(0, ORDERS.length);
  for (const { dealId } of signers) await portal.salesOps('Deals', dealId, { survey1_approve_clicked: true });
  const withdrawers = quoted.slice(ORDERS.length, ORDERS.length + WITHDRAWALS.length);
  for (const { dealId } of withdrawers) await portal.salesOps('Deals', dealId, { gaikan_signature_plain: 'Naam' });
  [signatures, withdrawals] = await Promise.all([Promise.all(signers.map(look)), Promise.all(withdrawers.map(look))]);
});

beforeAll(async () => {
  const sign = ({ subject: { dealId, hash }, fingerprint }: Case) =>
    ask(`${dealId}/approve`, hash, { fingerprint, gaikan_signature_plain: 'Naam' }, `sign-${dealId}`);
  pressedAt = Date.now();
  const presses = [
    ...signatures.map((each, index) => ({ each, press: sign, writes: SIGNATURES[index]?.writes ?? 1 })),
    ...withdrawals.map((each, index) => ({
      each,
      press: ({ subject: { dealId, hash } }: Case) => ask(`${dealId}/withdraw`, hash, {}),
      writes: WITHDRAWALS[index]?.writes ?? 0,
    })),
  ];
  await startLongestFirst(presses, ({ each, press, writes }) => {
    const reached = wire.stopAfter(writes, [each.subject.dealId, each.subject.contactId, each.kenmerk]);
    // Callers of a process that dies get no answer.
    void press(each).catch(() => undefined);
    return reached;
  });
  await kill(victim);
  diedAt = Date.now();
  await wire.stop();
});

beforeAll(async () => {
  const left = signatures.slice(SIGNATURES.length);
  for (const { subject } of left) await endHold(subject.dealId);
  const stopping = await startStoppingCrm(portal.crmUrl);
  const visits = left.map((each, index) => ({ each, writes: REPAIRS[index]?.writes ?? 0 }));
  const stops = new Map(
    visits.map(({ each: { subject, kenmerk }, writes }) => [
      subject.dealId,
      stopping.stopAfter(writes, [subject.dealId, subject.contactId, kenmerk]),
    ]),
  );
  const { child, url } = await startPortalOf(stopping.url);
  // A visit starts a repair. Repairs at the start of a process would run one after another.
  await startLongestFirst(visits, ({ each: { subject } }) => {
    void fetch(`${url}/api/contacts/deals/${subject.dealId}`, { headers: { 'x-survey-hash': subject.hash } });
    return stops.get(subject.dealId);
  });
  await kill(child);
  await stopping.stop();
});

beforeAll(async () => {
  aheadMs = AFTER_THE_HOLD_MS;
  const config = loadConfig({ ...environmentOn(portal.crmUrl), ...ROOM });
  [second] = await Promise.all([startServer(config, createLog('silent'), clock), portal.restart()]);
});
afterAll(async () => {
  await second.stop();
  await portal.close();
});

async function sentAt(dealId: string): Promise<void> {
  await expect.poll(async () => (await portal.record('Deals', dealId)).portal_copy_sent_at).toEqual(expect.any(String));
}

/**
 * Starts the orders first whose writes come after the PDF. A PDF takes seconds on a slow machine. Meanwhile the
 * withheld answers of the others would time out and open the circuit.
 */
async function startLongestFirst<T extends { writes: number }>(
  all: readonly T[],
  start: (each: T) => Promise<void> | undefined,
): Promise<void> {
  const needsPdf = ({ writes }: T) => writes > 3;
  await Promise.all(all.filter(needsPdf).map(start));
  await Promise.all(all.filter((each) => !needsPdf(each)).map(start));
}

/** Waits for this number, and expects the same number after both processes delivered all orders. */
async function settles(count: () => Promise<number>, expected: number): Promise<void> {
  await expect.poll(count).toBe(expected);
  await Promise.all([portal.delivered(), second.ordersDelivered()]);
  expect(await count()).toBe(expected);
}

const related = async (dealId: string, list: string, title: string, start: string) =>
  (await portal.related('Deals', dealId, list, `${title},Note_Content`)).filter((each) =>
    String(each[title]).startsWith(start),
  );
const mails = async (subject: string) => (await portal.outbox()).filter((mail) => mail.subject === subject);

/** As if the five-minute lease of the dead process were over. */
async function endHold(dealId: string): Promise<void> {
  const evidence = JSON.parse(String((await portal.record('Deals', dealId)).portal_signature_evidence));
  evidence.copy.heldUntil = new Date(pressedAt).toISOString();
  await portal.salesOps('Deals', dealId, { portal_signature_evidence: JSON.stringify(evidence) });
}

async function kill(child: ChildProcess): Promise<void> {
  const died = once(child, 'exit');
  child.kill('SIGKILL');
  await died;
}

describe('I1, I2 a process dies in the middle of a signature, or of its repair', () => {
  test.each(ORDERS)(
    'after $last of $of there is one signature with true evidence, one note and one PDF, and the copy is mailed once or left to a colleague',
    async ({ index, signed, mails: mailed, tasks }) => {
      const { subject, kenmerk } = signatures[index] as Case;
      const { dealId } = subject;
      const count = async (list: string, title: string, start: string) =>
        (await related(dealId, list, title, start)).length;
      const copy = `Uw getekende offerte (${kenmerk})`;
      await settles(async () => (await mails(copy)).length, mailed);
      await settles(() => count('Tasks', 'Subject', 'Stuur de klant de getekende offerte'), tasks);
      await settles(() => count('Notes', 'Note_Title', 'Ondertekening '), signed ? 1 : 0);
      await settles(() => count('Attachments', 'File_Name', 'Getekende offerte '), signed ? 1 : 0);
      const deal = await portal.record('Deals', dealId);
      expect(deal.gaikan_signature_plain).toBe(signed ? 'Naam' : null);
      if (!signed) return;
      expect(deal.Stage).toBe('Closed Won');
      if (tasks === 0) await sentAt(dealId);
      const evidence = JSON.parse(String(deal.portal_signature_evidence));
      expect(evidence).toMatchObject({ name: 'Naam', ip: '127.0.0.1', userAgent: BROWSER });
      expect(Date.parse(evidence.signedAt)).toBeGreaterThanOrEqual(pressedAt);
      expect(Date.parse(evidence.signedAt)).toBeLessThanOrEqual(diedAt);
      const [note] = await related(dealId, 'Notes', 'Note_Title', 'Ondertekening ');
      expect(note?.Note_Content).toContain(`Tijd (server): ${evidence.signedAt}`);
      expect(note?.Note_Content).toContain('IP-adres: 127.0.0.1');
    },
  );
});

describe('I2, I3 a process dies in the middle of a withdrawal', () => {
  test.each(WITHDRAWALS.map((row, index) => ({ ...row, index })))(
    'after $last the order is withdrawn with one note, one task and at most one receipt, or it is not withdrawn',
    async ({ index, withdrawn }) => {
      const { subject, kenmerk } = withdrawals[index] as Case;
      const { dealId } = subject;
      const expected = withdrawn ? 1 : 0;
      await settles(async () => (await related(dealId, 'Notes', 'Note_Title', 'Herroeping ')).length, expected);
      await settles(async () => (await related(dealId, 'Tasks', 'Subject', 'Herroeping ')).length, expected);
      const { portal_withdrawn_at: at } = await portal.record('Deals', dealId);
      expect(at === null).toBe(!withdrawn);
      const receipts = await mails(`Uw herroeping: ontvangstbevestiging (${kenmerk})`);
      expect(receipts.length).toBeLessThanOrEqual(1);
      if (!withdrawn) return;
      expect(Date.parse(String(at))).toBeLessThanOrEqual(diedAt);
      const [note] = await related(dealId, 'Notes', 'Note_Title', 'Herroeping ');
      const [, noted = ''] = /^Tijd \(server\): (\S+)$/m.exec(String(note?.Note_Content)) ?? [];
      expect(Math.floor(Date.parse(noted) / 1_000)).toBe(Date.parse(String(at)) / 1_000);
    },
  );
});

async function startPortalOf(crmUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const env = { ...environmentOn(crmUrl), LOG_LEVEL: 'silent', ...ROOM };
  const child = startChild([...BFF_FLAGS, 'bff/main.ts'], env);
  return { child, url: `http://127.0.0.1:${await mustListen(child)}` };
}
