import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { callerAt } from '../access/caller-address.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import type { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import { type Clock, DAY_MS } from '../crm/clock.ts';
import { leaveMessage, type MessageWriter, markedBy } from '../crm/leave-message.ts';
import { plannedCalls, removeCalls } from '../crm/planned-calls.ts';
import { wishLines } from '../crm/texts/edit-texts.ts';
import { declineText, type MessageText, type PressFacts, questionText, wishText } from '../crm/texts/message-texts.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import type { NoteMarks } from '../crm/texts/note-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { clientInfo, disconnectSignal } from '../http/requests.ts';
import { type App, DEAL_PROBLEMS } from '../http/route-description.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { Limit, SharedStore } from '../shared-store/shared-store.ts';
import { isSeen, recordId } from '../view-models/body-fields.ts';
import {
  type Deal,
  decline,
  done,
  question,
  type Receipt,
  receiptAnswer,
  wish,
  withdrawalAnswer,
} from '../view-models/deal.ts';
import { changeDeal, changedAnswers } from './change-deal.ts';
import { declineMail } from './decline-mail.ts';
import { presentDeal } from './present-deal.ts';
import { changeWithLock, dealReader, type OwnDealContext, type ReadDeal } from './read-deal.ts';
import { type WithdrawalContext, withdraw, withdrawalOf } from './withdraw.ts';

export interface MessageContext extends OwnDealContext, MessageWriter, WithdrawalContext {
  clock: Clock;
  marks: NoteMarks;
  dealMutex: KeyedMutex;
  notedWithdrawals: NotedWithdrawals;
  sharedStore: SharedStore;
  publicUrl: string;
}

const params = z.strictObject({ id: recordId });
const response = { 200: receiptAnswer };
const MESSAGE = { access: 'customer-of-deal', writes: true, describe: { problems: DEAL_PROBLEMS } } as const;

/** Each message leaves a note and a task. */
const MESSAGES_A_DAY = 10;

/** One request for a message: its reference in the CRM is made from `about`. */
interface Press {
  what: 'question' | 'wish' | 'decline' | 'withdrawal';
  about: string;
  crmOptions: CrmCallOptions;
  read: ReadDeal;
  facts: PressFacts;
}

/** A limit and its key. */
interface Counted {
  limit: Limit;
  key: string;
}

