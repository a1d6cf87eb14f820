import type { QueryClient } from '@tanstack/react-query';
import type { DealAnswers } from '../../../bff/view-models/answers.ts';
import type { DealAnswer } from '../../../bff/view-models/deal.ts';
import { askAsCustomer } from '../ask-as-customer.ts';
import { dealApiPath, keepDeal, keepDealOfRefusal } from '../deals/deal-query.ts';
import { rememberAnswering } from './flow-memory.ts';
import type { SaveTarget } from './save-target.ts';

/** What is asked for changes nothing: a colleague hears of it. */
export function askForDeal(client: QueryClient, dealId: string): SaveTarget<DealAnswers> {
  return {
    write: `wish:${dealId}`,
    save: async (props, idempotencyKey) => {
      try {
        await askAsCustomer(dealApiPath(dealId, '/wish'), { method: 'POST', body: { props }, idempotencyKey });
      } catch (error) {
        keepDealOfRefusal(client, dealId, error);
        throw error;
      }
    },
  };
}

/** Answers about the installation are saved to the deal; the server's answer replaces the cached deal. */
export function saveToDeal(client: QueryClient, dealId: string): SaveTarget<DealAnswers> {
  return {
    write: `deal:${dealId}`,
    save: async (props, idempotencyKey) => {
      try {
        const body = { props };
        const answer = await askAsCustomer<DealAnswer>(dealApiPath(dealId), { method: 'PUT', body, idempotencyKey });
        // Remembered after the answer is confirmed, and before the deal may say that the survey is complete.
        rememberAnswering(dealId);
        keepDeal(client, answer.deal);
      } catch (error) {
        keepDealOfRefusal(client, dealId, error);
        throw error;
      }
    },
  };
}
