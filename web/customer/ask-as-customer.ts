import { type Ask, askBff } from '../api/ask-bff.ts';
import { currentVisitor } from './gate/visitor.ts';

export interface CustomerAsk extends Omit<Ask, 'headers'> {
  /** Identifies one write, so that the server recognises a retry. */
  idempotencyKey?: string;
}

/** Sends the survey hash with every customer call (§6). */
export function askAsCustomer<Answer>(path: string, { idempotencyKey, ...ask }: CustomerAsk = {}) {
  const { surveyHash, preview } = currentVisitor();
  const headers: Record<string, string> = { 'x-survey-hash': surveyHash ?? '' };
  if (preview) headers['x-preview'] = '1';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  return askBff<Answer>(path, { ...ask, headers });
}
