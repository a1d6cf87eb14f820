import { z } from 'zod';
import { count, text } from '../../crm-contract/shapes/tolerant.ts';

/** Deals counted by what determines their size. */
export const dealRow = z.object({
  Stage: text,
  gaikan_deal_version: text,
  gaikan_saltion_battery_modules: text,
  survey1_preferred_battery_size: text,
  tally: count,
});
export type DealRow = z.output<typeof dealRow>;

/**
 * Registrations since a moment, newest first; `number` counts those of one moment. `isCut` when there were more than one
 * CRM call can return.
 */
export interface Registrations {
  moments: { at: number; number: number }[];
  isCut: boolean;
}
