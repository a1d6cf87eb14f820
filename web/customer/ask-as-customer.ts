import { type Ask, askBff } from '../api/ask-bff.ts';
import { currentVisitor } from './gate/visitor.ts';

export interface CustomerAsk extends Omit<Ask, 'headers'> {
  /** Every write carries an idempotency key: a repeat of the same write carries the same one. */
  idempotencyKey?: string;
}

/** Every call of the customer's side carries the survey hash (§6). */
export function askAsCustomer<Answer>(path: string, { idempotencyKey, ...ask }: CustomerAsk = {}) {
  const { surveyHash, preview } = currentVisitor();
  const headers: Record<string, string> = { 'x-survey-hash': surveyHash ?? '' };
  if (preview) headers['x-preview'] = '1';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  return askBff<Answer>(path, { ...ask, headers });
}
