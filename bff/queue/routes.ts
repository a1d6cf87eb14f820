import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { disconnectSignal } from '../http/requests.ts';
import type { App } from '../http/route-description.ts';
import { recordId } from '../view-models/body-fields.ts';
import {
  type LeadCard,
  type LeadChanges,
  type LeadListAnswer,
  leadChangesAnswer,
  leadChangesAsk,
  leadList,
  leadListAsk,
  MOST_LEADS,
  nextLeadAnswer,
  nextLeadAsk,
} from '../view-models/callcenter.ts';
import { leadSearch, searchTextOf } from '../view-models/leads.ts';
import { presenceAnswer } from '../view-models/timeline.ts';
import type { CallHistories } from './call-histories.ts';
import type { LeadEvents } from './lead-events.ts';
import type { QueuedLead } from './lead-queue.ts';
import { type NextLeadContext, nextLead } from './next-lead.ts';
import type { OpenMessages } from './open-messages.ts';
import { callbackOwners, ownerOf, readStaff, viewerOf, whoIsMissing } from './owners.ts';
import type { PanelTags } from './panel-tags.ts';
import { heldBack } from './queue-policy.ts';

export interface QueueContext extends NextLeadContext {
  leadEvents: LeadEvents;
  callHistories: CallHistories;
  openMessages: OpenMessages;
  panelTags: PanelTags;
}

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
        // The page tells apart the windows of one colleague.
        body: z.strictObject({ open: z.boolean(), page: z.string().max(40).default('') }),
        response: { 200: presenceAnswer },
      },
    },
    async (request) => {
      const { contactId } = request.params;
      const { open, page } = request.body;
      const staff = await readStaff(context, request.headers['x-owner-id']);
      if (staff && open) {
        context.presence.open(contactId, staff.id, page);
        await context.leadClaims.keep(contactId, staff.id);
      }
      if (open) await context.panelTags.read(contactId, crmOptionsFor('read'));
      if (staff && !open) {
        context.presence.close(contactId, staff.id, page);
        if (!context.presence.isOpen(contactId, staff.id)) await context.leadClaims.release(contactId, staff.id);
      }
      const news = context.leadEvents.newsFor(contactId, staff?.id);
      const told = context.leadEvents.changeFor(contactId, staff?.id);
      return {
        result: {
          openedBy: context.presence.others(contactId, staff?.id),
          doNotCall: context.doNotCall.of(contactId),
          ...(news && { news }),
          ...(told && { told }),
        },
      };
    },
  );
}

interface Narrowing {
  mine?: '1';
  search?: string;
}

/** A search uses a cached list, so that typing does not read it again for every word. */
const CACHED_MAX_AGE_MS = 30_000;
/** Enough to read a few thousand leads; a longer list is shown as far as it is known. */
const FIRST_SCREEN_MS = 3_000;

/** The first few thousand leads of the queue, of a search or of "mijn leads", with the total count. */
async function listLeads(
  context: QueueContext,
  crmOptions: CrmCallOptions,
  { mine, search }: Narrowing,
  viewerId: string | undefined,
): Promise<LeadListAnswer['result']> {
  if (mine && viewerId === undefined) throw whoIsMissing();
  const isNarrowed = mine !== undefined || search !== undefined;
  // During a full read the browser polls, so it gets the list from memory.
  const maxAgeMs = isNarrowed || context.leadQueue.reading ? CACHED_MAX_AGE_MS : 0;
  await Promise.all([
    context.leadQueue.refresh(crmOptions, maxAgeMs),
    context.leadQueue.isStopped ? null : context.openMessages.read(crmOptions),
  ]);
  await Promise.all([context.leadQueue.leaveOutDeleted(crmOptions), soon(context.leadQueue.reading)]);
  const queue = context.leadQueue.inOrder();
  const found = isNarrowed ? queue.filter(narrowing(context, search ?? '', mine ? viewerId : undefined)) : queue;
  const unknown = [
    ...(context.doNotCall.isKnown ? [] : (['do_not_call'] as const)),
    ...(context.callHistories.isUnknown ? (['call_history'] as const) : []),
    ...(context.callbacks.isUnknown ? (['callbacks'] as const) : []),
    ...(context.openMessages.isUnknown ? (['messages'] as const) : []),
    ...(context.stages.isUnknown ? (['stages'] as const) : []),
    ...(context.owners.isUnknown ? (['users'] as const) : []),
  ];
  return {
    ...(unknown.length > 0 && { unknown }),
    ...(context.leadQueue.known !== null && { known: context.leadQueue.known }),
    ...(context.leadQueue.isStopped && { stopped: true as const }),
    contacts: found.slice(0, MOST_LEADS).map((queued) => presentLead(context, queued, viewerId)),
    count: found.length,
    readAt: new Date(readAtOf(context)).toISOString(),
  };
}

