import { describe, expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { FORM_HEADERS, formOf } from './photos/photo-desk.ts';
import { jpeg } from './photos/picture-files.ts';
import { type Portal, startPortal } from './portal.ts';
import type { Answer } from './send.ts';
import { callLater, leftWith, ownersOf, staffOf, subjectOf } from './staff.ts';

// Every kind of write (reliability §1.3) with every way to lose its answer: in the end the CRM has it, once.

const KEY = { 'idempotency-key': 'one-press-of-bram' };

interface Kind {
  /** The CRM calls that make the write. */
  writes: string;
  /** The calls that its answer waits for; the others follow on their own. */
  awaited?: string;
  prepare?: (portal: Portal) => Promise<void>;
  /** One press of the button; `other` is another body under the same key. */
  press: (portal: Portal, other?: boolean) => Promise<Answer>;
  /** Its records in the CRM. */
  left: (portal: Portal) => Promise<unknown>;
  once: unknown;
  /** Absolute values and photos (by content) need no key; another body is another write. */
  keyless?: true;
}

const bramOf = (portal: Portal) => portal.as('bram');
const dealOf = (portal: Portal) => bramOf(portal).dealIds[0] ?? '';
const pathOf = (portal: Portal, what = '') => `/api/contacts/deals/${dealOf(portal)}${what}`;
const shown = async (portal: Portal) => (await bramOf(portal).get(pathOf(portal))).body.deal as Deal;

async function act(portal: Portal, body: object): Promise<Answer> {
  const { tom } = await ownersOf(portal);
  return staffOf(portal, tom).act({ ...subjectOf(portal, 'bram'), ...body }, KEY['idempotency-key']);
}

/** The number of records in a list with this text. */
async function countOf(portal: Portal, module: string, id: string, list: string, field: string, text: string) {
  const records = await portal.related(module, id, list, field);
  return records.filter((record) => String(record[field]).includes(text)).length;
}

const noteWith = (portal: Portal, text: string) =>
  countOf(portal, 'Contacts', bramOf(portal).contactId, 'Notes', 'Note_Content', text);

const KINDS: Record<string, Kind> = {
  'answers of a deal': {
    writes: 'PUT /crm/v8/Deals',
    press: (portal) => bramOf(portal).put(pathOf(portal), { props: { survey1_number_of_panels: '31' } }, KEY),
    left: async (portal) => (await portal.record('Deals', dealOf(portal))).survey1_number_of_panels,
    once: '31',
    keyless: true,
  },
  'contact details': {
    writes: 'PUT /crm/v8/Contacts',
    press: (portal) =>
      bramOf(portal).post('/api/contacts/contactDetails', { properties: { Mailing_City: 'Ommen' } }, KEY),
    left: async (portal) => (await portal.record('Contacts', bramOf(portal).contactId)).Mailing_City,
    once: 'Ommen',
    keyless: true,
  },
  'a question: note and task': {
    writes: 'POST .*/(Notes|Tasks)',
    press: (portal, other) =>
      bramOf(portal).post(pathOf(portal, '/question'), { text: other ? 'Iets anders' : 'Past hij hier?' }, KEY),
    left: (portal) =>
      Promise.all([
        countOf(portal, 'Deals', dealOf(portal), 'Notes', 'Note_Content', 'Past hij hier?'),
        countOf(portal, 'Deals', dealOf(portal), 'Tasks', 'Description', 'Past hij hier?'),
      ]),
    once: [1, 1],
  },
  'a call: call, plan and note': {
    writes: 'POST .*/(Notes|Calls)',
    press: (portal, other) =>
      act(portal, { ...callLater(3, 'days'), note: other ? 'Iets anders' : 'Belt liever later' }),
    left: async (portal) => {
      const { calls } = await leftWith(portal, bramOf(portal).contactId);
      const states = calls.map((call) => call.Outbound_Call_Status).sort();
      return [states, await noteWith(portal, 'Belt liever later')];
    },
    once: [['Completed', 'Scheduled'], 1],
  },
  'a quote edit and its note': {
    writes: '(PUT /crm/v8/Deals|POST .*/Notes)',
    press: (portal, other) =>
      act(portal, { action: 'set-battery-module-num', value: other ? '9' : '8', note: 'Acht is genoeg' }),
    left: async (portal) => {
      const { gaikan_saltion_battery_modules } = await portal.record('Deals', dealOf(portal));
      return [gaikan_saltion_battery_modules, await noteWith(portal, 'Acht is genoeg')];
    },
    once: ['8', 1],
  },
  'an owner and the note': {
    writes: '(PUT /crm/v8/Contacts|POST .*/Notes)',
    press: async (portal, other) => {
      const { sanne, yusuf } = await ownersOf(portal);
      return act(portal, { action: 'setOwner', value: other ? yusuf : sanne, note: 'Neemt het over' });
    },
    left: async (portal) => {
      const { Owner } = await portal.record('Contacts', bramOf(portal).contactId);
      return [(Owner as { name: string }).name.split(' ')[0], await noteWith(portal, 'Neemt het over')];
    },
    once: ['Sanne', 1],
  },
  'a photo': {
    writes: 'POST .*/Attachments',
    press: (portal) =>
      bramOf(portal).post('/api/contacts/upload', formOf([{ name: 'kast.jpg', bytes: jpeg(5).bytes }]), FORM_HEADERS),
    left: (portal) => countOf(portal, 'Contacts', bramOf(portal).contactId, 'Attachments', 'File_Name', 'foto_'),
    once: 1,
    keyless: true,
  },
  'an approval': {
    writes: 'PUT /crm/v8/Deals',
    press: async (portal) => {
      const { fingerprint } = await shown(portal);
      return bramOf(portal).post(pathOf(portal, '/approve'), { survey1_approve_clicked: true, fingerprint }, KEY);
    },
    left: async (portal) => (await portal.record('Deals', dealOf(portal))).survey1_approve_clicked,
    once: true,
    keyless: true,
  },
  'a signature and its evidence': {
    writes: '(PUT /crm/v8/Deals|POST .*/(Notes|Attachments))',
    prepare: approve,
    press: sign,
    left: async (portal) => {
      // The next process finds the released order with its first query, not with the press. On a busy machine that one
      // may release it too: then the next visit finishes it.
      await portal.settled();
      await shown(portal);
      await portal.settled();
      const { gaikan_signature_plain, Stage } = await portal.record('Deals', dealOf(portal));
      return [
        gaikan_signature_plain,
        Stage,
        await countOf(portal, 'Deals', dealOf(portal), 'Notes', 'Note_Title', 'Ondertekening'),
        await countOf(portal, 'Deals', dealOf(portal), 'Attachments', 'File_Name', 'Getekende offerte'),
      ];
    },
    once: ['Bram de Boer', 'Closed Won', 1, 1],
  },
  'a withdrawal: note and task': {
    writes: 'POST .*/(Notes|Tasks)',
    awaited: '(PUT /crm/v8/Deals|POST .*/(Notes|Tasks))',
    prepare: async (portal) => {
      await approve(portal);
      await sign(portal);
      await portal.delivered();
    },
    press: (portal) => bramOf(portal).post(pathOf(portal, '/withdraw'), {}, KEY),
    left: (portal) =>
      Promise.all([
        countOf(portal, 'Deals', dealOf(portal), 'Notes', 'Note_Title', 'Herroeping'),
        countOf(portal, 'Deals', dealOf(portal), 'Tasks', 'Subject', 'Herroeping'),
      ]),
    once: [1, 1],
    keyless: true,
  },
};

async function approve(portal: Portal): Promise<void> {
  const { fingerprint } = await shown(portal);
  await bramOf(portal).post(pathOf(portal, '/approve'), { survey1_approve_clicked: true, fingerprint });
}

async function sign(portal: Portal, other?: boolean): Promise<Answer> {
  const { fingerprint } = await shown(portal);
  const body = { gaikan_signature_plain: other ? 'Iemand anders' : 'Bram de Boer', fingerprint };
  return bramOf(portal).post(pathOf(portal, '/approve'), body, KEY);
}

/** The fault of the first writing call; the others work. */
const FAULTS: Record<string, object> = {
  'the answer is lost after the commit': { kind: 'reset', when: 'after' },
  'half of the answer is lost': { kind: 'reset', when: 'within' },
  'a 500 before the commit': { kind: 'status', status: 500 },
  'a 500 after the commit': { kind: 'status', status: 500, when: 'after' },
  'the connection breaks and the commit comes later': { kind: 'late-commit', ms: 1_500 },
};

const MOST_PRESSES = 4;

/** Presses again after a temporary failure, as a person does. */
async function pressUntilDone({ press }: Kind, portal: Portal): Promise<void> {
  for (let presses = 1; ; presses += 1) {
    const { status } = await press(portal);
    if (status === 200) return;
    expect(status).toBe(503);
    expect(presses).toBeLessThan(MOST_PRESSES);
  }
}

async function open({ prepare }: Kind, finished: (close: () => Promise<void>) => void): Promise<Portal> {
  const portal = await startPortal();
  finished(() => portal.close());
  await prepare?.(portal);
  return portal;
}

describe.concurrent.each(Object.entries(KINDS))('reliability §1.3 once: %s', (_, kind) => {
  test.for(Object.entries(FAULTS))('%s', async ([, fault], { onTestFinished }) => {
    const portal = await open(kind, onTestFinished);
    await portal.fault({ ...fault, match: kind.writes, times: 1 });
    await pressUntilDone(kind, portal);
    // A stop waits for the clean-up, which a killed process would lose.
    await portal.restart();
    expect(await kind.left(portal)).toEqual(kind.once);
  });

  test('the CRM is down, the portal is restarted, the same press again', async ({ onTestFinished }) => {
    const portal = await open(kind, onTestFinished);
    await portal.fault({ kind: 'status', status: 503, match: kind.awaited ?? kind.writes });
    expect((await kind.press(portal)).status).toBe(503);
    await portal.restart();
    await portal.noFaults();
    await pressUntilDone(kind, portal);
    expect(await kind.left(portal)).toEqual(kind.once);
  });

  test('the same press twice at once, again, and after a restart', async ({ onTestFinished }) => {
    const portal = await open(kind, onTestFinished);
    const answers = await Promise.all([kind.press(portal), kind.press(portal)]);
    answers.push(await kind.press(portal));
    await portal.restart();
    answers.push(await kind.press(portal));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await kind.left(portal)).toEqual(kind.once);
  });
});

const KEYED = Object.entries(KINDS).filter(([, { keyless }]) => !keyless);

test.concurrent.for(KEYED)(
  'reliability §1.3 %s: another body under the same key is refused',
  async ([, kind], context) => {
    const portal = await open(kind, context.onTestFinished);
    await kind.press(portal);
    const { status, body } = await kind.press(portal, true);
    expect([status, body.error]).toEqual([400, 'invalid']);
    expect(await kind.left(portal)).toEqual(kind.once);
  },
);
