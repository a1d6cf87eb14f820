import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { clientInfo } from '../access/client-info.ts';
import type { CustomerAccess } from '../access/customer.ts';
import { asCustomer, refuseWhenPreview } from '../access/customer.ts';
import type { IdempotencyCache } from '../access/idempotency-cache.ts';
import { readIdempotencyKey } from '../access/idempotency-key.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import type { App } from '../http/typed-app.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { presentDeal } from '../quote/present-deal.ts';
import { type DealAnswers, dealAnswers } from '../view-models/answers.ts';
import { approval, dealAnswer } from '../view-models/deal.ts';
import { approveDeal } from './approve.ts';
import type { SigningContext } from './evidence.ts';
import { repairEvidence } from './evidence.ts';
import { markViewed } from './mark-viewed.ts';
import type { DealReadContext } from './read-deal.ts';
import { dealReader, type ReadDeal } from './read-deal.ts';
import type { SurveyContext } from './save-answers.ts';
import { saveAnswers } from './save-answers.ts';

interface DealContext extends CustomerAccess, DealReadContext, SigningContext, SurveyContext {
  idempotency: IdempotencyCache;
}

const dealId = z.string().regex(/^\d{15,20}$/);
const params = z.strictObject({ id: dealId });
const response = { 200: dealAnswer };

export function dealRoutes(app: App, context: DealContext): void {
  const answer = (found: FoundDeal) => ({ deal: presentDeal(found, context.portal) });

  /** Runs a change of one of the customer's own deals, one at a time per deal. Waiting for its turn counts as time. */
  const change = <T>(
    request: FastifyRequest,
    id: string,
    purpose: 'save' | 'sign',
    work: (read: ReadDeal, crmOptions: CrmCallOptions) => Promise<T>,
  ): Promise<T> => {
    refuseWhenPreview(request);
    const crmOptions = crmOptionsFor(purpose);
    return asCustomer(context, request, 'not_found', (hash) =>
      context.dealMutex.run(id, () => work(dealReader(context, hash, id), crmOptions)),
    );
  };

  app.get('/api/contacts/deals/:id', { schema: { params, response } }, (request, reply) =>
    asCustomer(context, request, 'not_found', async (hash) => {
      const found = await dealReader(context, hash, request.params.id)(crmOptionsFor('read', disconnectSignal(reply)));
      const { deal } = answer(found);
      repairEvidence(context, deal);
      return { deal };
    }),
  );

  const save = (request: FastifyRequest, id: string, answers: DealAnswers) =>
    change(request, id, 'save', async (read, call) => answer(await saveAnswers(context, call, read, answers)));

  const saveSchema = { params, body: z.strictObject({ props: dealAnswers }), response };
  app.route({
    method: ['PUT', 'POST'],
    url: '/api/contacts/deals/:id',
    schema: saveSchema,
    handler: (request) => save(request, request.params.id, request.body.props),
  });

  // The other reading of §7.2: the deal object itself, holding its id.
  app.put('/api/contacts/deals/', { schema: { body: dealAnswers.extend({ id: dealId }), response } }, (request) => {
    const { id, ...answers } = request.body;
    return save(request, id, answers);
  });

  app.post('/api/contacts/deals/:id/approve', { schema: { params, body: approval, response } }, (request) => {
    const { id } = request.params;
    const key = readIdempotencyKey(request);
    return context.idempotency.run(`approve ${id} ${request.headers['x-survey-hash']}`, key, request.body, () =>
      change(request, id, 'sign', async (read, call) => ({
        deal: await approveDeal(context, call, read, request.body, {
          ...clientInfo(request),
          idempotencyKey: key,
        }),
      })),
    );
  });

  app.post(
    '/api/contacts/deals/:id/viewed',
    { schema: { params, body: z.strictObject({}).nullish(), response } },
    (request) =>
      change(request, request.params.id, 'save', async (read, call) => answer(await markViewed(context, call, read))),
  );
}
