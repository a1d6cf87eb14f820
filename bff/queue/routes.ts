import { z } from 'zod';
import { crmOptionsFor } from '../crm/call-options.ts';
import { disconnectSignal } from '../http/requests.ts';
import type { App } from '../http/route-description.ts';
import { recordId } from '../view-models/body-fields.ts';
import {
  leadChangesAnswer,
  leadChangesAsk,
  leadList,
  leadListAsk,
  nextLeadAnswer,
  nextLeadAsk,
} from '../view-models/callcenter.ts';
import { presenceAnswer } from '../view-models/timeline.ts';
import { type LeadListContext, leadChanges, listLeads } from './list-leads.ts';
import { type NextLeadContext, nextLead } from './next-lead.ts';
import { readStaff, viewerOf, whoIsMissing } from './owners.ts';

export interface QueueContext extends LeadListContext, NextLeadContext {}

const BY_STAFF = { access: 'staff', describe: { headers: ['x-owner-id'] } } as const;

export function queueRoutes(app: App, context: QueueContext): void {
  app.get(
    '/api/admin/callcenter',
    { config: BY_STAFF, schema: { querystring: leadListAsk, response: { 200: leadList } } },
    async (request, reply) => {
      const viewerId = viewerOf(request);
      return {
        result: await listLeads(context, crmOptionsFor('read', disconnectSignal(reply)), request.query, viewerId),
      };
    },
  );

  app.get(
    '/api/admin/callcenter/changes',
    { config: BY_STAFF, schema: { querystring: leadChangesAsk, response: { 200: leadChangesAnswer } } },
    async (request) => ({
      result: true as const,
      ...leadChanges(context, request.query.since, viewerOf(request)),
    }),
  );

  app.post(
    '/api/admin/callcenter/next',
    {
      config: { ...BY_STAFF, oncePerKey: 'next' },
      schema: { body: nextLeadAsk, response: { 200: nextLeadAnswer } },
    },
    async ({ body, headers }) => {
      const staff = await readStaff(context, headers['x-owner-id']);
      if (!staff) throw whoIsMissing();
      return { result: true as const, contactId: await nextLead(context, crmOptionsFor('read'), body, staff.id) };
    },
  );

  app.post(
    '/api/admin/callcenter/contacts/:contactId/presence',
    {
      config: BY_STAFF,
      schema: {
        params: z.strictObject({ contactId: recordId }),
        body: z.strictObject({ open: z.boolean() }),
        response: { 200: presenceAnswer },
      },
    },
    async (request) => {
      const { contactId } = request.params;
      const staff = await readStaff(context, request.headers['x-owner-id']);
      if (staff && request.body.open) {
        context.presence.open(contactId, staff);
        await context.leadClaims.keep(contactId, staff.id);
      }
      if (staff && !request.body.open) {
        context.presence.close(contactId, staff.id);
        await context.leadClaims.release(contactId, staff.id);
      }
      const news = context.leadEvents.newsFor(contactId, staff?.id);
      const told = context.leadEvents.changeFor(contactId, staff?.id);
      return {
        result: {
          openedBy: context.presence.others(contactId, staff?.id),
          ...(context.doNotCall.covers(contactId) && { doNotCall: true as const }),
          ...(news && { news }),
          ...(told && { told }),
        },
      };
    },
  );
}
