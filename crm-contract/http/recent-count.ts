import type { Clock } from '../clock.ts';

const SLOTS = 12;

export type RecentCount = { add(): void; sum(): number };

/** Counts events of the last `windowMs`, with a resolution of a twelfth; cost does not grow with their number. */
export function createRecentCount(windowMs: number, clock: Clock): RecentCount {
  const slots = Array.from({ length: SLOTS }, () => ({ number: -1, count: 0 }));
  const currentNumber = () => Math.floor((clock.now() / windowMs) * SLOTS);

  return {
    add() {
      const number = currentNumber();
      const index = number % SLOTS;
      const slot = slots[index];
      if (slot?.number === number) slot.count += 1;
      else slots[index] = { number, count: 1 };
    },
    sum() {
      const oldest = currentNumber() - SLOTS;
      return slots.reduce((sum, { number, count }) => (number > oldest ? sum + count : sum), 0);
    },
  };
}
