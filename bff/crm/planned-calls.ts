import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { isOpenCall, type PhoneCall } from '../../crm-contract/shapes/activities.ts';

/** Removes scheduled calls that nobody will make; a call that is already gone is no error. */
export async function removeCalls<Call extends Pick<PhoneCall, 'id'>>(
  { crm }: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  calls: readonly Call[],
  onRemoved?: (call: Call) => void,
): Promise<void> {
  for (const call of calls) {
    try {
      await crm.calls.remove(call.id, crmOptions);
      onRemoved?.(call);
    } catch (error) {
      if (!(error instanceof CrmError) || error.kind !== 'not_found') throw error;
    }
  }
}

/**
 * The scheduled calls about a deal that were planned before `beforeMs`, without calls about no deal or another deal.
 * The CRM keeps whole seconds, so a call that was planned in the same second counts as later.
 */
export async function plannedCalls(
  { crm }: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  about: { contactId: string; dealId: string; beforeMs: number },
): Promise<PhoneCall[]> {
  const calls = await crm.calls.listFor(about.contactId, crmOptions);
  return calls.filter(
    (call) =>
      isOpenCall(call) && call.What_Id?.id === about.dealId && Date.parse(call.Created_Time ?? '') < about.beforeMs,
  );
}
