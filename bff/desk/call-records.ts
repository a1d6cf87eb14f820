import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { MOST_RECORDS } from '../../crm-contract/endpoints/records.ts';
import { callShape, isOpenCall, type PhoneCall } from '../../crm-contract/shapes/activities.ts';
import { allButFirst, type CrmWriter, createOnce, type OneRecord } from '../crm/create-once.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import {
  AGREED_CALL_SUBJECT,
  MADE_CALL_SUBJECT,
  PLANNED_WORDS,
  refIn,
  withoutRef,
  withRef,
} from '../crm/texts/outcome-texts.ts';
import { queryCalls } from '../queue/read-lead.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { PlannedCall, TouchedCall } from './undoable.ts';

/** The contact called, and the deal the call was about; null if none. */
interface CalledAbout {
  deal: Pick<FoundDeal['deal'], 'id'> | null;
  contact: Pick<FoundDeal['contact'], 'id'>;
}

/** An outcome, with the contact's existing calls. */
export interface OutcomeToRecord {
  found: CalledAbout;
  calls: readonly PhoneCall[];
  /** `Call_Result`: the label of the button. */
  result: string;
  lines: readonly string[];
  /** The colleague who called, else the contact's owner. */
  staffId: string | null;
  ref: string;
  /** Whether the outcome ends scheduled calls too. */
  endsCalls: boolean;
  /** Whether the outcome also ends the calls about the contact's other deals. */
  endsAllCalls: boolean;
  nowMs: number;
  /** The same words were recorded before, for another outcome: then only the reference identifies this one. */
  isAnew: boolean;
}

/** Within this time an identical outcome counts as the same request: a second tab, or a reloaded page. */
const SAME_PRESS_MS = 2 * 60_000;
/** A call made slightly early still completes the scheduled one. */
const EARLY_MS = 15 * 60_000;
/** Of the words of a planned call: with those of the outcome, the description still fits its field. */
const MOST_LETTERS = 20_000;
/** The CRM requires a duration above zero for a completed call; the portal does not measure it (crm-api §4.6). */
const UNMEASURED = '00:01';

/**
 * The completed call that this request created, in an earlier attempt or in another tab, and the reference in that
 * call.
 */
export function findRecordedCall({
  calls,
  found,
  result,
  lines,
  ref,
  nowMs,
  isAnew,
}: OutcomeToRecord): { call: PhoneCall; ref: string } | null {
  for (const call of calls) {
    const itsRef = refIn(call.Description);
    if (call.Outbound_Call_Status !== 'Completed' || itsRef === null) continue;
    if (itsRef === ref) return { call, ref };
    if (isAnew) continue;
    const isSame = call.Call_Result === result && call.What_Id?.id === found.deal?.id;
    const isRecent = nowMs - Date.parse(call.Call_Start_Time ?? '') < SAME_PRESS_MS;
    if (isSame && isRecent && outcomeWordsIn(call.Description) === lines.join('\n')) return { call, ref: itsRef };
  }
  return null;
}

/**
 * The scheduled calls that this call completes, earliest first. Of the calls about this deal or about none, it
 * completes the due ones, or all if the outcome ends calls. Calls about another deal stay (decision I8), unless the
 * outcome ends all calls. The call that this request scheduled stays too.
 */
export function callsCompletedBy({ calls, found, ref, endsCalls, endsAllCalls, nowMs }: OutcomeToRecord): PhoneCall[] {
  const isOurs = ({ What_Id }: PhoneCall) => endsAllCalls || What_Id === null || What_Id.id === found.deal?.id;
  return calls
    .filter((each) => isScheduled(each) && isOurs(each) && refIn(each.Description) !== ref)
    .filter((each) => endsCalls || startOf(each) <= nowMs + EARLY_MS)
    .sort((a, b) => startOf(a) - startOf(b));
}

/**
 * The promised call that this one completes, or that an earlier attempt of this request completed; null if none was
 * due.
 */
