import type { NoInterestReason } from '../../../bff/view-models/call-outcomes.ts';
import type { CallLaterUnit, PermissionChannel } from '../../../bff/view-models/callcenter-action.ts';

/** Body of `POST /api/admin/callcenter/action` (§7.4); the server knows which fields belong to which action. */
export interface ActionBody {
  action: string;
  contactId: string;
  dealId?: string;
  note?: string;
  value?: string | number | boolean;
  value2?: string;
  name?: string;
  call_later_amount?: number;
  call_later_units?: CallLaterUnit;
  call_later_at?: string;
  call_later_for?: 'me' | 'anyone';
  /** The note was left when moving on without an outcome. */
  left?: true;
  /** The customer called us. */
  inbound?: true;
  /** How permission to call was given. */
  channel?: PermissionChannel;
  /** Only for "Geen interesse". */
  reason?: NoInterestReason;
  properties?: Record<string, string>;
  /** The version that the panel shows. The server answers with a conflict if somebody edited the deal since. */
  expected?: string;
}

export function withNote(note: string) {
  const typed = note.trim();
  return typed === '' ? {} : { note: typed };
}

export function withInbound(isInbound: boolean) {
  return isInbound ? { inbound: true as const } : {};
}

export function withExpected(version: string | null) {
  return version === null ? {} : { expected: version };
}
