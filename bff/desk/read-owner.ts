import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, recordId } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { ProblemError } from '../http/problems.ts';

const shape = contactShape.pick({ id: true, Owner: true });

/** The contact's owner, in one CRM call; `not_found` for an unknown id. */
export async function readOwner({ crm }: { crm: CrmClient }, crmOptions: CrmCallOptions, contactId: string) {
  const [row] = await crm.query(
    coql`select id, Owner from Contacts where id = ${recordId(contactId)} limit 1`,
    shape,
    crmOptions,
  );
  if (!row) throw new ProblemError('not_found');
  return row.Owner;
}
