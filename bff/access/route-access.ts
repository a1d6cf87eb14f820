import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { forStaff } from '../crm/time-limits.ts';
import { disconnectSignal } from '../http/requests.ts';
import type { App } from '../http/route-description.ts';
import { type AdminAccess, requireAdmin } from './admin-login.ts';
import { type CustomerAccess, refuseWhenPreview, withLink } from './customer.ts';
import { type IdempotencyCache, readIdempotencyKey } from './idempotency-cache.ts';
import type { LinkRequest } from './link-limits.ts';
import type { SurveyHash } from './survey-link.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The callers that may use the route. Customers authenticate with the link in `x-survey-hash`. A wrong link is
     * refused as `unknown_link`, on a route about one deal as `not_found`. Staff authenticate with the admin password.
     */
    access?: 'everyone' | 'customer' | 'customer-of-deal' | 'staff';
    /** The route writes: refused in staff's preview (decision B6). */
    writes?: true;
    /** The limit class of a request with a link; default `other`. */
    linkRequest?: LinkRequest;
    /**
     * Names an idempotent operation: a repeat with the same `idempotency-key` gets the first answer and does nothing.
     */
    oncePerKey?: string;
  }
  interface FastifyRequest {
    /** The customer's link; only on routes for customers. */
    surveyHash: SurveyHash;
    /** Only on routes that declare `oncePerKey`. */
    idempotencyKey: string | undefined;
    /** The name in the log of a staff device that logged in before. */
    knownDevice: string | undefined;
    /**
     * True if another process may already have handled this request. Then the handler first looks for the records of
     * that process.
     */
    mayBeRepeat: boolean;
  }
}

export interface RouteAccess {
  customers: CustomerAccess;
  staff: AdminAccess;
  idempotency: IdempotencyCache;
}

/** Enforces what routes declare about callers and limits; a route without `access` fails the start. */
export function enforceAccess(app: App, { customers, staff, idempotency }: RouteAccess): void {
  app.decorateRequest('surveyHash', '' as SurveyHash);
  app.decorateRequest('idempotencyKey', undefined);
  app.decorateRequest('mayBeRepeat', false);
  app.decorateRequest('knownDevice', undefined);
  app.addHook('onRoute', (route) => {
    const { access, writes, oncePerKey } = route.config ?? {};
    if (!access) {
      if (route.url.startsWith('/api/')) throw new Error(`${route.url} does not say who may call it`);
      return;
    }
    if (access === 'staff') {
      run(route, 'onRequest', requireAdmin(staff));
      route.handler = withSlotsOfStaff(route.handler);
    }
    if (writes) run(route, 'preHandler', async (request) => refuseWhenPreview(request));
    // The check of the link is added last, so it runs first: a cached answer requires a checked link too.
    if (oncePerKey) {
      const stillMay = access === 'staff' ? async () => {} : lookAgain(customers);
      route.handler = oncePer(idempotency, oncePerKey, stillMay, route.handler);
    }
    if (access === 'customer') route.handler = forCustomers(customers, 'unknown_link', route.handler);
    if (access === 'customer-of-deal') route.handler = forCustomers(customers, 'not_found', route.handler);
  });
}

function run<Hook extends 'onRequest' | 'preHandler'>(
  route: RouteOptions,
  hook: Hook,
  first: RouteOptions[Hook],
): void {
  Object.assign(route, { [hook]: [first, route[hook] ?? []].flat() });
}

function withSlotsOfStaff(handler: RouteHandlerMethod): RouteHandlerMethod {
  return function (request, reply) {
    return forStaff(() => handler.call(this, request, reply));
  };
}

/** The handler looks the link up, so the result of the handler decides whether the link was known. */
function forCustomers(
  customers: CustomerAccess,
  refusal: 'unknown_link' | 'not_found',
  handler: RouteHandlerMethod,
): RouteHandlerMethod {
  return function (request, reply) {
    return withLink(customers, request, reply, request.headers['x-survey-hash'], refusal, async (hash) => {
      request.surveyHash = hash;
      return handler.call(this, request, reply);
    });
  };
}

/** A repeat makes no other CRM call, so link and deal are looked up here. The password of staff was already checked. */
function lookAgain({ lookUp, lookUpDeal }: CustomerAccess) {
  return async ({ surveyHash, params, routeOptions }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { id } = params as { id?: string };
    const gone = disconnectSignal(reply);
    const purpose = routeOptions.config.linkRequest === 'act' ? 'sign' : 'save';
    await (id === undefined ? lookUp(surveyHash, purpose, gone) : lookUpDeal(surveyHash, id, purpose, gone));
  };
}

/** A key belongs to its sender and to the record in the path. A repeat is answered only if `stillMay` resolves. */
function oncePer(
  idempotency: IdempotencyCache,
  press: string,
  stillMay: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
  handler: RouteHandlerMethod,
): RouteHandlerMethod {
  return async function (request, reply) {
    request.idempotencyKey = readIdempotencyKey(request);
    const { id = '' } = request.params as { id?: string };
    const caller = request.headers['x-survey-hash'] ?? request.headers['x-owner-id'];
    const who = `${press} ${id} ${caller}`;
    return idempotency.run(who, request.idempotencyKey, request.body ?? null, {
      work: async (mayBeRepeat) => {
        request.mayBeRepeat = mayBeRepeat;
        return handler.call(this, request, reply);
      },
      stillMay: () => stillMay(request, reply),
    });
  };
}
