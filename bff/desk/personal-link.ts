import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError, type CrmErrorKind } from '../../crm-contract/errors.ts';
import type { Contact } from '../../crm-contract/shapes/contact.ts';
import type { KeyedMarks } from '../access/keyed-marks.ts';
import { type KnownLinks, linkName, newContactLink, type SurveyHash } from '../access/survey-link.ts';
import type { AddressChanges } from '../agreement/address-changes.ts';
import { mailLink, noteAfterChange, type SendLinkContext } from '../contact/send-link.ts';
import type { Clock } from '../crm/clock.ts';
import { type CrmWriter, contactTask, createTaskOnce } from '../crm/create-once.ts';
import { writeGuarded } from '../crm/guarded-write.ts';
import type { Stages } from '../crm/stages.ts';
import {
  actionLines,
  afterAddressChange,
  LINK_NOT_CONFIRMED,
  linkSentTo,
  OLD_LINK_ENDED,
} from '../crm/texts/outcome-texts.ts';
import { giveLinkTask } from '../crm/texts/task-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { LeadEvents } from '../queue/lead-events.ts';
import type { Lead } from '../queue/read-lead.ts';
import { boundedCache, type Limit } from '../shared-store/shared-store.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { CallcenterAction } from '../view-models/callcenter-action.ts';
import { type ChangeContext, isNoted, noteChange } from './action-note.ts';
import { type Actor, notPossible } from './action-request.ts';
import { linkVersionOf } from './version.ts';

type LinkAction = Extract<CallcenterAction, { action: 'send-link' | 'new-link' }>;

export interface PersonalLinkContext extends ChangeContext, Pick<SendLinkContext, 'log' | 'dealsOfLink'> {
  portal: PortalFile;
  publicUrl: string;
  marks: KeyedMarks;
  knownLinks: KnownLinks;
  leadEvents: LeadEvents;
  addressChanges: Pick<AddressChanges, 'changedAt' | 'learn'>;
  /** Limit on links that staff may have mailed per day. */
  linksMailed: Limit;
  /** Limit on links replaced per day, so that a stolen password cannot end everybody's link. */
  linksReplaced: Limit;
}

/**
 * These errors mean that the CRM refuses this mail, or refuses it because of its mail limit. The same mail would fail
 * again.
 */
const REFUSED: readonly CrmErrorKind[] = ['invalid', 'refused', 'duplicate', 'not_found'];

/** Has the CRM mail the personal link to the contact's own address, and notes who requested it. */
export async function sendPersonalLink(
  context: PersonalLinkContext,
  crmOptions: CrmCallOptions,
  body: LinkAction,
  actor: Actor,
): Promise<void> {
  const texts = API_TEXTS.personalLink;
  if (await isNoted(context, crmOptions, body.contactId, actor)) return;
  const contact = await readContact(context, crmOptions, body.contactId);
  const { Email: email, survey1_hash: hash } = contact;
  const { mailFrom: from } = context.portal;
  if (!email) throw notPossible(texts.noEmail, 'Email');
  if (!hash) throw notPossible(texts.none, 'contactId');
  if (!from) throw notPossible(texts.noSender, 'contactId');
  if (!(await context.linksMailed.take(''))) throw new ProblemError('too_many', { detail: texts.tooMany });
  try {
    await mailLink(context, crmOptions, contact, { from, email, hash, sentBy: 'colleague' });
  } catch (error) {
    if (!(error instanceof CrmError)) throw error;
    if (error.sent === 'unknown') {
      // Without the request's reference, because a repeat of the request mails the link again.
      const facts = [linkSentTo(email), LINK_NOT_CONFIRMED];
      const lines = actionLines({ note: undefined, facts, staff: actor.staff?.name ?? null, dealName: null });
      noteAfterChange(context, contact.id, lines);
      throw new ProblemError('outcome_unknown', { detail: texts.unknown, cause: error });
    }
    await context.linksMailed.giveBack('');
    if (!REFUSED.includes(error.kind)) throw error;
    throw new ProblemError('field_invalid', { detail: texts.refused, fields: { Email: texts.refused }, cause: error });
  }
  const { addressChanges } = context;
  const changedAt = addressChanges.changedAt(contact.id);
  addressChanges.learn(contact.id, 'link');
  const facts = [linkSentTo(email), ...(changedAt === null ? [] : [afterAddressChange(changedAt)])];
  const { contactId, action } = body;
  await noteChange(context, crmOptions, { contactId, action, facts, lookFirst: false }, actor);
}

