import type { Priority } from './call-options.ts';
import { callsEndpoint, tasksEndpoint } from './endpoints/activities.ts';
import { contactsEndpoint, dealsEndpoint, productsEndpoint, tagsEndpoint } from './endpoints/contacts-and-deals.ts';
import { deletedEndpoint, testRecordsEndpoint } from './endpoints/deleted.ts';
import { mailEndpoint } from './endpoints/mail.ts';
import { attachmentsEndpoint, filesEndpoint, notesEndpoint } from './endpoints/notes-and-files.ts';
import { queryEndpoint } from './endpoints/query.ts';
import { relatedEndpoint } from './endpoints/related.ts';
import { settingsEndpoint, usersEndpoint } from './endpoints/settings.ts';
import { createCircuitBreaker } from './http/circuit-breaker.ts';
import { type CallReport, createExchange } from './http/exchange.ts';
import { createLimiter } from './http/limiter.ts';
import { createRetryBudget } from './http/retry.ts';
import { createCrmTime, createSender, type Sender } from './http/send.ts';
import { singleFlight } from './http/single-flight.ts';
import { createTokenKeeper } from './http/token.ts';
import type { SharedToken } from './http/token-grant.ts';
import { type MonotonicClock, monotonicClock } from './monotonic-clock.ts';
import { type OnRefused, Questions } from './questions.ts';
import type { Drift } from './shapes/read-record.ts';

export type CrmClientOptions = {
  /** Base URL of the API, without `/crm/v8`: `https://www.zohoapis.eu`. */
  apiUrl: string;
  /** URL of the token endpoint: `https://accounts.zoho.eu`. */
  accountsUrl: string;
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  /** Maximum number of simultaneous calls; stay below the limit of the organisation's edition (crm-api §6). */
  maxConcurrency: number;
  /** Hosts, with port, that a token answer may name, besides the one in `apiUrl`. */
  allowedApiHosts?: readonly string[];
  /** API names of additional text fields on contacts in this organisation; they may be written too. */
  extraContactFields?: readonly string[];
  /** Called once per call, when it ends. */
  onCall?: (report: CallReport) => void;
  /** Whether this priority class may spend the day's remaining credits; by default all may. */
  maySpend?: (priority: Priority) => boolean;
  /** Called with fields that could not be read. */
  onDrift?: (drift: Drift) => void;
  /** Called once for each query form that this CRM refuses and that has a fallback. */
  onRefused?: OnRefused;
  /** Set if several processes share one access token. */
  sharedToken?: SharedToken;
  clock?: MonotonicClock;
  /** Sends the requests, and is closed with the client. Only the recorder and tests replace it. */
  sender?: Sender;
};

export type CrmClient = ReturnType<typeof createCrmClient>;

/**
 * A client for the Zoho CRM REST API, version 8. Sends nothing before the first call, not even a token request.
 * Throws a TypeError when `apiUrl` or `accountsUrl` is not a URL.
 *
 * Every method takes `CrmCallOptions` and throws only `CrmError`.
 */
export function createCrmClient(options: CrmClientOptions) {
  const {
    maxConcurrency,
    allowedApiHosts = [],
    onCall = () => {},
    onDrift = () => {},
    clock = monotonicClock,
  } = options;
  // One connection more than calls, so that a token request does not queue behind calls that wait for it.
  const crmTime = createCrmTime(clock);
  const sender = crmTime.toldBy(options.sender ?? createSender(maxConcurrency + 1, clock));
  const tokens = createTokenKeeper({ ...options, allowedApiHosts }, sender, clock);
  const limiter = createLimiter(maxConcurrency, clock);
  const exchange = createExchange({
    sender,
    limiter,
    tokens,
    breaker: createCircuitBreaker(maxConcurrency, clock),
    budget: createRetryBudget(clock),
    clock,
    onCall,
    maySpend: options.maySpend ?? (() => true),
  });
  const writeListeners: (() => void)[] = [];
  const onWrite = () => {
    for (const listen of writeListeners) listen();
  };
  const access = { exchange: singleFlight(exchange, onWrite), onDrift };
  const related = relatedEndpoint(access);
  const query = queryEndpoint(access, clock);
  const questions = new Questions(clock, options.onRefused);

  return {
    query,
    questions,
    related,
    attachments: attachmentsEndpoint(access, related),
    calls: callsEndpoint(access, related, query, questions),
    contacts: contactsEndpoint(access, related, options.extraContactFields ?? []),
    deals: dealsEndpoint(access, related),
    deleted: deletedEndpoint(access),
    files: filesEndpoint(access),
    mail: mailEndpoint(access),
    notes: notesEndpoint(access, related),
    products: productsEndpoint(access, query),
    settings: settingsEndpoint(access, tokens),
    tags: tagsEndpoint(access),
    tasks: tasksEndpoint(access, related, questions),
    testRecords: testRecordsEndpoint(access),
    users: usersEndpoint(access),
    /** Registers a callback for each finished write of ours: earlier reads may be outdated. */
    onWrite: (listen: () => void) => void writeListeners.push(listen),
    /**
     * Lowers the number of simultaneous calls below `maxConcurrency` if several processes share the organisation's
     * limit. No call may start while `areOurs` is false.
     */
    setSlots: (slots: number, areOurs?: () => boolean) => limiter.setSlots(Math.min(slots, maxConcurrency), areOurs),
    /** The number of calls in flight. */
    slotsInUse: () => limiter.inUse(),
    /** The use of the slots. */
    slotsLoad: () => limiter.load(),
    /** The CRM's time, in milliseconds since the epoch. */
    crmTime: () => crmTime.now(),
    /** Aborts calls in flight and closes the connections. */
    close: () => sender.close(),
  };
}
