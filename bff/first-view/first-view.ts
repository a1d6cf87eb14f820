import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CustomerAccess, withLink } from '../access/customer.ts';
import { linkName } from '../access/known-links.ts';
import { presentContact } from '../contact/present-contact.ts';
import { type ContactPrefetch, type FoundContact, type OpenLinkContext, openLink } from '../contact/read-contact.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { showDeal } from '../deal/present-deal.ts';
import type { DealReadContext } from '../deal/read-deal.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { answerOf, ProblemError } from '../http/problems.ts';
import { disconnectSignal } from '../http/requests.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { unreadableOfDeal } from '../quote/quote-inputs.ts';
import { readOwnProducts } from '../quote/stored-calc.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Deal } from '../view-models/deal.ts';
import { type FirstData, firstData } from '../view-models/first-view.ts';
import type { Site } from '../view-models/site.ts';
import type { BuiltWeb, Page } from './built-web.ts';

export interface FirstViewContext extends CustomerAccess, OpenLinkContext, DealReadContext {
  log: Log;
  portal: PortalFile;
  resumeOrder(found: FoundDeal): void;
  contactPrefetch: ContactPrefetch;
  site: Site;
  firstViewWaitMs: number;
  nameOf(ownerId: string): string | undefined;
}

export interface Asked {
  path: string;
  /** As in the URL, known or not. */
  surveyHash: string;
  preview: boolean;
}

/**
 * The page of a personal link with its first view. Reads the same data as the verify and deal calls, within the same
 * limits, and refuses an unknown link in the same way. If the CRM is too slow or fails, the page is the loader, and the
 * browser continues.
 */
export async function firstViewPage(
  context: FirstViewContext,
  web: BuiltWeb,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, surveyHash, preview }: Asked,
): Promise<Page> {
  const { site } = context;
  const patience = AbortSignal.timeout(context.firstViewWaitMs);
  const draw = (data: FirstData) => web.draw({ path, visitor: { surveyHash, preview }, data });
  const page = (data: FirstData, drawn = draw(data)) =>
    web.pageOf(drawn.html, { data: firstData.parse(data), path: drawn.path, parts: drawn.parts });

  let keepForBrowser = () => {};
  const drawn = withLink(context, request, reply, surveyHash, 'unknown_link', async (hash) => {
    // The page was sent long ago, and the browser's own call has been answered since.
    if (patience.aborted && context.knownLinks.isKnown(linkName(hash))) return page({ site });
    const arriving = openLink(context, crmOptionsFor('read', disconnectSignal(reply)), hash);
    keepForBrowser = () => context.contactPrefetch.keep(linkName(hash), arriving);
    if (patience.aborted) keepForBrowser();
    const found = await arriving;
    const data = { site, contact: presentContact(found, context) };
    const withoutDeal = draw(data);
    const deal = await missingDeal(context, found, withoutDeal.missingDeal, patience);
    return deal ? page({ ...data, deal }) : page(data, withoutDeal);
  }).catch((error: unknown) => {
    if (!(error instanceof ProblemError && error.code === 'unknown_link')) throw error;
    request.problem = error.code;
    return page({ site, refused: answerOf(error, request.id).body });
  });

  try {
    return await Promise.race([drawn, expiry(patience)]);
  } catch (error) {
    if (patience.aborted) keepForBrowser();
    else context.log.warn({ requestId: request.id, ...faultFields(error) }, 'a first view was sent without its data');
    return page({ site });
  }
}

/** The deal that the view needs, from those already read. */
async function missingDeal(
  context: FirstViewContext,
  { customer, deals, drifts }: FoundContact,
  id: string | undefined,
  patience: AbortSignal,
): Promise<Deal | undefined> {
  const deal = deals.find((each) => each.id === id);
  if (!deal) return undefined;
  const crmOptions = crmOptionsFor('read', patience);
  const ownProducts = await readOwnProducts(context, crmOptions, deal);
  const unreadable = unreadableOfDeal(drifts, deal.id);
  const read = { deal, contact: customer, ownProducts, unreadable };
  const found = context.notedWithdrawals.asRecorded(read);
  context.resumeOrder(found);
  return showDeal(context, found);
}

function expiry(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
