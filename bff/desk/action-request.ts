import { hash } from 'node:crypto';
import type { PhoneCall } from '../../crm-contract/shapes/activities.ts';
import { provenEvidence } from '../agreement/evidence.ts';
import { spokenMoment } from '../crm/texts/moments-and-euros.ts';
import type { ReadDeal } from '../deal/read-deal.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { LeadEvents } from '../queue/lead-events.ts';
import { dealOf, type Lead, type LeadReadContext, readLead, withDeal } from '../queue/read-lead.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { OUTCOMES } from '../view-models/call-outcomes.ts';
import type { CallcenterAction } from '../view-models/callcenter-action.ts';
import type { Owner } from '../view-models/colleagues.ts';
import { type PanelContext, presentAdminDeal, presentContact } from './present-panel.ts';
import { agreedAbout, callsChanged, callsShownIn, callsVersionsOf, isDoNotCallShown, isOtherDeal } from './version.ts';

/** Who acts, and the reference that identifies a repeat of the same request. */
export interface Actor {
  staff: Owner | null;
  ref: string;
  /** Another process may have handled this request, so the portal looks for its note before writing one. */
  mayBeRepeat: boolean;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The reference of a request, such as "K7Q2-9XDM-4F1A". It is equal for the same key and body, and otherwise different.
 */
export function refOf(key: string | undefined, body: CallcenterAction): string {
  const digest = hash('sha256', `${key ?? crypto.randomUUID()}\n${JSON.stringify(body)}`, 'buffer');
  const letters = [...digest.subarray(0, 12)].map((byte) => BASE32[byte % 32]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** Reads a deal of this lead again, for a change of the deal. */
export function leadDealReader(
  context: LeadReadContext,
  { contact }: Lead,
  dealId: string,
  onRead: (lead: Lead) => void = () => {},
): ReadDeal {
  return async (crmOptions) => {
    const anew = await readLead(context, crmOptions, contact.id);
    onRead(anew);
    return dealOf(anew, dealId);
  };
}

/** A signed quote is frozen (decision E10); names the signing date if the evidence has it. */
export function alreadySigned(
  context: PanelContext,
  found: FoundDeal,
  lead: Lead,
  sentence: (when: string | null) => string = API_TEXTS.edit.signed,
): ProblemError {
  const evidence = provenEvidence(found.deal, context.portal.evidenceKeys);
  const when = evidence ? spokenMoment(Date.parse(evidence.signedAt)) : null;
  return new ProblemError('already_signed', {
    detail: sentence(when),
    deal: presentAdminDeal(context, found),
    contact: presentContact(context, withDeal(lead, found.deal), undefined),
  });
}

/**
 * Somebody changed the deal since the panel showed it: nothing was written, and the panel gets the new state
 * (decision A3).
 */
export function editedMeanwhile(
  context: PanelContext,
  lead: Lead,
  found?: FoundDeal,
  detail: string = API_TEXTS.edit.changedMeanwhile,
): ProblemError {
  const now = found ? withDeal(lead, found.deal) : lead;
  return new ProblemError('conflict', {
    detail,
    ...(found && { deal: presentAdminDeal(context, found) }),
    contact: presentContact(context, now, undefined),
  });
}

/**
 * The error if something happened since the panel showed the lead. Names the `last` outcome, if the caller knows that
 * the panel did not show it. Nothing is overwritten.
 */
export function happenedMeanwhile(
  context: PanelContext,
  lead: Lead,
  found: FoundDeal,
  notDone: string,
  last?: ReturnType<LeadEvents['last']>,
): ProblemError {
  const { recordedBy, changedBySomebody } = API_TEXTS.outcome;
  const what = last && last.action !== 'undo' ? OUTCOMES[last.action].label : undefined;
  const happened = last ? recordedBy(last.by ?? undefined, spokenMoment(last.atMs), what) : changedBySomebody;
  return new ProblemError('conflict', {
    detail: `${happened} ${notDone}`,
    deal: presentAdminDeal(context, found),
    contact: presentContact(context, lead, undefined),
  });
}

/** A value that is not possible for this deal, with the reason. */
export function notPossible(detail: string, field = 'value'): ProblemError {
  return new ProblemError('field_invalid', { detail, fields: { [field]: detail } });
}

interface Shown {
  contactId: string;
  expected?: string;
}

/**
 * Decision I9: the refusal if something happened since the panel showed the lead. That includes outcomes that leave the
 * deal as it is, and calls which were promised, moved or completed since then, because the outcome would move or end
 * them (decision J10). `calls` are the calls that this action read. It is null if the CRM refuses to list calls: the
 * action then leaves them alone, and they are not compared.
 */
export function newsSince(
  context: PanelContext & { leadEvents: LeadEvents },
  { contactId, expected }: Shown,
  lead: Lead,
  found: FoundDeal,
  calls: readonly PhoneCall[] | null,
): ProblemError | null {
  if (expected === undefined) return null;
  const callsShown = calls ? callsVersionsOf(calls) : undefined;
  const { isOtherPromise, isOtherOutcome } = callsChanged(callsShownIn(expected), callsShown?.(found.deal.id));
  const isTagged = context.doNotCall.covers(contactId, lead.contact.Phone) && !isDoNotCallShown(expected);
  if (!isOtherPromise && !isOtherOutcome && !isTagged && !isOtherDeal(expected, found.deal)) return null;
  const { notRecorded } = API_TEXTS.outcome;
  const sentence = isOtherPromise ? `${promiseNow(context, calls ?? [], found.deal.id)} ${notRecorded}` : notRecorded;
  const last = context.leadEvents.last(contactId);
  const isNews = isOtherOutcome || (isTagged && last?.action === 'skip');
  return happenedMeanwhile({ ...context, callsShown }, lead, found, sentence, isNews ? last : undefined);
}

/** Decision I9: somebody changed the deal after this outcome was recorded, and its repeat must not change it back. */
export function alreadyRecorded(
  context: PanelContext,
  lead: Lead,
  found: FoundDeal,
  calls: readonly PhoneCall[] | null,
): ProblemError {
  const callsShown = calls ? callsVersionsOf(calls) : undefined;
  return happenedMeanwhile({ ...context, callsShown }, lead, found, API_TEXTS.outcome.alreadyRecorded);
}

/** Describes the first call that is scheduled now. */
function promiseNow({ owners }: PanelContext, calls: readonly PhoneCall[], dealId: string): string {
  const [first] = agreedAbout(calls, dealId);
  if (!first) return API_TEXTS.outcome.noPromise;
  const who = first.ownerId === null ? undefined : owners.nameOf(first.ownerId);
  return API_TEXTS.outcome.promised(spokenMoment(first.atMs), who);
}
