import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CHEAPEST_PAGE, columns, coql, oneOf } from '../../crm-contract/coql.ts';
import { type Note, noteShape } from '../../crm-contract/endpoints/notes-and-files.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { isOpenCall } from '../../crm-contract/shapes/activities.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { compareIds, fieldsOf, lookup } from '../../crm-contract/shapes/read-record.ts';
import { provenEvidence } from '../agreement/evidence.ts';
import { type CrmWriter, copiesAmong } from '../crm/create-once.ts';
import { wishIn } from '../crm/texts/edit-texts.ts';
import { askedIn, WISH_TITLE } from '../crm/texts/message-texts.ts';
import {
  actionTitle,
  EVENT_TITLES,
  isByCustomer,
  isNoteOfInbound,
  kindOfNote,
  linkSentTo,
  outcomeInTitle,
  refIn,
  saidIn,
  staffIn,
  withoutRef,
} from '../crm/texts/outcome-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import type { LeadCache } from '../queue/lead-cache.ts';
import { type Owners, ownerOf } from '../queue/owners.ts';
import { type CallRow, type Lead, type LeadReadContext, readCallRows, readWithCalls } from '../queue/read-lead.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { pricedAnswers } from '../view-models/answers.ts';
import type { AdminNote, CustomerWish } from '../view-models/callcenter.ts';
import type { TimelineAnswer, TimelineEvent, TimelineKind } from '../view-models/timeline.ts';

interface TimelineContext extends LeadReadContext, CrmWriter {
  portal: PortalFile;
  owners: Owners;
  leadCache: LeadCache;
}

const noteRow = noteShape.omit({ Modified_Time: true }).extend({ Parent_Id: lookup });
type NoteRow = z.output<typeof noteRow>;

/** An event, and the record it comes from; null if it comes from a field. */
interface Placed {
  event: TimelineEvent;
  recordId: string | null;
}

/**
 * Reads the notes of at most this many deals. If the CRM refuses to query notes, reads those of `MOST_LISTS` records,
 * with one call each.
 */
const MOST_DEALS = 45;
const MOST_LISTS = 2;
/** The call is recorded first; its note follows within this time. */
const SAME_OUTCOME_MS = 2 * 60_000;

/**
 * Everything that happened with a contact, newest first (decision J10): one query for the notes of contact and deals,
 * another for the calls, plus the facts in the deals' own fields. Contact and calls share the panel's read. If the CRM
 * refuses notes or calls, only that part is missing (decision I14).
 */
export async function readTimeline(
  context: TimelineContext,
  crmOptions: CrmCallOptions,
  contactId: string,
  viewerId: string | undefined,
): Promise<TimelineAnswer['result']> {
  const { lead, calls: reading } = await context.leadCache.forTimeline(
    contactId,
    async () => context.leadCache.look(contactId, viewerId) ?? readWithCalls(context, crmOptions, contactId),
  );
  const readCalls = () => readCallRows(context.crm, crmOptions, contactId);
  const [notes, calls] = await Promise.all([
    readNoteRows(context, crmOptions, lead),
    // Reads again if the shared read fails: an aborted request aborts the read that it started.
    reading?.catch(readCalls) ?? readCalls(),
  ]);
  const unknown = [...(notes ? [] : (['notes'] as const)), ...(calls ? [] : (['calls'] as const))];
  const left = withoutCopies(context, contactId, notes ?? []);
  const events = [...eventsOf(context, lead, left, calls ?? []), ...factsOf(context, lead, left)].sort(newestFirst);
  return {
    events: events.map(({ event }) => event),
    wishes: wishesIn(lead, left),
    linkSentAt: linkSentAt(lead, left),
    ...(unknown.length > 0 && { unknown }),
  };
}

/**
 * When the desk last mailed the present link to the present address. A link that was replaced since is dead, and a mail
 * to another address did not reach this one: neither counts.
 */
function linkSentAt({ contact }: Lead, notes: readonly NoteRow[]): string | null {
  const isSent = ({ Note_Title, Note_Content }: NoteRow) =>
    Note_Title === actionTitle('send-link') &&
    refIn(Note_Content) !== null &&
    Note_Content?.split('\n').includes(linkSentTo(contact.Email ?? '')) === true;
  const [last] = notes
    .filter((note) => isSent(note) || note.Note_Title === actionTitle('new-link'))
    .sort((a, b) => compareIds(b.id, a.id));
  return last && isSent(last) ? last.Created_Time : null;
}

