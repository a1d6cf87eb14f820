import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { openStage } from '../soak/stage.ts';
import { type Subject, startSandboxCrm } from '../soak/stage-crm.ts';

const PEOPLE = 12;
/** Short enough that requests are in progress at every moment, long enough to leave the processor to the new processes. */
const BETWEEN_MS = 50;

/** Everybody reads their deal and saves an answer, again and again, on connections that are kept open, as browsers do. */
async function restartUnderLoad() {
  const stage = await openStage(await startSandboxCrm(PEOPLE), { count: 2, kills: false });
  const answers = new Map<string, number>();
  const saved = new Map<string, string>();
  let isOver = false;

  async function ask({ hash, dealId }: Subject, panels?: string): Promise<void> {
    const answer = await request(`${stage.url}/api/contacts/deals/${dealId}`, {
      method: panels === undefined ? 'GET' : 'PUT',
      headers: { 'x-survey-hash': hash, ...(panels !== undefined && { 'content-type': 'application/json' }) },
      ...(panels !== undefined && { body: JSON.stringify({ props: { survey1_number_of_panels: panels } }) }),
    });
    const { deal, error } = (await answer.body.json()) as { deal?: { id: string }; error?: string };
    const what = deal?.id === dealId ? 'right' : `${answer.statusCode} ${error}`;
    answers.set(what, (answers.get(what) ?? 0) + 1);
    if (panels !== undefined && what === 'right') saved.set(dealId, panels);
  }

  async function person(subject: Subject): Promise<void> {
    for (let turn = 1; !isOver; turn += 1) {
      await ask(subject);
      await ask(subject, String(turn));
      await pause(BETWEEN_MS);
    }
  }

  const people = (await stage.crm.subjects()).slice(0, PEOPLE);
  const working = Promise.all(people.map(person));
  try {
    await Promise.race([stage.restart(), working]);
    isOver = true;
    await working;
    const held = await Promise.all([...saved].map(([dealId]) => stage.crm.record('Deals', dealId)));
    return { answers, saved, held: held.map((deal) => deal.survey1_number_of_panels) };
  } finally {
    isOver = true;
    await stage.close();
  }
}

test('promise 8: two processes behind HAProxy are replaced one by one under load: no request fails, and everything that was saved is in the CRM', async () => {
  const { answers, saved, held } = await restartUnderLoad();
  expect([...answers.keys()]).toEqual(['right']);
  expect(answers.get('right')).toBeGreaterThan(PEOPLE * 20);
  expect(held).toEqual([...saved.values()]);
});
