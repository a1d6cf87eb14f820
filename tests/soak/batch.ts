import { setTimeout as pause } from 'node:timers/promises';
import { HOLD_MS } from '../../bff/agreement/hold.ts';
import type { Deal } from '../../bff/view-models/deal.ts';
import type { JournalEntry } from '../../fixtures/crm-sandbox/journal.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';
import { Chance } from './chance.ts';
import { CrmJournal, snapshot } from './crm-journal.ts';
import { type Customer, newTab, type Visitor } from './customer.ts';
import { answerSurvey, fillInDetails, reload } from './customer-answers.ts';
import { ask, sendPhotos, trespass } from './customer-sends.ts';
import { approveAndSign, withdraw } from './customer-signs.ts';
import { LATEST_COMMIT_MS, nameOf } from './fault-injection.ts';
import { type Finding, findingsIn } from './figures.ts';
import { Ledger } from './ledger.ts';
import { workInCrm } from './sales-ops.ts';
import { workLead } from './staff.ts';
import type { Stage } from './stage.ts';
import type { CountedFault, Subject } from './stage-crm.ts';

/** This many journeys share one CRM; the next ones get a fresh one. */
export const BATCH = 300;
/** The portal may get ten tokens in ten minutes, and the soak itself one. A batch takes less time than that. */
const MOST_TOKENS = 11;
/** Shorter texts occur by chance in sealed values; longer numbers are ids of records. */
const TELLING = 8;

export interface Tally {
  journeys: number;
  calls: number;
  faults: Map<string, number>;
  confirmed: number;
  unsure: number;
  refused: number;
  signed: number;
  findings: Finding[];
}

/**
 * Runs journeys in one CRM, many at once. `numbers` continue over all batches; the position in the batch is the
 * contact. At the end it visits every record once without faults, and reads the CRM's own journal.
 */
export async function runBatch(
  seed: number,
  numbers: readonly number[],
  openStage: () => Promise<Stage>,
): Promise<Tally> {
  const batch = Math.floor(((numbers[0] ?? 1) - 1) / BATCH);
  const stage = await openStage();
  try {
    const subjects = await stage.crm.subjects();
    const before = await snapshot(stage, subjects);
    const owners = await readOwners(stage);
    const ledger = new Ledger();
    await stage.crm.trouble(seed * 1_009 + batch * 104_729);

    await travel(
      numbers,
      async (journey) => {
        const subject = subjects[(journey - 1) % BATCH];
        const stranger = subjects[journey % BATCH];
        if (!subject || !stranger) throw new Error('there are fewer contacts than journeys');
        const person = (role: number) => ({ stage, ledger, journey, subject, chance: new Chance(seed, journey, role) });
        await Promise.all([visit({ ...person(1), stranger }), workLead(person(2), owners), workInCrm(person(3))]);
      },
      stage,
    );

    const faults = await stage.crm.calm();
    await pause(LATEST_COMMIT_MS);
    // Work that was in progress when the faults ended has to end first: reading an order in progress does not finish
    // it.
    await stage.restart();
    const everybody = numbers.flatMap((journey) => subjects[(journey - 1) % BATCH] ?? []);
    await visitCalmly(stage, everybody);
    // The work that those reads started ends as well.
    await stage.restart();
    if (await waitForHolds(stage, everybody)) await visitCalmly(stage, everybody);
    const persons = await personsShared(stage, everybody);
    await stage.stopPortal();
    const overLimits = checkLimits(await stage.crm.limits?.(), faults);
    const mailedTwice = twiceIn((await stage.crm.orderMails?.()) ?? []);
    const unanswered = stage.unanswered.map((what) => ({
      figure: 'accepted but unanswered' as const,
      journey: 0,
      what,
    }));
    const journal = await CrmJournal.read(stage, subjects, before);
    return {
      ...tallyOf(ledger, numbers.length, faults),
      findings: [...findingsIn(ledger, journal), ...unanswered, ...overLimits, ...mailedTwice, ...persons],
    };
  } finally {
    await stage.close();
  }
}

