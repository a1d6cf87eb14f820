import { z } from 'zod';
import { adminContact, adminDeal } from './callcenter.ts';
import { deal } from './deal.ts';
import { uploadedFile } from './photos.ts';

/** All ways a call can fail, with their status. The web has a Dutch text for each (§8). */
export const PROBLEMS = {
  invalid: 400,
  password: 401,
  forbidden: 403,
  unknown_link: 404,
  not_found: 404,
  conflict: 409,
  quote_changed: 409,
  already_signed: 409,
  quote_incomplete: 409,
  quote_fixed: 409,
  details_missing: 409,
  too_large: 413,
  unsupported_file: 415,
  field_not_allowed: 422,
  field_invalid: 422,
  too_many: 429,
  internal: 500,
  crm_unavailable: 503,
  outcome_unknown: 503,
  not_recorded: 503,
  busy: 503,
} as const;
export type ProblemCode = keyof typeof PROBLEMS;

/** The only error body. `message` is always the spec's "request failed"; `detail` is for the user, in Dutch. */
export const problem = z.object({
  error: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  message: z.literal('request failed'),
  detail: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
  /** Verify only. */
  result: z.literal(false).optional(),
  /**
   * The present quote, with `quote_changed`, `conflict`, `quote_incomplete`, `quote_fixed`, `details_missing` and
   * `already_signed`. Staff gets it as an `adminDeal`.
   */
  deal: z.union([adminDeal, deal]).optional(),
  /** Upload only: the result of each file. */
  files: z.array(uploadedFile).optional(),
  /** In the admin area, with `conflict` and `already_signed`: the contact and deals as the CRM holds them now. */
  contact: adminContact.optional(),
});
export type Problem = z.infer<typeof problem>;
