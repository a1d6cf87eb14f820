import type { Clock } from '../clock.ts';
import type { Sender } from './send.ts';

const MOST_KEPT = 8;

/**
 * The CRM's time, from the `Date` of its answers: what changed since a reading is asked for by its clock, which may differ
 * from ours.
 */
export function createCrmTime(clock: Pick<Clock, 'now'>) {
  /** By how much the last answers were ahead of us. The least of them counts: one wrong `Date` hides no changes. */
  const ahead: number[] = [];
  return {
    /** Milliseconds since the epoch; before the first answer by our own clock. */
    now: () => (ahead.length === 0 ? Date.now() : clock.now() + Math.min(...ahead)),
    /** The same sender, of which each answer tells the time. */
    toldBy: (sender: Sender): Sender => ({
      ...sender,
      async send(request, capMs) {
        const answer = await sender.send(request, capMs);
        const told = 'date' in answer ? Date.parse(answer.date ?? '') : Number.NaN;
        if (!Number.isNaN(told)) ahead.push(told - clock.now());
        if (ahead.length > MOST_KEPT) ahead.shift();
        return answer;
      },
    }),
  };
}
