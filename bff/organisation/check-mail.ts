import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { advice, type Finding, fault, reasonOf } from './finding.ts';
import { takeSample } from './take-sample.ts';

const NO_MAIL = 'no link and no signed order is mailed: each leaves a task for a colleague';

/**
 * Whether the CRM mails for us at all, asked with a mail to nobody: that is refused in any case, and when it is refused for
 * lacking an address, nothing else was in its way.
 */
export async function checkMailing(crm: CrmClient, email: string): Promise<Finding[]> {
  const { contactId } = await takeSample(crm);
  if (contactId === null) return [];
  const mail = { from: { email }, to: [], subject: 'crm:check', content: '' } as const;
  try {
    await crm.mail.send({ module: 'Contacts', id: contactId }, mail, crmOptionsFor('read'));
    return [];
  } catch (error) {
    if (!(error instanceof CrmError)) throw error;
    if (error.code === 'EMAIL_BLOCKED' || error.fields?.includes('to')) return [];
    return [advice(email, `the CRM does not mail for us (${reasonOf(error)})`, NO_MAIL)];
  }
}

/** Whether the CRM sends from this address; that it does not say is no fault, a refused mail leaves a task. */
export async function checkSender(crm: CrmClient, email: string): Promise<Finding[]> {
  try {
    const senders = await crm.settings.senders(crmOptionsFor('read'));
    const isThere = senders.some((each) => each.toLowerCase() === email.toLowerCase());
    return isThere ? [] : [fault(email, 'is no address that the CRM sends from', NO_MAIL)];
  } catch (error) {
    if (!(error instanceof CrmError)) throw error;
    return [
      advice(email, `not known whether the CRM sends from it (${reasonOf(error)})`, `if it does not, ${NO_MAIL}`),
    ];
  }
}
