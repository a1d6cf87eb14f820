import type { z } from 'zod';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { Drift } from '../../crm-contract/shapes/read-record.ts';
import type { customerShape } from '../quote/link-reads.ts';

export type Customer = z.output<typeof customerShape>;

export interface FoundContact {
  customer: Customer;
  deals: Deal[];
  /** Which of these fields could not be read (decision A4). */
  drifts: readonly Drift[];
}
