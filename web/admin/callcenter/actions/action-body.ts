import type { CallLaterUnit } from '../../../../bff/view-models/callcenter-action.ts';

/** Body of `POST /api/admin/callcenter/action` (§7.4); which fields go with which action is the server's table. */
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
  /** The version that the panel shows: an edit by somebody else since then is a conflict. */
  expected?: string;
}

/** A note goes along only when there is one. */
export function withNote(note: string) {
  const typed = note.trim();
  return typed === '' ? {} : { note: typed };
}

export function withExpected(version: string | null) {
  return version === null ? {} : { expected: version };
}
