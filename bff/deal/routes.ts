import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError, isRefusedForGood } from '../../crm-contract/errors.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { linkName, type SeenDeal } from '../access/survey-link.ts';
import type { CreditBudget } from '../crm/credit-budget.ts';
import { AVAILABLE_FOR_CUSTOMER, VIEWED } from '../crm/stages.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { clientInfo, disconnectSignal } from '../http/requests.ts';
import { type App, DEAL_PROBLEMS } from '../http/route-description.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { type DealAnswers, dealAnswers } from '../view-models/answers.ts';
import { recordId } from '../view-models/body-fields.ts';
import { approval, dealAnswer, done } from '../view-models/deal.ts';
import { type ApprovalContext, approveDeal } from './approve.ts';
import { changeDeal, type DealChangeContext, type SurveyContext, saveAnswers } from './change-deal.ts';
import { showDeal } from './present-deal.ts';
import { changeWithLock, dealReader, type OwnDealContext, type ReadDeal } from './read-deal.ts';

export interface DealContext extends OwnDealContext, ApprovalContext, SurveyContext {
  dealMutex: KeyedMutex;
  credits: Pick<CreditBudget, 'stops'>;
  /** Completes an order, or its withdrawal, that a dead process left unfinished. */
  resumeOrder(found: FoundDeal): void;
}

const params = z.strictObject({ id: recordId });
const response = { 200: dealAnswer };
const CHANGE = { access: 'customer-of-deal', writes: true, describe: { problems: DEAL_PROBLEMS } } as const;

export function dealRoutes(app: App, context: DealContext): void {
  const answer = (found: FoundDeal) => ({ deal: showDeal(context, found) });

  /** One change of a deal at a time, by anybody. Waiting counts towards the deadline. */
  const change = <T>(
    { surveyHash }: FastifyRequest,
    id: string,
    purpose: 'save' | 'sign',
    work: (read: ReadDeal, crmOptions: CrmCallOptions) => Promise<T>,
  ): Promise<T> => {
    const crmOptions = crmOptionsFor(purpose);
    return changeWithLock(context, surveyHash, id, {
      isAct: purpose === 'sign',
      work: (read) => work(read, crmOptions),
    });
  };

  app.get(
    '/api/contacts/deals/:id',
    { config: { access: 'customer-of-deal', linkRequest: 'reach' }, schema: { params, response } },
    async ({ surveyHash, params: { id } }, reply) => {
      const found = await dealReader(context, surveyHash, id)(crmOptionsFor('read', disconnectSignal(reply)));
      context.resumeOrder(found);
      return answer(found);
    },
  );

  const save = (request: FastifyRequest, id: string, answers: DealAnswers) =>
    change(request, id, 'save', async (read, crmOptions) => {
      const found = await saveAnswers(context, crmOptions, read, answers);
      context.tellDesk(found, 'answers');
      return answer(found);
    });

  app.route({
    method: ['PUT', 'POST'],
    url: '/api/contacts/deals/:id',
    config: CHANGE,
    schema: { params, body: z.strictObject({ props: dealAnswers }), response },
    handler: (request) => save(request, request.params.id, request.body.props),
  });

  // The other form of §7.2: the deal object with its id.
  app.put(
    '/api/contacts/deals/',
    { config: CHANGE, schema: { body: dealAnswers.extend({ id: recordId }), response } },
    (request) => {
      const { id, ...answers } = request.body;
      return save(request, id, answers);
    },
  );

  app.post(
    '/api/contacts/deals/:id/approve',
    { config: { ...CHANGE, linkRequest: 'act', oncePerKey: 'approve' }, schema: { params, body: approval, response } },
    (request) =>
      change(request, request.params.id, 'sign', async (read, crmOptions) => {
        const signer = { ...clientInfo(request), idempotencyKey: request.idempotencyKey };
        return { deal: await approveDeal(context, crmOptions, read, request.body, signer) };
      }),
  );

  app.post(
    '/api/contacts/deals/:id/viewed',
    {
      config: CHANGE,
      schema: { params, body: z.strictObject({}).nullish(), response: { 200: done } },
      // This check comes before the check of the link, which may cost a CRM call.
      onRequest: async () => {
        if (context.credits.stops('viewed')) throw new ProblemError('busy', { detail: API_TEXTS.spentToday });
      },
    },
    async (request) => {
      const {
        surveyHash,
        params: { id },
      } = request;
      const { knownLinks } = context;
      const link = linkName(surveyHash);
      const viewed = await change(request, id, 'save', (read, crmOptions) =>
        markViewed(context, crmOptions, read, knownLinks.seen(link, id)),
      );
      knownLinks.learn(link, [viewed]);
      return { result: true as const };
    },
  );
}

/**
 * Changes `Available For Customer` to `Viewed`; every other stage stays (decision F5). The cached version that the
 * customer saw is the guard, so this takes one CRM call. If the deal was edited since, or its version is not cached,
 * this becomes a normal change. If a CRM rule refuses the change, the stage stays, and the customer gets no error.
 * Returns the deal as known now.
 */
async function markViewed(
  context: DealChangeContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
  seen: SeenDeal | undefined,
): Promise<SeenDeal> {
  const written = seen?.Stage === AVAILABLE_FOR_CUSTOMER ? await writeSeen(context, crmOptions, seen) : seen;
  if (written) return written;
  let before: SeenDeal | undefined;
  try {
    const { found } = await changeDeal(context, crmOptions, {
      read,
      decide: ({ deal }) => {
        before = deal;
        return deal.Stage === AVAILABLE_FOR_CUSTOMER ? { Stage: VIEWED } : null;
      },
    });
    return found.deal;
  } catch (error) {
    if (!before || !isKeptByRule(error)) throw error;
    return before;
  }
}

const isKeptByRule = (error: unknown) => isRefusedForGood(error) && error.kind !== 'not_found';

/** Null if the deal has changed since, or the outcome of the write is unknown. */
async function writeSeen(
  { crm }: DealChangeContext,
  crmOptions: CrmCallOptions,
  seen: SeenDeal,
): Promise<SeenDeal | null> {
  const { id, Modified_Time: unmodifiedSince } = seen;
  if (unmodifiedSince === null) return null;
  try {
    const { Modified_Time } = await crm.deals.update(id, { Stage: VIEWED }, crmOptions, { unmodifiedSince });
    return { id, Stage: VIEWED, Modified_Time };
  } catch (error) {
    if (error instanceof CrmError && (error.kind === 'conflict' || error.sent === 'unknown')) return null;
    if (isKeptByRule(error)) return seen;
    throw error;
  }
}
