import { createHash } from 'node:crypto';
import { crmOptionsFor } from '../../crm/call-options.ts';
import { API_TEXTS } from '../../http/api-texts.ts';
import { ProblemError } from '../../http/problems.ts';
import type { Owner } from '../../view-models/admin.ts';
import { recordId } from '../../view-models/body-fields.ts';
import type { CallcenterAction } from '../../view-models/callcenter-action.ts';
import type { Owners } from '../owners.ts';

/** Who acts, and the reference by which a repeat of the same press is recognised. */
export interface Actor {
  staff: Owner | null;
  ref: string;
  /** Another process may have carried out this press: its note is looked for before one is left. */
  mayBeRepeat: boolean;
}

/**
 * The staff member of the `x-owner-id` header ("Gebruiker?", decision B7); null when nobody was chosen. An id that is
 * not an active user of the CRM is refused.
 */
export async function readStaff(
  context: { owners: Owners },
  header: string | string[] | undefined,
): Promise<Owner | null> {
  if (header === undefined || header === '') return null;
  const { data: id } = recordId.safeParse(header);
  const staff = id === undefined ? undefined : await context.owners.find(id, crmOptionsFor('read'));
  if (!staff) {
    throw new ProblemError('field_invalid', {
      detail: API_TEXTS.staff.notActive,
      fields: { 'x-owner-id': API_TEXTS.staff.chooseAgain },
    });
  }
  return staff;
}

/** What a lead is handed out for needs somebody to hand it to. */
export function whoIsMissing(): ProblemError {
  const detail = API_TEXTS.staff.missing;
  return new ProblemError('field_invalid', { detail, fields: { ownerId: detail } });
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** "K7Q2-9XDM-4F1A": the same for the same key and body, different otherwise. */
export function refOf(key: string | undefined, body: CallcenterAction): string {
  const digest = createHash('sha256')
    .update(`${key ?? crypto.randomUUID()}\n${JSON.stringify(body)}`)
    .digest();
  const letters = [...digest.subarray(0, 12)].map((byte) => BASE32[byte % 32]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}
