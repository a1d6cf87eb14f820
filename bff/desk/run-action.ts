import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { nullIfClosed } from '../../crm-contract/questions.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { removeCalls } from '../crm/planned-calls.ts';
import { DO_NOT_CALL } from '../crm/stages.ts';
import { actionLines } from '../crm/texts/outcome-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { LeadCache } from '../queue/lead-cache.ts';
import type { LeadClaims } from '../queue/lead-claims.ts';
import { dealOf, type Lead, type LeadContact, readContactIdOf, readLead } from '../queue/read-lead.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { CALL_OUTCOMES, OUTCOME_LABELS } from '../view-models/call-outcomes.ts';
import type { ActionAnswer, CallcenterAction, RefusedPart } from '../view-models/callcenter-action.ts';
import { leaveNote, RefusedParts } from './action-note.ts';
import type { Actor } from './action-request.ts';
import { doneWith, findMade, noteMadeCall, readCalls } from './callback-records.ts';
import {
  type DetailsActionContext,
  leavePlainNote,
  type OwnerContext,
  setContactDetails,
  setOwner,
  tellPermission,
} from './contact-actions.ts';
import { editQuote, type QuoteEditContext } from './edit-quote.ts';
import { OUTCOME_EFFECTS } from './outcome-effects.ts';
import { type PersonalLinkContext, replaceLink, sendPersonalLink } from './personal-link.ts';
import { presentAdminDeal, presentContact } from './present-panel.ts';
import { isQuoteAction } from './quote-edits.ts';
import { type OutcomeAction, type OutcomeContext, type OutcomeRecorded, recordOutcome } from './record-outcome.ts';
import { isUndoOfEdit, undoEdit, undoOutcome } from './undo.ts';
import { callsShownIn } from './version.ts';

export interface ActionContext
  extends OutcomeContext,
    OwnerContext,
    QuoteEditContext,
    PersonalLinkContext,
    DetailsActionContext {
  dealMutex: KeyedMutex;
  leadCache: LeadCache;
  leadClaims: LeadClaims;
  callPauseHours: number;
}

const HOUR_MS = 3_600_000;

/**
 * Runs one action of the panel and answers with contact and deal as the CRM confirmed them. Actions on one contact run
 * one at a time; actions on a deal also wait for the customer's own changes.
 */
export async function runAction(
  context: ActionContext,
  crmOptions: CrmCallOptions,
  body: CallcenterAction,
  actor: Actor,
): Promise<ActionAnswer> {
  const contactId = await contactIdOf(context, crmOptions, body);
  const dealId = 'dealId' in body ? body.dealId : undefined;
  const work = () => carryOut(context, crmOptions, body, contactId, actor);
  return context.dealMutex.run(contactId, () => (dealId ? context.dealMutex.run(dealId, work) : work()));
}

async function contactIdOf(
  context: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  body: CallcenterAction,
): Promise<string> {
  if (body.contactId !== undefined) return body.contactId;
  const dealId = 'dealId' in body ? body.dealId : undefined;
  if (dealId === undefined) throw new ProblemError('invalid');
  return readContactIdOf(context, crmOptions, dealId);
}