/** The CRM returns whole seconds: within one second, the later record has the higher id. */
function newestFirst(a: Placed, b: Placed): number {
  const byMoment = Date.parse(b.event.at) - Date.parse(a.event.at);
  return byMoment || compareIds(b.recordId ?? '0', a.recordId ?? '0');
}

/** The notes of several records, newest first; nobody reads more of them during a call. */
export function readNotesOf(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  parents: readonly string[],
): Promise<NoteRow[]> {
  return crm.query(
    coql`select ${columns(fieldsOf(noteRow))} from Notes where Parent_Id in ${oneOf(parents)}
      order by Created_Time desc limit ${CHEAPEST_PAGE}`,
    noteRow,
    crmOptions,
  );
}

/** Newest first; null if the CRM refuses them. */
async function readNoteRows(
  { crm }: TimelineContext,
  crmOptions: CrmCallOptions,
  { contact, deals }: Lead,
): Promise<NoteRow[] | null> {
  const parents = [contact.id, ...deals.slice(0, MOST_DEALS).map(({ id }) => id)];
  const found = await nullIfRefused(readNotesOf(crm, crmOptions, parents));
  if (found) return found;
  const lists = parents.slice(0, MOST_LISTS).map(async (id, at) => {
    const module = at === 0 ? 'Contacts' : 'Deals';
    const listed = await crm.notes.listFor({ module, id }, crmOptions);
    return listed.map((note): NoteRow => ({ ...note, Parent_Id: { id, name: null } }));
  });
  const all = await nullIfRefused(Promise.all(lists));
  return all?.flat().sort((a, b) => Date.parse(b.Created_Time ?? '') - Date.parse(a.Created_Time ?? '')) ?? null;
}

/** An outcome writes a call and a note: they become one event, with the note's words and the call's time. */
function eventsOf(
  context: TimelineContext,
  { contact, deals }: Lead,
  notes: readonly NoteRow[],
  calls: readonly CallRow[],
): Placed[] {
  const left = new Set(calls);
  const isDeal = (id: string | undefined) => deals.some((deal) => deal.id === id);
  const ofNotes = notes.flatMap((note): Placed[] => {
    if (note.Created_Time === null) return [];
    const call = callOf(note, [...left]);
    if (call) left.delete(call);
    const label = outcomeInTitle(note.Note_Title);
    const isCustomers = isNoteOfInbound(note) || (call !== undefined && isInbound(call));
    const kind = isCustomers ? 'inbound_call' : kindOfNote(note.Note_Title);
    const colleague =
      staffIn(note.Note_Content) ?? ownerOf(note.Created_By ?? note.Owner, context.owners)?.name ?? null;
    const dealId = [note.Parent_Id?.id, call?.What_Id?.id].find(isDeal);
    const event = {
      at: call?.Call_Start_Time ?? note.Created_Time,
      kind,
      who: isByCustomer(kind) ? contact.Full_Name : colleague,
      title: isCustomers ? EVENT_TITLES.inboundCall(label ?? null) : (note.Note_Title ?? ''),
      text: saidIn(kind, note.Note_Content),
      dealId,
    };
    return [{ event, recordId: note.id }];
  });
  const ofCalls = [...left].flatMap((call): Placed[] => {
    const { Call_Start_Time: at, Call_Result, What_Id } = call;
    const isOpen = isOpenCall(call);
    if (at === null || (!isOpen && call.Outbound_Call_Status === 'Cancelled')) return [];
    const [kind, title]: [TimelineKind, string] = isOpen
      ? ['callback', EVENT_TITLES.callback]
      : isInbound(call)
        ? ['inbound_call', EVENT_TITLES.inboundCall(Call_Result)]
        : ['call', EVENT_TITLES.call(Call_Result)];
    const isNobodys = call.Owner?.id === context.owners.portalUserId;
    const who = isNobodys ? null : (ownerOf(call.Owner, context.owners)?.name ?? null);
    const dealId = isDeal(What_Id?.id) ? What_Id?.id : undefined;
    const event = { at, kind, who, title, text: '', dealId };
    return [{ event, recordId: call.id }];
  });
  return [...ofNotes, ...ofCalls];
}

function callOf({ Note_Title, Created_Time }: NoteRow, calls: readonly CallRow[]): CallRow | undefined {
  const label = outcomeInTitle(Note_Title);
  if (label === undefined) return undefined;
  const apart = ({ Call_Start_Time }: CallRow) =>
    Math.abs(Date.parse(Call_Start_Time ?? '') - Date.parse(Created_Time ?? ''));
  const [nearest] = calls
    .filter((call) => call.Call_Result === label && !isOpenCall(call) && apart(call) <= SAME_OUTCOME_MS)
    .sort((a, b) => apart(a) - apart(b));
  return nearest;
}

