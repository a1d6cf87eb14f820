import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { HOUR_MS } from '../crm/clock.ts';
import { ProblemError } from '../http/problems.ts';
import type { LeadCache } from '../queue/lead-cache.ts';
import type { LeadClaims } from '../queue/lead-claims.ts';
import { dealOf, type Lead, type LeadContact, readContactIdOf } from '../queue/read-lead.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { isCallOutcome } from '../view-models/call-outcomes.ts';
import type { ActionAnswer, CallcenterAction } from '../view-models/callcenter-action.ts';
import type { Actor } from './action-request.ts';
import { leavePlainNote, type OwnerContext, setOwner, tellPermission } from './contact-actions.ts';
import { type DetailsActionContext, setContactDetails } from './correct-details.ts';
import type { OutcomeAction, OutcomeContext } from './decide-outcome.ts';
import { editQuote, type QuoteEditContext } from './edit-quote.ts';
import { OUTCOME_EFFECTS } from './outcome-effects.ts';
import { type PersonalLinkContext, replaceLink, sendPersonalLink } from './personal-link.ts';
import { presentAdminDeal, presentContact } from './present-panel.ts';
import { type OutcomeRecorded, recordOutcome } from './record-outcome.ts';
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
  switch (body.action) {
    case 'setOwner': {
      const { lead, refused } = await setOwner(context, crmOptions, body, actor);
      const deal = lead.deals.find(({ id }) => id === body.dealId);
      return answer(context, actor, lead, deal ?? null, { refused });
    }
    case 'note':
      if (body.left && actor.staff) {
        const untilMs = context.clock.now() + context.callPauseHours * HOUR_MS;
        // The lead is kept even if the note fails, because the conversation took place.
        context.leadClaims.keepUntil({ contactId, ownerId: actor.staff.id, untilMs });
      }
      await leavePlainNote(context, crmOptions, body, actor);
      return NOTHING_READ;
    case 'set-contact-details':
      await setContactDetails(context, crmOptions, body, actor);
      return NOTHING_READ;
    case 'send-link':
      await sendPersonalLink(context, crmOptions, body, actor);
      return NOTHING_READ;
    case 'new-link':
      await replaceLink(context, crmOptions, body, actor);
      return NOTHING_READ;
    case 'permission': {
      const refused = await tellPermission(context, crmOptions, body, actor);
      return { result: { ...NOTHING_READ.result, ...(refused && { refused }) } };
    }
    case 'undo': {
      const isOfEdit = isUndoOfEdit(context, body);
      const undo = isOfEdit ? undoEdit : undoOutcome;
      const { lead, deal, refused } = await undo(context, crmOptions, body, actor);
      if (isOfEdit) context.leadEvents.change(contactId, { what: 'edit', by: actor.staff, dealId: body.dealId });
      return answer(context, actor, lead, deal, { refused });
    }
  }
  if (isOutcome(body)) {
    const { lead, deal, callback, refused, callsShown } = await recordOutcome(context, crmOptions, body, actor);
    const bookingUrl = OUTCOME_EFFECTS[body.action].opensBooking ? bookingUrlFor(context, lead.contact) : null;
    return answer({ ...context, callsShown }, actor, lead, deal, { callback, bookingUrl, refused });
  }
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
  return isCallOutcome(body.action);
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
