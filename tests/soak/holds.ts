import { setTimeout as pause } from 'node:timers/promises';
import type { Stage } from './stage.ts';
import type { Subject } from './stage-crm.ts';

/**
 * Waits until no order is held any more by a process that is gone: another one may finish it then, after at most five
 * minutes. Seldom needed, because a process that stops lets its orders go, unless the CRM refuses even that.
 *
 * @returns whether there was one
 */
export async function waitForHolds(stage: Stage, subjects: readonly Subject[]): Promise<boolean> {
  const ends = await Promise.all(subjects.map(({ dealId }) => endOfHold(stage, dealId)));
  const waitMs = Math.max(...ends) - Date.now();
  if (waitMs <= 0) return false;
  await pause(waitMs + 1_000);
  return true;
}

async function endOfHold(stage: Stage, dealId: string): Promise<number> {
  const { portal_copy_sent_at: sentAt, portal_signature_evidence: stored } = await stage.crm.record('Deals', dealId);
  if (sentAt !== null || typeof stored !== 'string') return 0;
  const { copy } = JSON.parse(stored) as { copy?: { heldUntil: string; isTask: boolean } };
  return copy && !copy.isTask ? Date.parse(copy.heldUntil) : 0;
}