function isInbound({ Call_Type }: CallRow): boolean {
  return Call_Type === 'Inbound';
}

/** Facts from the fields of contact and deals that no note records. */
function factsOf({ portal }: TimelineContext, { contact, deals }: Lead, notes: readonly NoteRow[]): Placed[] {
  const isNoted = (parentId: string, kind: TimelineKind) =>
    notes.some(({ Note_Title, Parent_Id }) => Parent_Id?.id === parentId && kindOfNote(Note_Title) === kind);
  const who = contact.Full_Name;
  const ofDeal = (deal: Deal): TimelineEvent[] => {
    const fact = (at: string | null | undefined, kind: TimelineKind, title: string, by: string | null) =>
      at && !isNoted(deal.id, kind) ? [{ at, kind, who: by, title, text: '', dealId: deal.id }] : [];
    return [
      ...fact(provenEvidence(deal, portal.evidenceKeys)?.signedAt, 'signed', EVENT_TITLES.signed, who),
      ...fact(deal.portal_declined_at, 'decline', EVENT_TITLES.declined, who),
      ...fact(deal.portal_withdrawn_at, 'withdrawal', EVENT_TITLES.withdrawn, who),
      ...fact(deal.portal_copy_sent_at, 'mail', EVENT_TITLES.copySent, null),
    ];
  };
  const given = contact.portal_call_permission_at;
  const permission: TimelineEvent[] =
    given === null || isNoted(contact.id, 'permission')
      ? []
      : [{ at: given, kind: 'permission', who, title: EVENT_TITLES.permission, text: '' }];
  return [...deals.flatMap(ofDeal), ...permission].map((event) => ({ event, recordId: null }));
}

function wishesIn({ deals }: Lead, notes: readonly NoteRow[]): TimelineAnswer['result']['wishes'] {
  const last = deals.flatMap(({ id }) => {
    const note = notes.find((each) => each.Parent_Id?.id === id && isWish(each));
    return note ? [[id, wishOf(note)] as const] : [];
  });
  return Object.fromEntries(last);
}

function isWish({ Note_Title }: Pick<Note, 'Note_Title'>): boolean {
  return Note_Title?.startsWith(WISH_TITLE) === true;
}

/** The changes that a deal's customer asked for (decision J2), from the note about them. */
function wishOf({ Note_Content, Created_Time }: Pick<Note, 'Note_Content' | 'Created_Time'>): CustomerWish {
  const asked = askedIn(Note_Content ?? '');
  const wished = asked.answers.map(wishIn).filter((each) => each !== null);
  const answers = Object.fromEntries(wished.map(({ field, value }) => [field, value]));
  const inputs = pricedAnswers.strip().safeParse(answers).data ?? {};
  return { at: Created_Time, words: asked.all, inputs };
}

/** A contact's notes, newest first (decision G8). */
export async function readNotes(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  contactId: string,
): Promise<AdminNote[]> {
  const notes = await context.crm.notes.listFor({ module: 'Contacts', id: contactId }, crmOptions);
  const own = notes.map((note) => ({ ...note, Parent_Id: { id: contactId, name: null } }));
  return withoutCopies(context, contactId, own).map(presentNote);
}

/**
 * A note that was written twice, because the CRM was slow to confirm, is shown once; the copy is deleted if it is on
 * the contact itself. If a person pasted the portal's words into a note, that note has other words too, and is no copy.
 */
function withoutCopies<Row extends Pick<Note, 'id' | 'Note_Content'> & { Parent_Id: { id: string } | null }>(
  context: CrmWriter,
  contactId: string,
  notes: readonly Row[],
): Row[] {
  const copies = copiesAmong(notes, ({ Note_Content }) => (refIn(Note_Content) === null ? null : Note_Content));
  for (const copy of copies.filter(({ Parent_Id }) => Parent_Id?.id === contactId)) {
    context.background.run('notes.remove-copy', () => context.crm.notes.remove(copy.id, crmOptionsFor('background')));
  }
  return notes.filter((note) => !copies.includes(note));
}

function presentNote(note: Note): AdminNote {
  return {
    id: note.id,
    Note_Title: note.Note_Title,
    Note_Content: note.Note_Content === null ? null : withoutRef(note.Note_Content),
    author: staffIn(note.Note_Content) ?? note.Created_By?.name ?? note.Owner?.name ?? null,
    createdAt: note.Created_Time,
  };
}
