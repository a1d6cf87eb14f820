import type { AdminContact } from '../../bff/view-models/callcenter.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';
import type { Chance } from './chance.ts';
import type { Place, Planned, Span, Typed } from './ledger.ts';
import { type Person, Tab } from './tab.ts';

const ACTION = '/api/admin/callcenter/action';
const NEXT = '/api/admin/callcenter/next';

const OUTCOMES = [
  { action: 'gaikan_called_noanswer' },
  { action: 'gaikan_called_noanswer' },
  { action: 'approve' },
  { action: 'appointment' },
  { action: 'gaikan_call_later', call_later_amount: 2, call_later_units: 'days' },
  { action: 'gaikan_call_later', call_later_amount: 3, call_later_units: 'weeks' },
  { action: 'skip' },
] as const;

type Edit = (chance: Chance) => { body: Record<string, unknown>; field: string; value: unknown };

const EDITS: readonly Edit[] = [
  (chance) => {
    const value = String(chance.int(1, 12));
    return { body: { action: 'set-battery-module-num', value }, field: 'gaikan_saltion_battery_modules', value };
  },
  (chance) => {
    const value = String(chance.int(200, 299));
    const field = 'survey1_battery_box_distance_m';
    return { body: { action: 'set-deal-property', name: field, value }, field, value };
  },
  (chance) => {
    const value = chance.pick(['', '1']);
    const field = 'gaikan_self_installation';
    return { body: { action: 'set-deal-property', name: field, value }, field, value };
  },
  (chance) => {
    const value = chance.int(50, 400);
    return { body: { action: 'discount', value, value2: 'Voorjaar' }, field: 'gaikan_discount', value };
  },
];

