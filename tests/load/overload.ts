import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Subject } from '../soak/stage-crm.ts';
import type { ChildPortal } from './child-portal.ts';

const LOOK_EVERY_MS = 20;

export type Crowd = Awaited<ReturnType<typeof crowd>>;

/** Everybody in `people` at once, each one request after another, until `requests` were sent; every third is a save. */
export async function crowd(portal: ChildPortal, people: readonly Subject[], requests: number) {
  const agent = new Agent({ connections: people.length });
  const result = {
    /** How long each right answer took, in milliseconds. */
    rightMs: [] as number[],
    /** All other answers, also a plain "busy"; there must be none. */
    wrong: [] as string[],
    /** The value that was last confirmed to each person. */
    saved: new Map<string, string>(),
    /** The number of liveness answers during the crowd, and how long they took. */
    alive: { asked: 0, answered: 0, slowestMs: 0 },
    tookMs: 0,
    /** The peak memory of the portal, above its memory before. */
    grownMb: 0,
  };
  const before = await portal.memoryMb();
  let sent = 0;
  let isOver = false;

  async function person({ hash, dealId }: Subject): Promise<void> {
    while (sent < requests) {
      sent += 1;
      const panels = String((sent % 9_000) + 1);
      const saves = sent % 3 === 0;
      const began = performance.now();
      const { statusCode, body } = await request(`${portal.url()}/api/contacts/deals/${dealId}`, {
        dispatcher: agent,
        method: saves ? 'PUT' : 'GET',
        headers: { 'x-survey-hash': hash, ...(saves && { 'content-type': 'application/json' }) },
        ...(saves && { body: JSON.stringify({ props: { survey1_number_of_panels: panels } }) }),
      });
      const answer = (await body.json()) as Told;
      const ms = performance.now() - began;
      const expected = saves ? panels : (result.saved.get(dealId) ?? answer.deal?.survey1_number_of_panels);
      if (statusCode === 200 && answer.deal?.id === dealId && answer.deal.survey1_number_of_panels === expected) {
        result.rightMs.push(ms);
        if (saves) result.saved.set(dealId, panels);
      } else {
        result.wrong.push(`${statusCode} ${JSON.stringify(answer).slice(0, 200)}`);
      }
    }
  }

  async function watch(): Promise<void> {
    while (!isOver) {
      const began = performance.now();
      result.alive.asked += 1;
      const { statusCode, body } = await request(`${portal.url()}/livez`);
      await body.dump();
      if (statusCode === 200) result.alive.answered += 1;
      result.alive.slowestMs = Math.max(result.alive.slowestMs, performance.now() - began);
      result.grownMb = Math.max(result.grownMb, (await portal.memoryMb()) - before);
      await pause(LOOK_EVERY_MS);
    }
  }

  const watching = watch();
  const began = performance.now();
  await Promise.all(people.map(person));
  result.tookMs = performance.now() - began;
  isOver = true;
  await watching;
  await agent.close();
  return result;
}

interface Told {
  deal?: { id: string; survey1_number_of_panels: string | null };
}
