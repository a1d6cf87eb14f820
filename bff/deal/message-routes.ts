import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { clientInfo } from '../access/client-info.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { WindowLimit } from '../access/limits.ts';
import { operationRef } from '../access/operation-ref.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { declineText, type MessageText, type PressFacts, questionText } from '../crm/texts/message-texts.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { ProblemError } from '../http/problems.ts';
import type { App } from '../http/typed-app.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { presentDeal } from '../quote/present-deal.ts';
import type { Deal } from '../view-models/deal.ts';
import { decline, question, type Receipt, receiptAnswer, withdrawalAnswer } from '../view-models/messages.ts';
import { recordId } from '../view-models/record-id.ts';
import { leaveMessage } from './leave-message.ts';
import { changeInTurn } from './own-deal.ts';
import type { OwnDealContext } from './read-deal.ts';
import { dealReader } from './read-deal.ts';
import type { WithdrawalContext } from './withdraw.ts';
import { readWithdrawal, withdraw } from './withdraw.ts';

interface MessageContext extends OwnDealContext, WithdrawalContext {
  clock: Clock;
  dealMutex: KeyedMutex;
}

const params = z.strictObject({ id: recordId });
const response = { 200: receiptAnswer };
const MESSAGE = { access: 'customer-of-deal', writes: true } as const;

const MESSAGES_PER_DEAL = 10;
const WINDOW_MS = 10 * 60_000;

/** A customer's messages about a deal: a question, a refusal, a withdrawal. */
export function messageRoutes(app: App, context: MessageContext): void {
  const perDeal = new WindowLimit(MESSAGES_PER_DEAL, WINDOW_MS, context.clock);

  /** One press: the same key again is the same message, also after a restart, by its reference in the CRM. */
  const press = (
    request: FastifyRequest,
    what: string,
    id: string,
    leave: (crmOptions: CrmCallOptions, found: FoundDeal, facts: PressFacts, mark: string) => Promise<Receipt>,
  ): Promise<{ receipt: Receipt }> => {
    const { surveyHash, idempotencyKey = crypto.randomUUID() } = request;
    const mark = operationRef(`${what} ${id} ${surveyHash} ${idempotencyKey} ${JSON.stringify(request.body)}`);
    const crmOptions = crmOptionsFor('save');
    const read = dealReader(context, surveyHash, id);
    return changeInTurn(context, surveyHash, id, read, async () => {
      const found = await read(crmOptions);
      const facts = { at: new Date(context.clock.now()).toISOString(), ...clientInfo(request) };
      return { receipt: await leave(crmOptions, found, facts, mark) };
    });
  };

  /** Stores a message about a quote that is not signed yet. */
  const leaveAbout =
    (text: (deal: Deal, facts: PressFacts) => MessageText) =>
    async (crmOptions: CrmCallOptions, found: FoundDeal, facts: PressFacts, mark: string): Promise<Receipt> => {
      const deal = presentDeal(found, context.portal);
      refuseUnlessShown(deal);
      if (perDeal.left(deal.id) === 0) throw new ProblemError('too_many');
      const earlier = await leaveMessage(context, crmOptions, found, text(deal, facts), mark);
      if (!earlier) perDeal.take(deal.id);
      return { at: earlier?.Created_Time ?? facts.at, kenmerk: deal.kenmerk };
    };

  app.post(
    '/api/contacts/deals/:id/question',
    { config: { ...MESSAGE, oncePerKey: 'question' }, schema: { params, body: question, response } },
    (request) => {
      const { text } = request.body;
      return press(
        request,
        'question',
        request.params.id,
        leaveAbout((deal, facts) => questionText(deal, text, facts)),
      );
    },
  );

  app.post(
    '/api/contacts/deals/:id/decline',
    { config: { ...MESSAGE, oncePerKey: 'decline' }, schema: { params, body: decline, response } },
    (request) => {
      const { reason = '' } = request.body;
      return press(
        request,
        'decline',
        request.params.id,
        leaveAbout((deal, facts) => declineText(deal, reason, facts)),
      );
    },
  );

  app.post(
    '/api/contacts/deals/:id/withdraw',
    {
      config: { ...MESSAGE, oncePerKey: 'withdraw' },
      schema: { params, body: z.strictObject({}).nullish(), response },
    },
    (request) =>
      press(request, 'withdraw', request.params.id, (call, found, facts) => withdraw(context, call, found, facts)),
  );

  app.get(
    '/api/contacts/deals/:id/withdraw',
    { config: { access: 'customer-of-deal' }, schema: { params, response: { 200: withdrawalAnswer } } },
    async ({ surveyHash, params: { id } }, reply) => {
      const crmOptions = crmOptionsFor('read', disconnectSignal(reply));
      const found = await dealReader(context, surveyHash, id)(crmOptions);
      return { receipt: await readWithdrawal(context, crmOptions, found) };
    },
  );
}

/** The quote is shown and not signed. */
function refuseUnlessShown(deal: Deal): void {
  if (deal.quoteArea === 'signed') {
    throw new ProblemError('already_signed', {
      detail: 'U hebt deze offerte al ondertekend. Bel ons, of gebruik "Overeenkomst herroepen".',
      deal,
    });
  }
  if (deal.quoteArea === 'none') {
    throw new ProblemError('conflict', { detail: 'Er staat nog geen offerte voor u klaar.', deal });
  }
}
