import type { PhoneCall } from '../../crm-contract/shapes/activities.ts';
import { spokenMoment } from '../crm/texts/moments.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import type { LeadEvents } from '../queue/lead-events.ts';
import type { Lead } from '../queue/read-lead.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { happenedMeanwhile } from './action-problems.ts';
import type { PanelContext } from './present-contact.ts';
import { agreedAbout, callsShownIn, callsVersionsOf, isNews } from './version.ts';

interface Shown {
  contactId: string;
  expected?: string | undefined;
}

/**
 * Decision I9: what happened since the panel was shown is answered first. So is a call that was promised, moved or done
 * since: the outcome would move or end it (decision J10). It is compared with the calls as this action read them; null:
 * the CRM does not give them, and nothing is done to them either.
 */
export function refuseStale(
  context: PanelContext & { leadEvents: LeadEvents },
  { contactId, expected }: Shown,
  lead: Lead,
  found: FoundDeal,
  calls: readonly PhoneCall[] | null,
): void {
  if (expected === undefined) return;
  const shown = callsShownIn(expected);
  const callsShown = calls ? callsVersionsOf(calls) : undefined;
  const isOtherPromise = shown !== undefined && callsShown !== undefined && callsShown(found.deal.id) !== shown;
  const isDoNotCall = context.doNotCall.covers(contactId, lead.contact.Phone);
  if (!isOtherPromise && !isNews(expected, found.deal, isDoNotCall)) return;
  const { notRecorded } = API_TEXTS.outcome;
  const sentence = isOtherPromise ? `${promiseNow(context, calls ?? [], found.deal.id)} ${notRecorded}` : notRecorded;
  throw happenedMeanwhile({ ...context, callsShown }, lead, found, sentence);
}

/** The first call that is agreed by now. */
function promiseNow({ owners }: PanelContext, calls: readonly PhoneCall[], dealId: string): string {
  const [first] = agreedAbout(calls, dealId);
  if (!first) return API_TEXTS.outcome.noPromise;
  const who = first.ownerId === null ? undefined : owners.nameOf(first.ownerId);
  return API_TEXTS.outcome.promised(spokenMoment(first.atMs), who);
}
