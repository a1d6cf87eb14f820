import { type MonotonicClock, monotonicClock, type Priority } from './call-options.ts';
import { callsEndpoint, tasksEndpoint } from './endpoints/activities.ts';
import {
  contactsEndpoint,
  dealsEndpoint,
  productsEndpoint,
  tagsEndpoint,
  testRecordsEndpoint,
} from './endpoints/contacts-and-deals.ts';
import { deletedEndpoint, queryEndpoint, relatedEndpoint } from './endpoints/lists.ts';
import { mailEndpoint } from './endpoints/mail.ts';
import { attachmentsEndpoint, filesEndpoint, notesEndpoint } from './endpoints/notes-and-files.ts';
import { settingsEndpoint, usersEndpoint } from './endpoints/settings.ts';
import { CrmError } from './errors.ts';
import { createCircuitBreaker } from './http/circuit-breaker.ts';
import { type CallReport, createExchange, type Exchange } from './http/exchange.ts';
import { createLimiter } from './http/limiter.ts';
import type { Reply } from './http/outcome.ts';
import { createRetryBudget } from './http/retry.ts';
import { createCrmTime, createSender, type Sender } from './http/send.ts';
import { createTokenKeeper } from './http/token.ts';
import type { SharedToken } from './http/token-grant.ts';
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
  const crmTime = createCrmTime(clock);
  // One connection more than calls, so that a token request does not queue behind calls that wait for it.
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
    slotsLoad: () => limiter.load(),
    /** The CRM's time, in milliseconds since the epoch. */
    crmTime: () => crmTime.now(),
    /** Aborts calls in flight and closes the connections. */
    close: () => sender.close(),
  };
}

/**
 * Equal reads at the same moment share one call: twenty colleagues who open the list at nine o'clock cost one call.
 * Only reads for display (priority classes 'staff' and 'read') are shared, never reads that a write depends on. After
 * each write of ours `onWrite` is called, and later reads do not join a read that started before the write.
 */
function singleFlight(exchange: Exchange, onWrite: () => void): Exchange {
  const inFlight = new Map<string, Promise<Reply>>();
  const written = () => {
    inFlight.clear();
    onWrite();
  };

  return async (request, context) => {
    if (request.effect !== 'read') return exchange(request, context).finally(written);
    // A body that is built when it is sent has no key to compare.
    if (typeof request.json === 'function') return exchange(request, context);
    if (context.priority !== 'read' && context.priority !== 'staff') return exchange(request, context);

    const { method, path, query, json } = request;
    const key = `${method} ${path} ${JSON.stringify(query)} ${json}`;
    for (let running = inFlight.get(key); running; running = inFlight.get(key)) {
      try {
        return await running;
      } catch (error) {
        const initiatorAborted = error instanceof CrmError && error.kind === 'cancelled' && !context.signal?.aborted;
        // The first caller aborted; this one still needs the answer.
        if (!initiatorAborted) throw error;
      }
    }
    const reply = exchange(request, context).finally(() => {
      if (inFlight.get(key) === reply) inFlight.delete(key);
    });
    inFlight.set(key, reply);
    return reply;
  };
}
