import { z } from 'zod';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql } from '../../crm-contract/coql.ts';
import { lookup, recordId } from '../../crm-contract/shapes/tolerant.ts';
import { crmOptionsFor } from '../crm/call-options.ts';

/** A record to ask about; null where the organisation has none yet. */
export interface Sample {
  contactId: string | null;
  dealId: string | null;
}

const sampleShape = z.object({ id: recordId, Contact_Name: lookup });

/** Any deal of somebody, to ask about. */
export async function takeSample(crm: CrmClient): Promise<Sample> {
  const [found] = await crm.query(
    coql`select id, Contact_Name from Deals where Contact_Name is not null limit ${1}`,
    sampleShape,
    crmOptionsFor('read'),
  );
  return { contactId: found?.Contact_Name?.id ?? null, dealId: found?.id ?? null };
}