const COMMANDS: readonly ((customer: Customer) => Promise<void>)[] = [
  ...[answerSurvey, answerSurvey, answerSurvey, answerSurvey, fillInDetails, fillInDetails, reload],
  ...[sendPhotos, ask, approveAndSign, approveAndSign, trespass, withdraw],
];

/** A visit: the link, then random actions, and at the end the purpose: approve and sign. */
async function visit(who: Visitor): Promise<void> {
  const tab = newTab(who);
  await tab.read('/api/contacts/verify');
  const first = (await tab.read(`/api/contacts/deals/${who.subject.dealId}`))?.body.deal as Deal | undefined;
  if (!first) return;
  const customer: Customer = { ...who, tab, deal: first, presses: 0 };
  const commands = who.chance.int(4, 9);
  for (let n = 1; n <= commands; n += 1) {
    await who.chance.think();
    await who.chance.pick(COMMANDS)(customer);
  }
  await approveAndSign(customer);
  await reload(customer);
}

/** More calls at once than the portal may make, or more tokens than the CRM gives in ten minutes. */
function checkLimits(seen: { throttled: number; tokenRequests: number } | undefined, faults: readonly CountedFault[]) {
  const figure = 'over the limits of the CRM' as const;
  const injected = faults.reduce((sum, { status, hits }) => sum + (status === 429 ? hits : 0), 0);
  const throttled = (seen?.throttled ?? 0) - injected;
  const tokens = seen?.tokenRequests ?? 0;
  return [
    ...(throttled > 0 ? [{ figure, journey: 0, what: `${throttled} calls too many at once` }] : []),
    ...(tokens > MOST_TOKENS ? [{ figure, journey: 0, what: `${tokens} token requests` }] : []),
  ];
}

/** Runs the journeys, this many at once; the portal is restarted on the way. */
async function travel(numbers: readonly number[], go: (journey: number) => Promise<void>, stage: Stage): Promise<void> {
  const left = [...numbers];
  let done = 0;
  const { restarts } = stage;
  const stops = Array.from({ length: restarts }, (_, n) => Math.floor((numbers.length * (n + 1)) / (restarts + 1)));
  await Promise.all(
    Array.from({ length: stage.crm.atOnce }, async () => {
      for (let journey = left.shift(); journey !== undefined; journey = left.shift()) {
        await go(journey);
        done += 1;
        if (stops.includes(done)) void stage.restart();
      }
    }),
  );
  await stage.restarted();
}

function twiceIn(mails: readonly string[]): Finding[] {
  const groups = Object.entries(Object.groupBy(mails, (mail) => mail));
  return groups.flatMap(([mail, all = []]) =>
    all.length > 1 ? [{ figure: 'doubled', journey: 0, what: `${all.length} mails "${mail}"` }] : [],
  );
}

async function readOwners(stage: Stage): Promise<string[]> {
  const { body } = await stage.ask({
    method: 'GET',
    path: '/api/admin/stats',
    headers: { authorization: ADMIN_DIGEST },
  });
  if (!body.result) throw new Error(`no stats: ${JSON.stringify(body)} ${stage.unanswered}`);
  const { stats } = body.result as { stats: { contactOwners: { id: string }[] } };
  return stats.contactOwners.map(({ id }) => id);
}

/** Everybody reads once more, with a healthy CRM: this repairs what a fault left half done. */
async function visitCalmly(stage: Stage, subjects: readonly Subject[]): Promise<void> {
  for (const { hash, contactId, dealId } of subjects) {
    const customer = { 'x-survey-hash': hash };
    const staff = { authorization: ADMIN_DIGEST };
    const looks = [
      { path: `/api/contacts/deals/${dealId}`, headers: customer },
      { path: `/api/admin/callcenter/contacts/${contactId}`, headers: staff },
      { path: `/api/admin/callcenter/contacts/${contactId}/notes`, headers: staff },
      { path: `/api/admin/callcenter/contacts/${contactId}/photos`, headers: staff },
    ];
    for (const look of looks) await stage.ask({ method: 'GET', ...look });
  }
}