/** When the list was last up to date: now, unless its updates have stopped. */
function readAtOf({ clock, leadQueue }: QueueContext): number {
  return (leadQueue.isStopped ? leadQueue.readAt : null) ?? clock.now();
}

async function soon(reading: Promise<void> | null): Promise<void> {
  if (reading) await Promise.race([reading, wait(FIRST_SCREEN_MS, undefined, { ref: false })]);
}

/** As long as a list can stay open: a session ends after twelve hours without activity. */
const OPEN_MS = 12 * 60 * 60_000;
/** Events of other processes arrive here with some delay. */
const LATE_MS = 10_000;

/** The changes by outcomes and undos since a list was read at `readAt`, without a CRM call (decision I9). */
function leadChanges(context: QueueContext, readAt: string, viewerId: string | undefined): LeadChanges {
  const sinceMs = Math.max(Date.parse(readAt) - LATE_MS, context.clock.now() - OPEN_MS);
  const { gone, changed } = context.leadQueue.changesAmong(context.leadEvents.since(sinceMs));
  return {
    gone,
    changed: changed.map(({ queued, after }) => ({ lead: presentLead(context, queued, viewerId), after })),
  };
}

function narrowing(
  context: QueueContext,
  search: string,
  ownerId: string | undefined,
): (queued: QueuedLead) => boolean {
  const matches = leadSearch(search);
  return ({ lead: { contact }, position: { callback } }) => {
    const isMine =
      ownerId === undefined ||
      contact.Owner?.id === ownerId ||
      callbackOwners(context, contact.id, callback).some(({ id }) => id === ownerId);
    return isMine && matches(searchTextOf(contact));
  };
}

/** A card of the list, for this viewer. */
function presentLead(context: QueueContext, queued: QueuedLead, viewerId: string | undefined): LeadCard {
  const { lead, position, attempts, lastOutcome } = queued;
  const { contact, deals } = lead;
  const held = heldBack(context, queued, context.clock.now());
  const deal = deals.find(({ survey1_approve_clicked }) => survey1_approve_clicked === true) ?? deals[0];
  const message = context.openMessages.about(deals);
  return {
    id: contact.id,
    owner: ownerOf(contact.Owner, context.owners),
    Full_Name: contact.Full_Name,
    Lead_Owner_Flow: contact.Lead_Owner_Flow,
    Phone: contact.Phone,
    Email: contact.Email,
    Mailing_Zip: contact.Mailing_Zip,
    Mailing_City: contact.Mailing_City,
    Stage: deal.Stage,
    Amount: deal.Amount,
    group: position.group,
    callback: position.callback === null ? null : crmInstant(position.callback),
    callbackOwner: callbackOwners(context, contact.id, position.callback)[0] ?? null,
    attempts,
    lastOutcome,
    lastCallAt: position.lastCallAt ? crmInstant(position.lastCallAt) : null,
    openedBy: context.presence.others(contact.id, viewerId),
    ...(held && { heldBack: held }),
    ...(message && { message }),
  };
}
