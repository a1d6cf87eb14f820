import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { ADMIN_DIGEST } from '../bff/portal.ts';
import type { CrmRequest } from '../bff/sandbox-crm.ts';
import type { Subject } from '../soak/stage-crm.ts';
import type { ChildPortal, Ending } from './child-portal.ts';

interface Commit {
  did: string;
  module: string;
  values: Record<string, unknown>;
}

const AGAIN_MS = 50;
const LOOK_MS = 5;
/**
 * Each stop comes in the middle of an outcome, which has no answer yet: the CRM has its call, or its call and its note.
 */
const MOMENTS = [/\/Calls$/, /\/Notes$/];

/**
 * Writers save and record outcomes without a pause while the portal is stopped and started this many times. Compares
 * the confirmed writes with the CRM's commits.
 */
export async function restartUnderLoad(portal: ChildPortal, writers: readonly Subject[], endings: readonly Ending[]) {
  const run = crypto.randomUUID().slice(0, 8);
  const phones: string[] = [];
  const notes: string[] = [];
  let unanswered = 0;
  let isOver = false;

  /** Sends the same thing until it is confirmed, as the browser does. */
  async function untilAnswered(path: string, headers: Record<string, string>, body: object): Promise<void> {
    for (;;) {
      let isSent = false;
      try {
        // As a balancer does: a draining process gets no new requests.
        const ready = await request(`${portal.url()}/readyz`, { reset: true });
        await ready.body.dump();
        if (ready.statusCode !== 200) {
          await pause(AGAIN_MS);
          continue;
        }
        isSent = true;
        const answer = await request(`${portal.url()}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
          // Each request has its own connection, which only the portal ends; an idle connection may end by itself.
          reset: true,
        });
        const text = await answer.body.text();
        if (answer.statusCode === 200) return;
        if (answer.statusCode !== 503) throw new Error(`${answer.statusCode} ${text}`);
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === undefined) throw error;
        if (isSent && code !== 'ECONNREFUSED') unanswered += 1;
      }
      await pause(AGAIN_MS);
    }
  }

  async function writer({ hash, contactId, dealId }: Subject, index: number): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      const phone = `06-${run}-${index}-${turn}`;
      await untilAnswered('/api/contacts/contactDetails', { 'x-survey-hash': hash }, { properties: { Phone: phone } });
      phones.push(phone);
      const note = `Gebeld ${run}-${index}-${turn}.`;
      const headers = { authorization: ADMIN_DIGEST, 'idempotency-key': `outcome-${run}-${index}-${turn}` };
      const outcome = { action: 'gaikan_called_noanswer', contactId, dealId, note };
      await untilAnswered('/api/admin/callcenter/action', headers, outcome);
      notes.push(note);
    }
  }

  const writing = writers.map(writer);
  for (const [round, ending] of endings.entries()) {
    const before = phones.length;
    // Each portal gets some work before it has to stop.
    while (phones.length < before + writers.length) await pause(AGAIN_MS);
    await portal.sandbox('DELETE', '/sandbox/requests');
    const moment = MOMENTS[round % MOMENTS.length];
    const isWritten = ({ method, path }: CrmRequest) => method === 'POST' && moment?.test(path);
    while (!(await portal.requests()).some(isWritten)) await pause(LOOK_MS);
    await portal.restart(ending);
  }
  isOver = true;
  await Promise.all(writing);

  const commits = await portal.sandbox<Commit[]>('GET', '/sandbox/journal');
  const saves = commits.flatMap(({ module, values }) => (module === 'Contacts' ? [String(values.Phone ?? '')] : []));
  const made = (module: string) => commits.filter((commit) => commit.module === module && commit.did === 'create');
  const texts = [...made('Notes'), ...made('Calls')].map(({ module, values }) => [
    module,
    String(values.Note_Content ?? values.Description ?? ''),
  ]);
  const counts = [
    ...phones.map((phone) => ({ what: phone, times: saves.filter((saved) => saved === phone).length })),
    ...notes.flatMap((note) =>
      ['Notes', 'Calls'].map((module) => ({
        what: `${module}: ${note}`,
        times: texts.filter(([where, text]) => where === module && text?.includes(note)).length,
      })),
    ),
  ];
  return {
    confirmed: phones.length + notes.length,
    /** Sent without an answer: the connection ended instead. A refused connection does not count. */
    unanswered,
    /** Reported as saved, and not in the CRM. */
    missing: counts.filter(({ times }) => times === 0).map(({ what }) => what),
    /** In the CRM more often than once. */
    doubled: counts.filter(({ times }) => times > 1).map(({ what }) => what),
  };
}