/**
 * Waits until no ended process holds a lease of an order or has an unfinished withdrawal. Another process may then
 * finish it, after at most five minutes. This is seldom needed: a process that stops completes its own withdrawals and
 * releases its orders, unless the CRM refuses even that.
 *
 * @returns whether there was one
 */
async function waitForHolds(stage: Stage, subjects: readonly Subject[]): Promise<boolean> {
  const journal = await stage.crm.journal();
  const ends = await Promise.all(subjects.map(({ dealId }) => endOfHold(stage, dealId, journal)));
  const waitMs = Math.max(...ends) - Date.now();
  if (waitMs <= 0) return false;
  await pause(waitMs + 1_000);
  return true;
}

async function endOfHold(stage: Stage, dealId: string, journal: readonly JournalEntry[]): Promise<number> {
  const deal = await stage.crm.record('Deals', dealId);
  const { portal_copy_sent_at: sentAt, portal_signature_evidence: stored, portal_withdrawn_at: withdrawnAt } = deal;
  const end = typeof withdrawnAt === 'string' && !isRecorded(dealId, journal) ? Date.parse(withdrawnAt) + HOLD_MS : 0;
  if (sentAt !== null || typeof stored !== 'string') return end;
  const { copy } = JSON.parse(stored) as { copy?: { heldUntil: string; isTask: boolean } };
  return Math.max(end, copy && !copy.isTask ? Date.parse(copy.heldUntil) : 0);
}

/** Whether the note and the task of a withdrawal were both made. */
function isRecorded(dealId: string, journal: readonly JournalEntry[]): boolean {
  const made = journal.filter(({ did, values: { Parent_Id, What_Id, Note_Title, Subject } }) => {
    const isOfDeal = [Parent_Id, What_Id].includes(dealId);
    return did === 'create' && isOfDeal && /^Herroeping /.test(String(Note_Title ?? Subject));
  });
  return ['Notes', 'Tasks'].every((module) => made.some((each) => each.module === module));
}

/** Searches the processes' shared store for any data of the people of this run. */
async function personsShared(stage: Stage, subjects: readonly Subject[]): Promise<Finding[]> {
  const lines = await stage.shared();
  if (!lines) return [];
  const text = lines.join('\n');
  const contacts = await Promise.all(subjects.map(({ contactId }) => stage.crm.record('Contacts', contactId)));
  const told = [
    ...subjects.map(({ hash }) => hash),
    ...contacts.flatMap(({ id: _, ...fields }) => Object.values(fields).map(String)),
    ADMIN_DIGEST,
  ];
  const figure = 'a person in the shared store' as const;
  const found = told.filter((each) => each.length >= TELLING && !/^\d{15,}$/.test(each) && text.includes(each));
  const what = lines.length === 0 ? ['the store holds nothing: nobody can be looked for'] : found;
  return what.map((each) => ({ figure, journey: 0, what: each }));
}

function tallyOf(ledger: Ledger, journeys: number, faults: readonly CountedFault[]) {
  const kinds = new Map<string, number>();
  for (const fault of faults) kinds.set(nameOf(fault), (kinds.get(nameOf(fault)) ?? 0) + fault.hits);
  const reported = [ledger.given, ledger.typed, ledger.sent, ledger.signings, ledger.withdrawals].flat();
  const count = (answer: string) => reported.filter((each) => each.reported === answer).length;
  return {
    journeys,
    // Every call is checked against the first fault of the list, so this fault has seen all calls.
    calls: faults[0]?.seen ?? 0,
    faults: kinds,
    confirmed: count('confirmed'),
    unsure: count('unsure'),
    refused: count('refused'),
    signed: ledger.signings.filter((each) => each.reported === 'confirmed').length,
  };
}
