import type { CrmCallOptions } from '../call-options.ts';
import { type CallPatch, callPatch, callShape, type NewCall, newCall } from '../shapes/call.ts';
import {
  type Access,
  checked,
  createRecord,
  type RecordRef,
  recordPath,
  removeRecord,
  updateRecord,
} from './records.ts';
import type { RelatedEndpoint } from './related.ts';

export function callsEndpoint(access: Access, related: RelatedEndpoint) {
  return {
    /** Records an outbound call that was made, or schedules one. */
    async create(call: NewCall, context: CrmCallOptions) {
      const record = {
        ...checked(newCall, call, 'calls.create'),
        Call_Type: 'Outbound',
        $se_module: call.What_Id ? 'Deals' : 'Contacts',
      };
      return createRecord(access, '/Calls', record, 'calls.create', context);
    },

    /** Moves a scheduled call, or marks it as made. */
    update: (id: string, patch: CallPatch, context: CrmCallOptions) =>
      updateRecord(access, callPatch, { module: 'Calls', id }, patch, 'calls.update', context),

    /** Deletes a call, e.g. the second copy of one that was created twice. */
    remove: (id: string, context: CrmCallOptions) =>
      removeRecord(access, recordPath({ module: 'Calls', id }, 'calls.remove'), 'calls.remove', context),

    listFor: (parent: RecordRef, context: CrmCallOptions) => related.list(parent, 'Calls', callShape, context),
  };
}