/**
 * Gives a contact a new link, in one guarded write of both fields. The old link stops working at once, because every
 * request compares its link with the CRM, and cached data of the old link is dropped.
 */
export async function replaceLink(
  context: PersonalLinkContext,
  crmOptions: CrmCallOptions,
  body: Extract<LinkAction, { action: 'new-link' }>,
  actor: Actor,
): Promise<void> {
  if (await isNoted(context, crmOptions, body.contactId, actor)) return;
  const { contacts } = context.crm;
  if (!(await context.linksReplaced.take(''))) {
    throw new ProblemError('too_many', { detail: API_TEXTS.personalLink.tooManyReplaced });
  }
  const link = newContactLink(context.marks, context.publicUrl);
  const replaced = (cause?: CrmError) =>
    new ProblemError('conflict', { detail: API_TEXTS.personalLink.replaced, cause });
  const earlier = context.pendingNotes.of(actor.ref);
  let shown = body.expected;
  let old = earlier?.former ?? null;
  const factsOf = (former: string | null) => (former === null ? [] : [OLD_LINK_ENDED]);
  const change = writeGuarded(crmOptions, {
    read: (again) => readContact(context, again, body.contactId),
    recordIn: (contact) => contact,
    decide: (contact) => {
      // An earlier attempt of this request replaced the link without getting an answer.
      if (earlier && contact.survey1_hash !== old) return null;
      if (shown !== undefined && shown !== linkVersionOf(contact)) throw replaced();
      shown = linkVersionOf(contact);
      old = contact.survey1_hash;
      return link;
    },
    write: ({ id }, patch, guard) => contacts.update(id, patch, crmOptions, guard),
    conflict: (_, cause) => replaced(cause),
  });
  await context.pendingNotes.keptIfUnknown(actor.ref, change, () => ({ facts: factsOf(old), former: old }));
  context.leadEvents.change(body.contactId, { what: 'details', by: actor.staff });
  if (old !== null) context.knownLinks.end(linkName(old as SurveyHash));
  const { contactId, action } = body;
  await noteChange(
    context,
    crmOptions,
    { contactId, action, facts: factsOf(old), lookFirst: earlier !== undefined },
    actor,
  );
}

async function readContact({ crm }: ChangeContext, crmOptions: CrmCallOptions, contactId: string): Promise<Contact> {
  const contact = await crm.contacts.read(contactId, crmOptions);
  if (!contact) throw new ProblemError('not_found');
  return contact;
}

/** Within this time the CRM's workflow or the nightly run of `crm:setup` creates the contact's link (docs/zoho.md). */
const GIVEN_WITHIN_MS = 36 * 60 * 60_000;

/** Leaves a task about a contact who wants a quote but still has no link. */
export class MissingLinks {
  readonly #context: CrmWriter & { clock: Clock; stages: Stages };
  readonly #seen = boundedCache<string, true>(10_000);

  constructor(context: CrmWriter & { clock: Clock; stages: Stages }) {
    this.#context = context;
  }

  /** Leaves the task if needed, in the background; once per contact, so that repeated checks cost nothing. */
  notice({ contact: { id, Owner }, deals, linkMissingSince }: Lead): void {
    const isOpen = deals.some(({ Stage }) => !this.#context.stages.isClosed(Stage));
    if (linkMissingSince === null || !isOpen || this.#seen.has(id)) return;
    if (this.#context.clock.now() - linkMissingSince < GIVEN_WITHIN_MS) return;
    this.#seen.set(id, true);
    const task = contactTask({ id, Owner }, giveLinkTask);
    this.#context.background.run('link.missing', () =>
      createTaskOnce(this.#context, crmOptionsFor('background'), { module: 'Contacts', id }, task),
    );
  }
}
