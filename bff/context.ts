import type { CrmClient } from '../crm-contract/client.ts';
import { createCrmClient } from '../crm-contract/client.ts';
import { AdminThrottle } from './access/admin-throttle.ts';
import { EvenRefusal } from './access/constant-time-refusal.ts';
import { Once } from './access/idempotency-cache.ts';
import { Turns } from './access/keyed-mutex.ts';
import { WindowLimit } from './access/limits.ts';
import { LinkBudget } from './access/link-budget.ts';
import { CallHistories } from './callcenter/call-histories.ts';
import { DoNotCall } from './callcenter/do-not-call.ts';
import { Owners } from './callcenter/owners.ts';
import { OwedNotes } from './callcenter/pending-notes.ts';
import { Presence } from './callcenter/presence.ts';
import { SigningsKnown } from './callcenter/signings-known.ts';
import type { Config } from './config.ts';
import { Arrivals } from './contact/contact-prefetch.ts';
import { UntouchedCheckboxes } from './contact/untouched-checkboxes.ts';
import { Background } from './crm/background-jobs.ts';
import { type Clock, systemClock } from './crm/clock.ts';
import { DriftAlarm } from './crm/schema-drift.ts';
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
  driftAlarm: DriftAlarm;
  crm: CrmClient;
  prices: PriceListReader;
  arrivals: Arrivals;
  untouchedCheckboxes: UntouchedCheckboxes;
  turns: Turns;
  once: Once;
  evenRefusal: EvenRefusal;
  evidenceKnown: EvidenceKnown;
  background: Background;
  linkBudget: LinkBudget;
  adminThrottle: AdminThrottle;
  owners: Owners;
  doNotCall: DoNotCall;
  callHistories: CallHistories;
  presence: Presence;
  owedNotes: OwedNotes;
  signingsKnown: SigningsKnown;
  stats: StatsReader;
  limits: { linkPerIp: WindowLimit; linkPerAddress: WindowLimit };
}

export function createContext(config: Config, log: Log, clock: Clock = systemClock): Context {
  const metrics = createMetrics();
  const driftAlarm = new DriftAlarm(log, clock);
  const crm = createCrmClient({
    ...config.crm,
    onCall: (report) => metrics.crmCall(report),
    extraContactFields: config.portal.extraContactField === '' ? [] : [config.portal.extraContactField],
    onDrift: (drift) => driftAlarm.tell(drift),
  });
  const prices = new PriceListReader(crm, clock);
  const owners = new Owners(crm, clock);
  const doNotCall = new DoNotCall(crm, clock);
  return {
    config,
    log,
    clock,
    metrics,
    driftAlarm,
    crm,
    prices,
    arrivals: new Arrivals(),
    untouchedCheckboxes: new UntouchedCheckboxes(crm, clock),
    turns: new Turns(),
    once: new Once(),
    evenRefusal: new EvenRefusal(clock),
    evidenceKnown: new EvidenceKnown(),
    background: new Background(log),
    adminThrottle: new AdminThrottle(clock),
    owners,
    doNotCall,
    callHistories: new CallHistories(crm, clock),
    presence: new Presence(clock),
    owedNotes: new OwedNotes(),
    signingsKnown: new SigningsKnown(),
    stats: new StatsReader({ crm, clock, owners, doNotCall, prices }),
    linkBudget: new LinkBudget(config.unknownLinksPerMinute, clock),
    limits: {
      linkPerIp: new WindowLimit(config.linkRequestsPerIp, 10 * MINUTE_MS, clock),
      linkPerAddress: new WindowLimit(3, 60 * MINUTE_MS, clock),
    },
  };
}