export function promisedCallOf(outcome: OutcomeToRecord, completed: PhoneCall | null): PhoneCall | null {
  const call = completed ?? callsCompletedBy(outcome)[0];
  return call?.Subject === AGREED_CALL_SUBJECT ? call : null;
}

/**
 * The portal calls this function for each call that it creates or changes. For a change it does so before the write,
 * because the write may succeed without an answer.
 */
type OnTouched = (call: TouchedCall) => void;

/** Records the call: completes a scheduled one that was due, otherwise creates a new one. */
export async function recordCall(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  made: OutcomeToRecord,
  onTouched: OnTouched,
): Promise<void> {
  const { found, result, lines, staffId, ref, nowMs } = made;
  const [due] = callsCompletedBy(made);
  const fields = {
    Outbound_Call_Status: 'Completed',
    Call_Start_Time: crmInstant(nowMs),
    Call_Duration: UNMEASURED,
    Call_Result: result,
    Description: withRef([...lines, ...plannedWords(due)], ref),
    // A call counts for the colleague who made it, even if somebody else promised it (decision J9).
    ...owned(staffId),
  } as const;
  // A call that was planned without a deal is about the deal of its outcome.
  const dealOfDue = due?.What_Id === null && found.deal ? { What_Id: { id: found.deal.id } } : {};
  if (due) onTouched({ id: due.id, before: due, planned: null });
  const created: KnownCall = { id: undefined };
  const write = async () => {
    if (due) return void (await context.crm.calls.update(due.id, { ...fields, ...dealOfDue }, crmOptions));
    const call = { Subject: MADE_CALL_SUBJECT, ...fields, ...about(found) };
    created.id = (await context.crm.calls.create(call, crmOptions)).id;
  };
  // The same request in two tabs has two references, so a late copy may carry the reference of the other tab.
  const isThis = (each: PhoneCall) => findRecordedCall({ ...made, calls: [each] }) !== null;
  const record = oneCall(context, found.contact.id, isThis, write, created);
  await createOnce(context.background, crmOptions, record);
  if (!due && created.id !== undefined) onTouched({ id: created.id, before: null, planned: null });
}

/**
 * The words of a call that a person planned in the CRM. For the portal's own calls the words are in a note, so there
 * are none.
 */
function plannedWords(planned: PhoneCall | undefined): string[] {
  const words = (planned?.Description ?? '').trim();
  return words === '' || refIn(words) !== null ? [] : [PLANNED_WORDS, words.slice(0, MOST_LETTERS)];
}

/** The words of the outcome in the description of a call. */
function outcomeWordsIn(description: string | null): string {
  const [said = ''] = withoutRef(description ?? '').split(`\n${PLANNED_WORDS}\n`);
  return said;
}

/** The future call about this deal that the portal scheduled before. */
export function scheduledBefore({ calls, found, ref, nowMs }: OutcomeToRecord): PhoneCall | undefined {
  return calls.find(
    (each) =>
      isScheduled(each) &&
      each.Subject === AGREED_CALL_SUBJECT &&
      each.What_Id?.id === found.deal?.id &&
      refIn(each.Description) !== ref &&
      startOf(each) > nowMs + EARLY_MS,
  );
}

/** The call that an earlier attempt of this request scheduled. */
export function scheduledBy({ calls, ref }: OutcomeToRecord): PhoneCall | undefined {
  return calls.find((each) => isScheduled(each) && refIn(each.Description) === ref);
}

/**
 * Schedules the next call, or moves the call that the portal scheduled before, because the last choice counts. A call
 * that anybody may make is always a new one.
 */
