import { setTimeout as wait } from 'node:timers/promises';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { SurveyHash } from '../access/survey-hash.ts';
import type { BackgroundJobs } from '../crm/background-jobs.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { PriceListReader } from '../quote/price-list.ts';
import type { FoundContact } from './found-contact.ts';
import { type ContactReadContext, readContact } from './read-contact.ts';

export interface OpenLinkContext extends ContactReadContext {
  background: BackgroundJobs;
  prices: PriceListReader;
}

/** Opening a link with open questions refreshes the prices; links opened at the same moment share one read. */
const PRICES_FRESH_MS = 1_000;
/** The first links after a restart wait for the list that was asked for at the start: their survey says what its answers cost. */
const FIRST_PRICES = { maxAgeMs: 60_000, waitMs: 1_500 };

/** Reads the contact of a link, with their deals. */
export async function openLink(
  context: OpenLinkContext,
  crmOptions: CrmCallOptions,
  hash: SurveyHash,
): Promise<FoundContact> {
  const found = await readContact(context, crmOptions, hash);
  if (found.deals.some((deal) => deal.survey1_calc_complete !== true)) {
    const isFirst = context.prices.known === undefined;
    const maxAgeMs = isFirst ? FIRST_PRICES.maxAgeMs : PRICES_FRESH_MS;
    const refreshed = context.prices.read(maxAgeMs, crmOptionsFor('background'));
    context.background.run('prices.refresh', () => refreshed);
    if (isFirst) {
      const waited = wait(FIRST_PRICES.waitMs, undefined, { ref: false });
      await Promise.race([refreshed, waited]).catch(() => undefined);
    }
  }
  return found;
}
