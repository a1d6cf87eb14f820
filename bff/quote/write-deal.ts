import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { type RecordChange, writeGuarded } from '../crm/guarded-write.ts';
import type { DealFields, FoundDeal } from './found-deal.ts';

export type DealChange = Omit<RecordChange<FoundDeal, DealFields>, 'recordIn' | 'write'>;

/** Changes a deal as `writeGuarded` does. Returns the deal after the write, and whether it was written. */
export async function writeDeal(
  { crm }: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  change: DealChange,
): Promise<{ found: FoundDeal; written: boolean }> {
  const { found, written } = await writeGuarded<FoundDeal, DealFields>(crmOptions, {
    ...change,
    recordIn: ({ deal }) => deal,
    write: ({ deal }, patch, guard) => crm.deals.update(deal.id, patch, crmOptions, guard),
  });
  return { found: { ...found, deal: { ...found.deal, ...written } }, written: written !== null };
}
