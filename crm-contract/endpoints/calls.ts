import type { CallContext } from '../call-context.ts';
import { callShape, type NewCall, newCall } from '../shapes/call.ts';
import { type Access, checked, createRecord, type RecordRef } from './records.ts';
import type { RelatedEndpoint } from './related.ts';

export type CallsEndpoint = ReturnType<typeof callsEndpoint>;

export function callsEndpoint(access: Access, related: RelatedEndpoint) {
  return {
    /** Notes down an outbound call that was made, or plans one. */
    async create(call: NewCall, context: CallContext) {
      const record = {
        ...checked(newCall, call, 'calls.create'),
        Call_Type: 'Outbound',
        $se_module: call.What_Id ? 'Deals' : 'Contacts',
      };
      return createRecord(access, '/Calls', record, 'calls.create', context);
    },

    listFor: (parent: RecordRef, context: CallContext) => related.list(parent, 'Calls', callShape, context),
  };
}
