import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { type KnownLinks, linkName } from '../access/known-links.ts';
import type { SurveyHash } from '../access/survey-hash.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { LeadTold } from '../view-models/lead-news.ts';
import type { ReadDeal } from './read-deal.ts';

/** Open panels of the desk hear what a customer did. */
export interface DeskNews {
  tellDesk(found: FoundDeal, what: LeadTold['what']): void;
}

interface TurnContext {
  dealMutex: KeyedMutex;
  knownLinks: KnownLinks;
}

/**
 * Runs a change of a deal, one at a time per deal, staff included. A legal act goes ahead of saves,
 * which a script could send without pause. Only its customer may make the others wait: a link that is
 * not known to own the deal has to read it first, once.
 */
export async function changeInTurn<T>(
  { dealMutex, knownLinks }: TurnContext,
  hash: SurveyHash,
  dealId: string,
  read: ReadDeal,
  { isAct, work }: { isAct: boolean; work: () => Promise<T> },
): Promise<T> {
  // As urgent as the work itself: a withdrawal waits neither for reads nor for tomorrow's credits.
  if (!knownLinks.seen(linkName(hash), dealId)) await read(crmOptionsFor(isAct ? 'sign' : 'save'));
  return dealMutex.run(dealId, work, isAct);
}
