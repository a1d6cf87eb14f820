import { setTimeout as pause } from 'node:timers/promises';
import { HOLD_MS } from '../../bff/agreement/hold.ts';
import type { JournalEntry } from '../../fixtures/crm-sandbox/journal.ts';
import type { Stage } from './stage.ts';
import type { Subject } from './stage-crm.ts';

/**
 * Waits until no ended process holds a lease of an order or has an unfinished withdrawal. Another process may then
 * finish it, after at most five minutes. This is seldom needed: a process that stops completes its own withdrawals and
 * releases its orders, unless the CRM refuses even that.
 *
 * @returns whether there was one
 */
export async function waitForHolds(stage: Stage, subjects: readonly Subject[]): Promise<boolean> {
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
