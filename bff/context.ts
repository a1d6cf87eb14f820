import type { CrmClient } from '../crm-contract/client.ts';
import { createCrmClient } from '../crm-contract/client.ts';
import { AdminThrottle } from './access/admin-throttle.ts';
import { ConstantTimeRefusal } from './access/constant-time-refusal.ts';
import { IdempotencyCache } from './access/idempotency-cache.ts';
import { KeyedMutex } from './access/keyed-mutex.ts';
import { WindowLimit } from './access/limits.ts';
import { LinkBudget } from './access/link-budget.ts';
import { CallHistories } from './callcenter/call-histories.ts';
import { DoNotCall } from './callcenter/do-not-call.ts';
import { Owners } from './callcenter/owners.ts';
import { PendingNotes } from './callcenter/pending-notes.ts';
import { Presence } from './callcenter/presence.ts';
import { SigningsKnown } from './callcenter/signings-known.ts';
import type { Config } from './config.ts';
import { ContactPrefetch } from './contact/contact-prefetch.ts';
import { UntouchedCheckboxes } from './contact/untouched-checkboxes.ts';
import { BackgroundJobs } from './crm/background-jobs.ts';
import { type Clock, systemClock } from './crm/clock.ts';
import { SchemaDriftReporter } from './crm/schema-drift.ts';
import { EvidenceKnown } from './deal/evidence-known.ts';
import type { Log } from './http/logging.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { PriceListReader } from './quote/price-list.ts';
import { StatsReader } from './stats/read-stats.ts';

const MINUTE_MS = 60_000;

/** All that a request works with. Nothing in it is the only place where something is kept (decision A1). */
export interface Context {
  config: Config;
  log: Log;
  clock: Clock;
  metrics: Metrics;
  schemaDrift: SchemaDriftReporter;
  crm: CrmClient;
  prices: PriceListReader;
  contactPrefetch: ContactPrefetch;
  untouchedCheckboxes: UntouchedCheckboxes;
  dealMutex: KeyedMutex;
  idempotency: IdempotencyCache;
  constantTimeRefusal: ConstantTimeRefusal;
  evidenceKnown: EvidenceKnown;
  background: BackgroundJobs;
  linkBudget: LinkBudget;
  adminThrottle: AdminThrottle;
  owners: Owners;
  doNotCall: DoNotCall;
  callHistories: CallHistories;
  presence: Presence;
  pendingNotes: PendingNotes;
  signingsKnown: SigningsKnown;
  stats: StatsReader;
  limits: { linkPerIp: WindowLimit; linkPerAddress: WindowLimit };
}

export function createContext(config: Config, log: Log, clock: Clock = systemClock): Context {
  const metrics = createMetrics();
  const driftAlarm = new SchemaDriftReporter(log, clock);
  const crm = createCrmClient({
    ...config.crm,
    onCall: (report) => metrics.crmCall(report),
    extraContactFields: config.portal.extraContactField === '' ? [] : [config.portal.extraContactField],
    onDrift: (drift) => driftAlarm.report(drift),
  });
  const prices = new PriceListReader(crm, clock);
  const owners = new Owners(crm, clock);
  const doNotCall = new DoNotCall(crm, clock);
  return {
    config,
    log,
    clock,
    metrics,
    schemaDrift: driftAlarm,
    crm,
    prices,
    contactPrefetch: new ContactPrefetch(),
    untouchedCheckboxes: new UntouchedCheckboxes(crm, clock),
    dealMutex: new KeyedMutex(),
    idempotency: new IdempotencyCache(),
    constantTimeRefusal: new ConstantTimeRefusal(clock),
    evidenceKnown: new EvidenceKnown(),
    background: new BackgroundJobs(log),
    adminThrottle: new AdminThrottle(clock),
    owners,
    doNotCall,
    callHistories: new CallHistories(crm, clock),
    presence: new Presence(clock),
    pendingNotes: new PendingNotes(),
    signingsKnown: new SigningsKnown(),
    stats: new StatsReader({ crm, clock, owners, doNotCall, prices }),
    linkBudget: new LinkBudget(config.unknownLinksPerMinute, clock),
    limits: {
      linkPerIp: new WindowLimit(config.linkRequestsPerIp, 10 * MINUTE_MS, clock),
      linkPerAddress: new WindowLimit(3, 60 * MINUTE_MS, clock),
    },
  };
}