/** A colleague who calls this contact: outcomes, edits of the quote, another owner; some by a double click. */
export async function workLead(person: Person, owners: readonly string[]): Promise<void> {
  const { stage, ledger, journey, chance, subject } = person;
  const { contactId, dealId } = subject;
  const tab = new Tab(person, { authorization: ADMIN_DIGEST, 'x-owner-id': chance.pick(owners) });
  const open = async () =>
    (await tab.read(`/api/admin/callcenter/contacts/${contactId}`))?.body.result as AdminContact | undefined;
  const press = (body: Record<string, unknown>) => {
    const write = `${body.action}:${body.name}`;
    return tab.press({ method: 'POST', path: ACTION, body, write, clicks: chance.is(0.2) ? 2 : 1 });
  };

  /** Functions that correct the ledger once an outcome is taken back, by the version that its undo was shown with. */
  const takenBack = new Map<string, (undone: Span) => void>();
  /** The same for outcomes whose version no answer gave: the panel may show any of them. */
  const ofUnknownVersion: ((undone: Span) => void)[] = [];

  async function recordOutcome(note: string): Promise<void> {
    const outcome = chance.pick(OUTCOMES);
    const { answer, ...span } = await press({ contactId, dealId, note, ...outcome });
    const noted: Place = { module: 'Notes', parent: contactId };
    const called: Place = { module: 'Calls', parent: contactId, status: 'Completed' };
    const typed: Typed = { journey, words: note, places: [noted, called], ...span };
    ledger.typed.push(typed);
    const kind = outcome.action === 'skip' ? 'end' : 'plan';
    const planned: Planned = { journey, contactId, words: note, ...span, kind };
    if (outcome.action === 'gaikan_call_later' || outcome.action === 'skip') ledger.planned.push(planned);
    const visible = { module: 'Deals', id: dealId, field: 'survey1_client_visible', value: true } as const;
    const isVisible = outcome.action === 'approve' && span.reported !== 'refused';
    if (isVisible) ledger.given.push({ journey, by: 'staff', ...visible, ...span, reported: 'unsure' });
    const takeFromLedger = (undone: Span) => {
      typed.places = [noted];
      planned.reported = 'unsure';
      // An undo may also undo the same value set by sales ops: the CRM does not say whose it was
      // (docs/architecture.md).
      if (isVisible)
        ledger.given.push({ journey, by: 'staff', ...visible, ...undone, value: null, reported: 'unsure' });
    };
    const { contact } = (answer.body.result ?? {}) as { contact?: AdminContact };
    if (contact?.undo) takenBack.set(contact.undo.version, takeFromLedger);
    else if (span.reported !== 'refused') ofUnknownVersion.push(takeFromLedger);
    if (span.reported !== 'refused' && chance.is(0.3)) await takeBack();
  }

  /** Takes back the outcome that the panel shows, as after a press on the wrong button; its note stays. */
  async function takeBack(): Promise<void> {
    await chance.think();
    const undo = (await open())?.undo;
    // Undone edits are left out: the ledger holds given values, not earlier ones.
    if (undo?.dealId !== dealId || undo.action === 'discount' || undo.action === 'upgrade-deal-version') return;
    const { answer: _, ...span } = await press({ action: 'undo', contactId, dealId, expected: undo.version });
    ledger.undone.push({ journey, contactId, ...span });
    if (span.reported === 'refused') return;
    const known = takenBack.get(undo.version);
    for (const takeFromLedger of known ? [known] : ofUnknownVersion) takeFromLedger(span);
  }

  async function editQuote(note: string): Promise<void> {
    const expected = (await open())?.deals.find(({ id }) => id === dealId)?.version;
    if (expected === undefined) return;
    const { body, field, value } = chance.pick(EDITS)(chance);
    const { answer: _, ...span } = await press({ contactId, dealId, note, expected, ...body });
    ledger.given.push({ journey, by: 'staff', module: 'Deals', id: dealId, field, value, ...span });
    const places: Place[] = [{ module: 'Notes', parent: contactId }];
    ledger.typed.push({ journey, words: note, places, ifChanged: { id: dealId, field }, ...span });
  }

  async function giveOwner(note: string): Promise<void> {
    const expected = (await open())?.version;
    if (expected === undefined) return;
    const value = chance.pick(owners);
    const { answer: _, ...span } = await press({ action: 'setOwner', contactId, value, note, expected });
    ledger.given.push({ journey, by: 'staff', module: 'Contacts', id: contactId, field: 'Owner', value, ...span });
    const places: Place[] = [{ module: 'Notes', parent: contactId }];
    ledger.typed.push({ journey, words: note, places, ifChanged: { id: contactId, field: 'Owner' }, ...span });
  }

  async function leaveNote(note: string): Promise<void> {
    const { answer: _, ...span } = await press({ action: 'note', contactId, note });
    ledger.typed.push({ journey, words: note, places: [{ module: 'Notes', parent: contactId }], ...span });
  }

  async function correctDetails(): Promise<void> {
    const expected = (await open())?.detailsVersion;
    if (expected === undefined) return;
    const value = `Provincie ${chance.int(1, 99)}`;
    const field = 'Mailing_State';
    const properties = { [field]: value };
    const { answer: _, ...span } = await press({ action: 'set-contact-details', contactId, properties, expected });
    ledger.given.push({ journey, by: 'staff', module: 'Contacts', id: contactId, field, value, ...span });
  }

  async function askNext(): Promise<void> {
    const generation = stage.generation();
    const write = `next ${chance.seed()}`;
    const { answer, reported } = await tab.press({ method: 'POST', path: NEXT, body: {}, write });
    const given = answer.body.contactId;
    if (reported !== 'confirmed' || typeof given !== 'string' || generation !== stage.generation()) return;
    ledger.handedOut.push({ journey, contactId: given, generation });
  }

  const actions = chance.int(1, 3);
  for (let n = 1; n <= actions; n += 1) {
    await chance.think();
    const act = chance.pick([
      recordOutcome,
      recordOutcome,
      editQuote,
      editQuote,
      giveOwner,
      leaveNote,
      correctDetails,
      askNext,
    ]);
    await act(`Notitie st${journey}-${n}.`);
  }
}
