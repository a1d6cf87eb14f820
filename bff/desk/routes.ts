import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { presentDeal } from '../deal/present-deal.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { disconnectSignal } from '../http/requests.ts';
import { type App, DEAL_PROBLEMS } from '../http/route-description.ts';
import { ownerOf, readStaff, viewerOf } from '../queue/owners.ts';
import { dealOf, type Lead, readContactIdOf, readLead, readOwner, readWithCalls } from '../queue/read-lead.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { recordId } from '../view-models/body-fields.ts';
import { adminContactAnswer, notesAnswer, ownerAnswer, searchAnswer, searchAsk } from '../view-models/callcenter.ts';
import { actionAnswer, callcenterAction, type PreviewAnswer, previewAnswer } from '../view-models/callcenter-action.ts';
import { canSearchCrm } from '../view-models/leads.ts';
import { timelineAnswer } from '../view-models/timeline.ts';
import { editedMeanwhile, notPossible, refOf } from './action-request.ts';
import { planEdit } from './edit-quote.ts';
import type { MissingLinks } from './personal-link.ts';
import { presentContact } from './present-panel.ts';
import { isQuoteAction, type QuoteAction } from './quote-edits.ts';
import { type ActionContext, runAction } from './run-action.ts';
import { searchContacts } from './search-contacts.ts';
import { readNotes, readTimeline } from './timeline.ts';
import { isUndoOfEdit, planUndo, type UndoAction, type UndoContext } from './undo.ts';
import { callsShownWith, isOtherDeal } from './version.ts';

export interface DeskContext extends ActionContext {
  missingLinks: MissingLinks;
  /** Reports a signature that the portal did not see (decision J3). */
  noticeSignature: (found: FoundDeal) => void;
}

const STAFF = { access: 'staff' } as const;
const BY_STAFF = { ...STAFF, describe: { headers: ['x-owner-id'] } } as const;
const params = z.strictObject({ contactId: recordId });

export function deskRoutes(app: App, context: DeskContext): void {
  app.get(
    '/api/admin/callcenter/search',
    { config: STAFF, schema: { querystring: searchAsk, response: { 200: searchAnswer } } },
    async ({ query, signal }) => {
      const q = query.q?.trim() ?? '';
      if (!canSearchCrm(q)) throw notPossible(API_TEXTS.staff.searchTooShort, 'q');
      return { result: true as const, ...(await searchContacts(context, crmOptionsFor('read', signal), q)) };
    },
  );

  app.get(
    '/api/admin/callcenter/contacts/:contactId',
    { config: BY_STAFF, schema: { params, response: { 200: adminContactAnswer } } },
    async (request, reply) => {
      const crmOptions = crmOptionsFor('read', disconnectSignal(reply));
      const { contactId } = request.params;
      const handedOut = context.leadCache.take(contactId, viewerOf(request));
      const read = await context.leadCache.forPanel(
        contactId,
        async () => handedOut ?? readWithCalls(context, crmOptions, contactId),
      );
      const { lead } = read;
      context.missingLinks.notice(lead);
      for (const { id } of lead.deals) context.noticeSignature(dealOf(lead, id));
      const callsShown = await callsShownWith(read);
      return { result: presentContact({ ...context, callsShown }, lead, viewerOf(request)) };
    },
  );

  app.get(
    '/api/admin/callcenter/contacts/:contactId/notes',
    { config: STAFF, schema: { params, response: { 200: notesAnswer } } },
    async (request, reply) => ({
      result: {
        notes: await readNotes(context, crmOptionsFor('read', disconnectSignal(reply)), request.params.contactId),
      },
    }),
  );

  app.get(
    '/api/admin/callcenter/contacts/:contactId/timeline',
    { config: BY_STAFF, schema: { params, response: { 200: timelineAnswer } } },
    async (request, reply) => {
      const crmOptions = crmOptionsFor('read', disconnectSignal(reply));
      return { result: await readTimeline(context, crmOptions, request.params.contactId, viewerOf(request)) };
    },
  );

  app.get(
    '/api/admin/callcenter/contacts/:contactId/owner',
    { config: STAFF, schema: { params, response: { 200: ownerAnswer } } },
    async (request, reply) => {
      const owner = ownerOf(
        await readOwner(context, crmOptionsFor('read', disconnectSignal(reply)), request.params.contactId),
        context.owners,
      );
      if (!owner) throw new ProblemError('not_found');
      return { result: owner };
    },
  );

  app.post(
    '/api/admin/callcenter/preview',
    {
      config: { ...STAFF, describe: { problems: DEAL_PROBLEMS } },
      schema: { body: callcenterAction(context.portal.crmName), response: { 200: previewAnswer } },
    },
    async ({ body }, reply) => {
      const isUndo = body.action === 'undo' && isUndoOfEdit(context, body);
      if (!isUndo && !isQuoteAction(body)) throw notPossible(API_TEXTS.edit.noEdit, 'action');
      return { result: await previewEdit(context, crmOptionsFor('read', disconnectSignal(reply)), body) };
    },
  );

  app.post(
    '/api/admin/callcenter/action',
    {
      config: {
        ...STAFF,
        oncePerKey: 'action',
        describe: { headers: ['x-owner-id'], problems: DEAL_PROBLEMS },
      },
      schema: { body: callcenterAction(context.portal.crmName), response: { 200: actionAnswer } },
    },
    async ({ id: requestId, body, headers, idempotencyKey, mayBeRepeat, knownDevice: device }) => {
      const staff = await readStaff(context, headers['x-owner-id']);
      if (!staff) {
        const recordId = ('dealId' in body ? body.dealId : undefined) ?? body.contactId;
        context.log.info({ requestId, operation: body.action, recordId, device }, 'staff act without a name');
      }
      return runAction(context, crmOptionsFor('save'), body, {
        staff,
        ref: refOf(idempotencyKey, body),
        mayBeRepeat,
      });
    },
  );
}

type Preview = PreviewAnswer['result'];

/**
 * The present quote, and the quote after an edit or its undo (decision J10). Refuses what the edit would refuse, and
 * writes nothing.
 */
async function previewEdit(
  context: UndoContext,
  crmOptions: CrmCallOptions,
  body: QuoteAction | UndoAction,
): Promise<Preview> {
  const contactId = body.contactId ?? (await readContactIdOf(context, crmOptions, body.dealId));
  const lead = await readLead(context, crmOptions, contactId);
  const found = dealOf(lead, body.dealId);
  const patch = await patchOf(context, crmOptions, body, found, lead);
  const isChange = Object.keys(patch).length > 0;
  const isStale = body.action !== 'undo' && body.expected !== undefined && isOtherDeal(body.expected, found.deal);
  if (isChange && isStale) throw editedMeanwhile(context, lead, found);
  const after = { ...found, deal: { ...found.deal, ...patch } };
  return { before: previewOf(found, context.portal), after: previewOf(after, context.portal) };
}

async function patchOf(
  context: UndoContext,
  crmOptions: CrmCallOptions,
  body: QuoteAction | UndoAction,
  found: FoundDeal,
  lead: Lead,
): Promise<DealFields> {
  if (body.action !== 'undo') return (await planEdit(context, crmOptions, body, found, lead)).patch;
  const last = context.undoableEdits.of(lead.contact.id, body.dealId);
  return (last && planUndo(context, lead, found, last.done)) ?? {};
}

function previewOf(found: FoundDeal, portal: PortalFile): Preview['before'] {
  const { quote, quoteArea, financing, survey1_approve_clicked } = presentDeal(found, portal);
  return { ...quote, quoteArea, financing, survey1_approve_clicked };
}