export async function planCall(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  plan: OutcomeToRecord,
  agreed: PlannedCall,
  onTouched: OnTouched,
): Promise<void> {
  const { atMs, ownerId } = agreed;
  const { found, calls, lines, ref } = plan;
  const { crm } = context;
  const there = scheduledBy(plan);
  if (there) return onTouched({ id: there.id, before: null, planned: agreed });
  const ours = ownerId === null ? undefined : scheduledBefore(plan);
  const fields = {
    Call_Start_Time: crmInstant(atMs),
    Description: withRef(lines, ref),
    ...owned(ownerId),
  };
  if (ours) onTouched({ id: ours.id, before: ours, planned: agreed });
  const planned: KnownCall = { id: undefined };
  const write = async () => {
    if (ours) return void (await crm.calls.update(ours.id, fields, crmOptions));
    const call = { Subject: AGREED_CALL_SUBJECT, Outbound_Call_Status: 'Scheduled', ...fields } as const;
    planned.id = (await crm.calls.create({ ...call, ...about(found) }, crmOptions)).id;
  };
  const isThis = (each: PhoneCall) => isScheduled(each) && refIn(each.Description) === ref;
  await createOnce(context.background, crmOptions, {
    ...oneCall(context, found.contact.id, isThis, write, planned),
    // Removes a late copy, even if the schedule has changed since.
    findCopies: async (asked) => {
      const agreed = (await crm.calls.listFor(found.contact.id, asked)).filter(isScheduled);
      const same = agreed.filter(isThis);
      const these = same.map(({ id }) => id);
      const isNewer = ({ id }: PhoneCall) => !these.includes(id) && calls.every((before) => before.id !== id);
      const isOvertaken = planned.id === undefined ? agreed.some(isNewer) : !these.includes(planned.id);
      return isOvertaken ? these : allButFirst(same);
    },
  });
  if (!ours && planned.id !== undefined) onTouched({ id: planned.id, before: null, planned: agreed });
}

/** The id of a call, from the answer to its write or from the list; undefined until one of them returned it. */
interface KnownCall {
  id: string | undefined;
}

function oneCall(
  { crm }: CrmWriter,
  contactId: string,
  isThis: (each: PhoneCall) => boolean,
  write: () => Promise<unknown>,
  known: KnownCall,
): OneRecord {
  return {
    write,
    find: async (asked) => {
      const there = (await crm.calls.listFor(contactId, asked)).filter(isThis);
      known.id ??= there[0]?.id;
      return there;
    },
    remove: crm.calls.remove,
  };
}

export function isScheduled(call: PhoneCall): boolean {
  return isOpenCall(call) && call.Call_Start_Time !== null;
}

function startOf(call: PhoneCall): number {
  return Date.parse(call.Call_Start_Time ?? '');
}

function about({ deal, contact }: CalledAbout) {
  return { Who_Id: { id: contact.id }, ...(deal && { What_Id: { id: deal.id } }) };
}

function owned(staffId: string | null) {
  return staffId === null ? {} : { Owner: { id: staffId } };
}

const withoutText = callShape.omit({ Description: true });
/** A user repeats a request within minutes, so no older call comes from the same request. */
const PRESS_MS = 24 * 60 * 60_000;

/**
 * All calls of a contact, scheduled and made, newest first. Queries return no texts, so one more read gets the texts of
 * open and recent calls. A first call costs nothing extra.
 */
export async function readCalls(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  contactId: string,
  nowMs: number,
): Promise<PhoneCall[]> {
  const rows = await queryCalls(crm, crmOptions, contactId, withoutText);
  const isOld = ({ Outbound_Call_Status, Call_Start_Time }: (typeof rows)[number]) =>
    Outbound_Call_Status === 'Completed' && nowMs - Date.parse(Call_Start_Time ?? '') > PRESS_MS;
  const asked = rows.filter((call) => !isOld(call)).slice(0, MOST_RECORDS);
  const ids = asked.map(({ id }) => id);
  const whole = ids.length === 0 ? [] : await crm.calls.readMany(ids, crmOptions);
  return rows.flatMap((row): PhoneCall[] => {
    if (!asked.includes(row)) return [{ ...row, Description: null }];
    // Leaves out calls that were deleted after the query.
    return whole.filter(({ id }) => id === row.id);
  });
}
