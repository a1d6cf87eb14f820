import type { Clock } from '../clock.ts';
import type { Sender } from './send.ts';

/**
 * The CRM's time, from the `Date` of its answers: what changed since a reading is asked for by its clock, which may differ
 * from ours.
 */
export function createCrmTime(clock: Pick<Clock, 'now'>) {
  let aheadMs: number | null = null;
  return {
    /** Milliseconds since the epoch; before the first answer by our own clock. */
    now: () => (aheadMs === null ? Date.now() : clock.now() + aheadMs),
    /** The same sender, of which each answer tells the time. */
    toldBy: (sender: Sender): Sender => ({
      ...sender,
      async send(request, capMs) {
        const answer = await sender.send(request, capMs);
        const told = 'date' in answer ? Date.parse(answer.date ?? '') : Number.NaN;
        if (!Number.isNaN(told)) aheadMs = told - clock.now();
        return answer;
      },
    }),
  };
}