/** A customer's messages about a deal: question, change request, refusal, withdrawal. */
export function messageRoutes(app: App, context: MessageContext): void {
  const questions = context.sharedStore.limit('questions about a deal', MESSAGES_A_DAY, DAY_MS);
  // Counted per address, so that a stranger with a copy of the link cannot block a refusal.
  const refusals = context.sharedStore.limit('refusals of a deal', MESSAGES_A_DAY, DAY_MS);

  // One mail per day, even if the customer agrees in between and declines again.
  const refusalsMailed = context.sharedStore.limit('mails about a refusal of a deal', 1, DAY_MS);

  /** Best effort: no mail was promised. */
  const mailRefusal = (found: FoundDeal) =>
    context.background.run('decline.mail', async () => {
      const { brand, seller, mailFrom } = context.portal;
      const { id, Email: email, Full_Name: name } = found.contact;
      if (!mailFrom || !email || !(await refusalsMailed.take(found.deal.id))) return;
      const url = `${context.publicUrl}/deals/${found.deal.id}/`;
      const deal = presentDeal(found, context.portal);
      const mail = declineMail({ brand, seller, mailFrom }, { name, email }, deal, url);
      await context.crm.mail.send({ module: 'Contacts', id }, mail, crmOptionsFor('background'));
    });

  /**
   * Removes the planned calls about a declined quote, because nobody calls about it any more (decision J8). A call that
   * was planned after the refusal stays.
   */
  const endCalls = ({ contact, deal }: FoundDeal) =>
    context.background.retryInBackground('decline.calls', async () => {
      const crmOptions = crmOptionsFor('background');
      const about = { contactId: contact.id, dealId: deal.id, beforeMs: Date.parse(deal.portal_declined_at ?? '') };
      await removeCalls(context, crmOptions, await plannedCalls(context, crmOptions, about));
    });

  /**
   * Runs one request. The same key means the same message, even after a restart, because the CRM holds its reference.
   * Others with the same link must not be able to block a legal act.
   */
  const press = (
    request: FastifyRequest,
    what: Press['what'],
    id: string,
    leave: (press: Press) => Promise<Receipt>,
  ): Promise<{ receipt: Receipt }> => {
    const { surveyHash, idempotencyKey = crypto.randomUUID() } = request;
    const about = `${what} ${id} ${surveyHash} ${idempotencyKey} ${JSON.stringify(request.body)}`;
    const crmOptions = crmOptionsFor('save');
    const work = async (read: ReadDeal) => {
      const facts = { at: new Date(context.clock.now()).toISOString(), ...clientInfo(request) };
      return { receipt: await leave({ what, about, crmOptions, read, facts }) };
    };
    return changeWithLock(context, surveyHash, id, { isAct: what === 'decline' || what === 'withdrawal', work });
  };

  const refuseTooMany = async ({ limit, key }: Counted) => {
    if ((await limit.left(key)) <= 0) throw new ProblemError('too_many');
  };

  /** Stores the customer's message about an unsigned quote. */
  const leaveAbout = async (
    found: FoundDeal,
    { what, about, crmOptions, facts }: Press,
    counted: Counted,
    text: (deal: Deal) => MessageText,
  ): Promise<Receipt> => {
    const deal = presentDeal(found, context.portal);
    refuseUnlessShown(deal);
    await refuseTooMany(counted);
    const message = { text: text(deal), lastLines: markedBy(context.marks, about) };
    const earlier = await leaveMessage(context, crmOptions, found, message);
    context.tellDesk(found, what);
    if (!earlier) await counted.limit.take(counted.key);
    return { at: earlier?.Created_Time ?? facts.at, kenmerk: deal.kenmerk };
  };

  app.post(
    '/api/contacts/deals/:id/question',
    { config: { ...MESSAGE, oncePerKey: 'question' }, schema: { params, body: question, response } },
    (request) => {
      const { id } = request.params;
      return press(request, 'question', id, async (pressed) => {
        const found = await pressed.read(pressed.crmOptions);
        const text = (deal: Deal) => questionText(deal, request.body.text, pressed.facts);
        return leaveAbout(found, pressed, { limit: questions, key: id }, text);
      });
    },
  );

  app.post(
    '/api/contacts/deals/:id/wish',
    {
      config: { ...MESSAGE, oncePerKey: 'wish' },
      schema: { params, body: wish, response: { 200: done } },
    },
    async (request) => {
      const { props, text = '' } = request.body;
      await press(request, 'wish', request.params.id, async (pressed) => {
        const found = await pressed.read(pressed.crmOptions);
        refuseUnlessFixed(presentDeal(found, context.portal));
        const wished = wishLines(found.deal, changedAnswers(found.deal, props));
        if (wished.length === 0 && !isSeen(text)) {
          const same = Object.keys(props).map((name) => [name, API_TEXTS.deal.sameWish]);
          const fields = same.length > 0 ? Object.fromEntries(same) : { text: API_TEXTS.deal.emptyWish };
          throw new ProblemError('field_invalid', { fields });
        }
        const counted = { limit: questions, key: found.deal.id };
        return leaveAbout(found, pressed, counted, (deal) => wishText(deal, wished, text, pressed.facts));
      });
      return { result: true as const };
    },
  );

  app.post(
    '/api/contacts/deals/:id/decline',
    { config: { ...MESSAGE, linkRequest: 'act', oncePerKey: 'decline' }, schema: { params, body: decline, response } },
    (request) => {
      const { reason = '' } = request.body;
      const { id } = request.params;
      const counted = { limit: refusals, key: `${id} ${callerAt(request.ip)}` };
      return press(request, 'decline', id, async (pressed) => {
        // Checked before the deal stores the refusal, because the deal must not store a refusal without a note.
        await refuseTooMany(counted);
        const found = await declineDeal(context, pressed);
        const receipt = await leaveAbout(found, pressed, counted, (deal) => declineText(deal, reason, pressed.facts));
        // Also for a repeat: the first request may have failed after the deal was written.
        mailRefusal(found);
        endCalls(found);
        return receipt;
      });
    },
  );

  app.post(
    '/api/contacts/deals/:id/withdraw',
    {
      config: { ...MESSAGE, linkRequest: 'act', oncePerKey: 'withdraw' },
      schema: { params, body: z.strictObject({}).nullish(), response },
    },
    (request) =>
      press(request, 'withdrawal', request.params.id, ({ crmOptions, read, facts }) =>
        withdraw(context, crmOptions, request.params.id, read, facts),
      ),
  );

  app.get(
    '/api/contacts/deals/:id/withdraw',
    {
      config: { access: 'customer-of-deal', linkRequest: 'reach' },
      schema: { params, response: { 200: withdrawalAnswer } },
    },
    async ({ surveyHash, params: { id } }, reply) => {
      const crmOptions = crmOptionsFor('read', disconnectSignal(reply));
      const found = await dealReader(context, surveyHash, id)(crmOptions);
      return { receipt: withdrawalOf(found, context.portal) };
    },
  );
}

/** The refusal is stored in the deal, so that every device shows it; it is not final (decision I3). */
async function declineDeal(context: MessageContext, { crmOptions, read, facts }: Press): Promise<FoundDeal> {
  const { found } = await changeDeal(context, crmOptions, {
    read,
    decide: (current) => {
      refuseUnlessShown(presentDeal(current, context.portal));
      const at = crmInstant(Date.parse(facts.at));
      return current.deal.portal_declined_at === null ? { portal_declined_at: at } : null;
    },
  });
  return found;
}

/** Only values fixed by a colleague need a change request; customers change other answers themselves (decision J2). */
function refuseUnlessFixed(deal: Deal): void {
  refuseUnlessShown(deal);
  if (!deal.isFixed) throw new ProblemError('conflict', { detail: API_TEXTS.deal.notFixed, deal });
}

/** Requires an unsigned quote that the customer can see. */
function refuseUnlessShown(deal: Deal): void {
  if (deal.quoteArea === 'signed' || deal.quoteArea === 'withdrawn') {
    throw new ProblemError('already_signed', { detail: API_TEXTS.message.alreadySigned, deal });
  }
  if (deal.quoteArea === 'none') {
    throw new ProblemError('conflict', { detail: API_TEXTS.message.noQuote, deal });
  }
}
