import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { nullIfClosed } from '../../crm-contract/questions.ts';
import { DO_NOT_CALL } from '../crm/stages.ts';
import { actionLines } from '../crm/texts/outcome-texts.ts';
import type { Lead } from '../queue/read-lead.ts';
import { OUTCOME_LABELS } from '../view-models/call-outcomes.ts';
import type { RefusedPart } from '../view-models/callcenter-action.ts';
import { leaveNote, RefusedParts } from './action-note.ts';
import type { Actor } from './action-request.ts';
import { doneWith, findMade, noteMadeCall, readCalls, removeCalls } from './callback-records.ts';
import type { OutcomeContext } from './record-outcome.ts';

/**
 * "Niet meer bellen" for a contact without a deal: the tag first, then call and note, then removal of scheduled calls
 * and of the permission (decision J5). It cannot be undone, because undo belongs to a deal's panel.
 */
export async function skipContact(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  { contact }: Lead,
  words: string | undefined,
  { staff, ref, mayBeRepeat }: Actor,
): Promise<RefusedPart[] | undefined> {
  const { id: contactId, Owner, portal_call_permission_at: permission } = contact;
  const refused = new RefusedParts(context, contactId);
  const tagging = context.crm.tags.add({ module: 'Contacts', id: contactId }, [DO_NOT_CALL], crmOptions);
  await refused.attempt('tag', tagging);
  if (!refused.has('tag')) context.doNotCall.learn(contactId, true, contact.Phone);
  const nowMs = Math.floor(context.clock.now() / 1000) * 1000;
  const known = await nullIfClosed(readCalls(context.crm, crmOptions, contactId, nowMs));
  const lines = actionLines({ note: words, facts: [], staff: staff?.name ?? null, dealName: null });
  const made = {
    found: { deal: null, contact },
    calls: known ?? [],
    result: OUTCOME_LABELS.skip,
    lines,
    staffId: staff?.id ?? Owner?.id ?? null,
    ref,
    endsCalls: true,
    endsAllCalls: true,
    nowMs,
  };
  const earlier = findMade(made);
  const ended = doneWith(made);
  if (known === null) refused.add('call');
  else if (!earlier)
    await refused.attempt(
      'call',
      noteMadeCall(context, crmOptions, made, () => {}),
    );
  const note = { contactId, action: 'skip' as const, lines, ref: earlier?.ref ?? ref };
  const isCallKept = !refused.has('call');
  const writing = leaveNote(context, crmOptions, { ...note, lookFirst: earlier !== null || mayBeRepeat });
  // If both call and note fail, nothing is recorded.
  await (isCallKept ? refused.attempt('note', writing) : writing);
  const others = earlier ? ended : ended.slice(1);
  await refused.attempt(
    'agreed_calls',
    removeCalls(context, crmOptions, others, () => {}),
  );
  if (permission !== null) {
    const clearing = context.crm.contacts.update(contactId, { portal_call_permission_at: null }, crmOptions);
    await refused.attempt(
      'permission',
      clearing.then(() => undefined),
    );
  }
  context.callbacks.learn(contactId, []);
  await refused.askColleague(crmOptions, made.found, { label: made.result, ref, callback: null });
  context.leadEvents.add(contactId, { by: staff, action: 'skip', dealId: '' });
  return refused.parts;
}
