import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { customerHash, refuseLink, refuseWhenPreview } from '../access/customer.ts';
import type { App } from '../app.ts';
import { callFor } from '../calls.ts';
import type { Context } from '../context.ts';
import { ProblemError } from '../problems.ts';
import { type DealAnswers, dealAnswers } from '../view-models/answers.ts';
import { approval, dealAnswer } from '../view-models/deal.ts';
import { approveDeal } from './approve.ts';
import { repairEvidence } from './evidence.ts';
import { markViewed } from './mark-viewed.ts';
import { presentDeal } from './present-deal.ts';
import { dealReader, type FoundDeal, type ReadDeal } from './read-deal.ts';
import { saveAnswers } from './save-answers.ts';

const dealId = z.string().regex(/^\d{15,20}$/);
const params = z.strictObject({ id: dealId });
const response = { 200: dealAnswer };

export function dealRoutes(app: App, context: Context): void {
  const answer = (found: FoundDeal) => ({ deal: presentDeal(found, context.config.portal.terms.version) });

  /** Runs a change of one of the customer's own deals, one at a time per deal. */
  const change = async <T>(request: FastifyRequest, id: string, work: (read: ReadDeal) => Promise<T>): Promise<T> => {
    refuseWhenPreview(request);
    const hash = customerHash(request);
    if (!hash) return refuseLink(context, request, 'not_found');
    return evenly(context, request, () => context.turns.take(id, () => work(dealReader(context, hash, id))));
  };

  app.get('/api/contacts/deals/:id', { schema: { params, response } }, async (request) => {
    const hash = customerHash(request);
    if (!hash) return refuseLink(context, request, 'not_found');
    const read = dealReader(context, hash, request.params.id);
    const found = await read(callFor('read', request.signal));
    if (!found) return refuseLink(context, request, 'not_found');
    const { deal } = answer(found);
    repairEvidence(context, deal);
    return { deal };
  });

  const save = (request: FastifyRequest, id: string, answers: DealAnswers) =>
    change(request, id, async (read) => answer(await saveAnswers(context, callFor('save'), read, answers)));

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
    const key = idempotencyKey(request);
    return context.once.run(`approve ${id} ${request.headers['x-survey-hash']}`, key, request.body, () =>
      change(request, id, async (read) => ({
        deal: await approveDeal(context, callFor('sign'), read, request.body, {
          ip: request.ip,
          userAgent: userAgent(request),
          idempotencyKey: key,
        }),
      })),
    );
  });

  app.post(
    '/api/contacts/deals/:id/viewed',
    { schema: { params, body: z.strictObject({}).nullish(), response } },
    (request) =>
      change(request, request.params.id, async (read) => answer(await markViewed(context, callFor('save'), read))),
  );
}

/** A deal that is not this customer's is refused as late as a malformed link is. */
async function evenly<T>(context: Context, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return refuseLink(context, request, 'not_found');
    throw error;
  }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,128}$/.test(key)) throw new ProblemError('invalid');
  return key;
}

/** As the browser names itself, without line breaks and cut to what a note can bear. */
function userAgent(request: FastifyRequest): string {
  const text = request.headers['user-agent'] ?? 'onbekend';
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 300);
}
