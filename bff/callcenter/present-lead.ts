import type { Clock } from '../crm/clock.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import type { Owner } from '../view-models/admin.ts';
import type { LeadCard } from '../view-models/callcenter.ts';
import type { Callbacks } from './callbacks.ts';
import type { QueuedLead } from './lead-queue.ts';
import type { OpenMessages } from './open-messages.ts';
import type { Owners } from './owners.ts';
import { ownerOf } from './owners.ts';
import type { Presence } from './presence.ts';
import { heldBack, type PolicyContext } from './queue-policy.ts';

export interface CardContext extends PolicyContext {
  clock: Clock;
  owners: Owners;
  callbacks: Callbacks;
  presence: Presence;
  openMessages: OpenMessages;
}

/** A card of the list, for this viewer. */
export function presentLead(context: CardContext, queued: QueuedLead, viewerId: string | undefined): LeadCard {
  const { lead, place, attempts, lastOutcome } = queued;
  const { contact, deals } = lead;
  const lastCallAt = Math.max(place.lastCallAt ?? 0, context.callbacks.calledAt(contact.id, contact.Phone));
  const held = heldBack(context, queued, lastCallAt, context.clock.now());
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
    group: place.group,
    callback: place.callback === null ? null : crmInstant(place.callback),
    callbackOwner: place.callback === null ? null : callbackOwner(context, contact.id, place.callback),
    attempts,
    lastOutcome,
    lastCallAt: place.lastCallAt ? crmInstant(place.lastCallAt) : null,
    openedBy: context.presence.others(contact.id, viewerId),
    ...(held && { heldBack: held }),
    ...(message && { message }),
  };
}

/** The staff member of the callback; one in the portal's own name belongs to anybody. */
export function callbackOwner(context: CardContext, contactId: string, atMs: number): Owner | null {
  const ownerId = context.callbacks.of(contactId).find((callback) => callback.atMs === atMs)?.ownerId ?? null;
  const name = ownerId === null ? undefined : context.owners.nameOf(ownerId);
  return ownerId === null || name === undefined ? null : { id: ownerId, name };
}