async function carryOut(
  context: ActionContext,
  crmOptions: CrmCallOptions,
  body: CallcenterAction,
  contactId: string,
  actor: Actor,
): Promise<ActionAnswer> {
  if (body.action === 'setOwner') {
    const { lead, refused } = await setOwner(context, crmOptions, body, actor);
    const deal = lead.deals.find(({ id }) => id === body.dealId);
    return answer(context, actor, lead, deal ?? null, { refused });
  }
  if (body.action === 'note') {
    if (body.left && actor.staff) {
      const untilMs = context.clock.now() + context.callPauseHours * HOUR_MS;
      // The lead is kept even if the note fails, because the conversation took place.
      context.leadClaims.keepUntil({ contactId, ownerId: actor.staff.id, untilMs });
    }
    await leavePlainNote(context, crmOptions, body, actor);
    return NOTHING_READ;
  }
  if (body.action === 'set-contact-details') {
    await setContactDetails(context, crmOptions, body, actor);
    return NOTHING_READ;
  }
  if (body.action === 'send-link') {
    await sendPersonalLink(context, crmOptions, body, actor);
    return NOTHING_READ;
  }
  if (body.action === 'new-link') {
    await replaceLink(context, crmOptions, body, actor);
    return NOTHING_READ;
  }
  if (body.action === 'undo') {
    if (isUndoOfEdit(context, body)) {
      const { lead, deal, refused } = await undoEdit(context, crmOptions, body, actor);
      context.leadEvents.change(contactId, { what: 'edit', by: actor.staff, dealId: body.dealId });
      return answer(context, actor, lead, deal, { refused });
    }
    const { lead, deal, refused } = await undoOutcome(context, crmOptions, body, actor);
    return answer(context, actor, lead, deal, { refused });
  }
  if (body.action === 'permission') {
    const refused = await tellPermission(context, crmOptions, body, actor);
    return { result: { ...NOTHING_READ.result, ...(refused && { refused }) } };
  }
  if (body.action === 'skip' && body.dealId === undefined) {
    const lead = await readLead(context, crmOptions, contactId);
    const [first] = lead.deals;
    if (first) return carryOut(context, crmOptions, { ...body, dealId: first.id }, contactId, actor);
    const refused = await skipContact(context, crmOptions, lead, body.note, actor);
    return answer(context, actor, lead, null, { refused });
  }
  if (isOutcome(body)) {
    const { lead, deal, callback, refused, callsShown } = await recordOutcome(context, crmOptions, body, actor);
    const bookingUrl = OUTCOME_EFFECTS[body.action].opensBooking ? bookingUrlFor(context, lead.contact) : null;
    return answer({ ...context, callsShown }, actor, lead, deal, { callback, bookingUrl, refused });
  }
  if (!isQuoteAction(body)) throw new ProblemError('invalid');
  // An edit reads no calls: the panel keeps what it knew about them.
  const shown = {
    ...context,
    callsShown: (id: string) => (id === body.dealId ? callsShownIn(body.expected) : undefined),
  };
  const { lead, deal, refused } = await editQuote(shown, crmOptions, { ...body, contactId }, actor);
  context.leadEvents.change(contactId, { what: 'edit', by: actor.staff, dealId: body.dealId });
  return answer(shown, actor, lead, deal, { refused });
}

/** For writes that read no deals: the panel reads the contact again (§4). */
const NOTHING_READ: ActionAnswer = { result: { contact: null, deal: null, callback: null, bookingUrl: null } };

function isOutcome(body: CallcenterAction): body is OutcomeAction {
  return CALL_OUTCOMES.some((outcome) => outcome === body.action) && 'dealId' in body && body.dealId !== undefined;
}

function answer(
  context: ActionContext,
  { staff }: Actor,
  lead: Lead,
  deal: Deal | null,
  {
    callback = null,
    bookingUrl = null,
    refused,
  }: Partial<Pick<OutcomeRecorded, 'callback' | 'refused'>> & {
    bookingUrl?: string | null;
  },
): ActionAnswer {
  context.leadCache.confirmed(lead);
  return {
    result: {
      contact: presentContact(context, lead, staff?.id),
      deal: deal && presentAdminDeal(context, dealOf(lead, deal.id)),
      callback,
      bookingUrl,
      ...(refused && { refused }),
    },
  };
}

function bookingUrlFor({ portal }: { portal: PortalFile }, contact: LeadContact): string {
  return portal.bookingUrl
    .replace('{name}', encodeURIComponent(contact.Full_Name ?? ''))
    .replace('{email}', encodeURIComponent(contact.Email ?? ''))
    .replace('{phone}', encodeURIComponent(contact.Phone ?? ''));
}

/**
 * "Niet meer bellen" for a contact without a deal: the tag first, then call and note, then removal of scheduled calls
 * and of the permission (decision J5). It cannot be undone, because undo belongs to a deal's panel.
 */
async function skipContact(
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
  await refused.attempt('agreed_calls', removeCalls(context, crmOptions, others));
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
