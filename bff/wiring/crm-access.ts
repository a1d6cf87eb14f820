import { type CrmClient, createCrmClient } from '../../crm-contract/client.ts';
import type { Config } from '../config.ts';
import { UntouchedCheckboxes } from '../contact/read-contact.ts';
import { BackgroundJobs } from '../crm/background-jobs.ts';
import type { Clock } from '../crm/clock.ts';
import { CreditBudget } from '../crm/credit-budget.ts';
import { SchemaDriftReporter } from '../crm/schema/schema.ts';
import { Stages } from '../crm/stages.ts';
import type { Log } from '../http/logging.ts';
import type { Metrics } from '../http/metrics.ts';
import { CallHistories } from '../queue/call-histories.ts';
import { Callbacks } from '../queue/callbacks.ts';
import { DoNotCall } from '../queue/do-not-call.ts';
import { OpenMessages } from '../queue/open-messages.ts';
import { Owners, OwnUser } from '../queue/owners.ts';
import { linkReads } from '../quote/link-reads.ts';
import { cachedPrices } from '../quote/price-list.ts';
import { crmTokenIn } from '../shared-store/crm-token.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { Traces } from '../traces/traces.ts';

export type CrmAccess = ReturnType<typeof crmAccess>;

/** The priority classes that may spend the last of the day's credits. */
const LAST_PRIORITIES: ReadonlySet<string> = new Set(['sign', 'save']);

/** The CRM client, and everything read from the CRM and cached. No data exists only here (decision A1). */
export function crmAccess(
  config: Config,
  log: Log,
  clock: Clock,
  metrics: Metrics,
  sharedStore: SharedStore,
  traces: Traces | null = null,
) {
  const schemaDrift = new SchemaDriftReporter(log, clock);
  const credits = new CreditBudget(clock, config.crmCreditsADay, sharedStore);
  metrics.watchCredits(credits);
  const { extraContactField } = config.portal;
  const crm: CrmClient = createCrmClient({
    ...config.crm,
    ...(config.sharedStoreUrl !== null && { sharedToken: crmTokenIn(sharedStore) }),
    onCall: (report) => {
      metrics.crmCall(report);
      credits.noteCall(report);
      traces?.crmCall(report);
    },
    maySpend: (priority) => LAST_PRIORITIES.has(priority) || !credits.stops('reading'),
    extraContactFields: extraContactField === '' ? [] : [extraContactField],
    onDrift: (drift) => schemaDrift.report(drift),
    onRefused: (question, { operation, code }) =>
      log.warn(
        { operation, crmCode: code, kind: question },
        'the CRM refuses a question: another way is taken, and it is asked again every quarter of an hour',
      ),
  });
  metrics.watchSlots(() => crm.slotsLoad());
  const ownUser = new OwnUser(crm);
  return {
    crm,
    credits,
    linkReads: linkReads(crm, (mostKeys, { operation, code }) =>
      log.warn(
        { operation, crmCode: code, mostKeys },
        'the CRM refuses a query for many links: smaller batches are used',
      ),
    ),
    schemaDrift,
    background: new BackgroundJobs(log, clock),
    prices: cachedPrices(crm, clock),
    ownUser,
    owners: new Owners(crm, clock, ownUser),
    doNotCall: new DoNotCall(crm, clock, sharedStore),
    callHistories: new CallHistories(crm, clock, sharedStore),
    callbacks: new Callbacks(crm, clock, config.callPauseHours, sharedStore),
    stages: new Stages(crm, clock),
    openMessages: new OpenMessages(crm, clock),
    untouchedCheckboxes: new UntouchedCheckboxes(crm, clock),
  };
}
