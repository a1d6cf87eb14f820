import { beforeEach, describe, expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { openPortal } from './own-portal.ts';
import { FORM_HEADERS, formOf } from './photos/photo-desk.ts';
import { jpeg } from './photos/picture-files.ts';
import type { Answer } from './send.ts';
import { callLater, leftWith, ownersOf, staffOf, subjectOf } from './staff.ts';

// Every kind of write (reliability §1.3) whose answer is lost: in the end the CRM has it, once.

const KEY = { 'idempotency-key': 'one-press-of-bram' };

interface Kind {
  /** The CRM calls that make the write. */
  writes: string;
  /** The calls that have to end before the portal answers. It makes the others after its answer. */
  awaited?: string;
  prepare?: () => Promise<void>;
  /** One press of the button; `other` is another body under the same key. */
  press: (other?: boolean) => Promise<Answer>;
  /** Its records in the CRM. */
  left: () => Promise<unknown>;
  once: unknown;
  /** Absolute values and photos (by content) need no key; another body is another write. */
  keyless?: true;
}

const portal = await openPortal();
const bram = portal.as('bram');
const carla = portal.as('carla');
const { contactId, dealId } = bram;
const { sanne, tom, yusuf } = await ownersOf(portal);
// A fresh CRM has the same ids, so a portal that remembers the last test is of no use.
beforeEach(async () => {
  await portal.settled();
  await portal.reset();
  await portal.restart();
});

const pathOf = (what = '') => `${bram.deal}${what}`;
const shown = async () => (await bram.get(pathOf())).body.deal as Deal;
const act = (body: object) =>
  staffOf(portal, tom).act({ ...subjectOf(portal, 'bram'), ...body }, KEY['idempotency-key']);

/** The number of records in a list with this text. */
async function countOf(module: 'Deals' | 'Contacts', list: string, field: string, text: string) {
  const records = await portal.related(module, module === 'Deals' ? dealId : contactId, list, field);
  return records.filter((record) => String(record[field]).includes(text)).length;
}

const noteWith = (text: string) => countOf('Contacts', 'Notes', 'Note_Content', text);

const KINDS: Record<string, Kind> = {
  'answers of a deal': {
    writes: 'PUT /crm/v8/Deals',
    press: () => bram.put(pathOf(), { props: { survey1_number_of_panels: '31' } }, KEY),
    left: async () => (await portal.record('Deals', dealId)).survey1_number_of_panels,
    once: '31',
    keyless: true,
  },
  'contact details': {
    writes: 'PUT /crm/v8/Contacts',
    press: () => bram.post('/api/contacts/contactDetails', { properties: { Mailing_City: 'Ommen' } }, KEY),
    left: async () => (await portal.record('Contacts', contactId)).Mailing_City,
    once: 'Ommen',
    keyless: true,
  },
  'a question: note and task': {
    writes: 'POST .*/(Notes|Tasks)',
    press: (other) => bram.post(pathOf('/question'), { text: other ? 'Iets anders' : 'Past hij hier?' }, KEY),
    left: () =>
      Promise.all([
        countOf('Deals', 'Notes', 'Note_Content', 'Past hij hier?'),
        countOf('Deals', 'Tasks', 'Description', 'Past hij hier?'),
      ]),
    once: [1, 1],
  },
  'a call: call, plan and note': {
    writes: 'POST .*/(Notes|Calls)',
    press: (other) => act({ ...callLater(3, 'days'), note: other ? 'Iets anders' : 'Belt liever later' }),
    left: async () => {
      const { calls } = await leftWith(portal, contactId);
      const states = calls.map((call) => call.Outbound_Call_Status).sort();
      return [states, await noteWith('Belt liever later')];
    },
    once: [['Completed', 'Scheduled'], 1],
  },
  'a note': {
    writes: 'POST .*/Notes',
    press: (other) => {
      const note = other ? 'Iets anders' : 'Belt zelf terug';
      return staffOf(portal, tom).act({ action: 'note', contactId, note }, KEY['idempotency-key']);
    },
    left: () => noteWith('Belt zelf terug'),
    once: 1,
  },
  'a quote edit and its note': {
    writes: '(PUT /crm/v8/Deals|POST .*/Notes)',
    press: (other) => act({ action: 'set-battery-module-num', value: other ? '9' : '8', note: 'Acht is genoeg' }),
    left: async () => {
      const { gaikan_saltion_battery_modules } = await portal.record('Deals', dealId);
      return [gaikan_saltion_battery_modules, await noteWith('Acht is genoeg')];
    },
    once: ['8', 1],
  },
  'an owner and the note': {
    writes: '(PUT /crm/v8/Contacts|POST .*/Notes)',
    press: (other) => act({ action: 'setOwner', value: other ? yusuf : sanne, note: 'Neemt het over' }),
    left: async () => {
      const { Owner } = await portal.record('Contacts', contactId);
      return [(Owner as { name: string }).name.split(' ')[0], await noteWith('Neemt het over')];
    },
    once: ['Sanne', 1],
  },
  'a photo': {
    writes: 'POST .*/Attachments',
    press: () => bram.post('/api/contacts/upload', formOf([{ name: 'kast.jpg', bytes: jpeg(5).bytes }]), FORM_HEADERS),
    left: () => countOf('Contacts', 'Attachments', 'File_Name', 'foto_'),
    once: 1,
    keyless: true,
  },
  'an approval': {
    writes: 'PUT /crm/v8/Deals',
    press: async () => {
      const { fingerprint } = await shown();
      return bram.post(pathOf('/approve'), { survey1_approve_clicked: true, fingerprint }, KEY);
    },
    left: async () => (await portal.record('Deals', dealId)).survey1_approve_clicked,
    once: true,
    keyless: true,
  },
  'a choice of financing and its note': {
    writes: 'POST .*/Notes',
    press: (other) => carla.post(`${carla.deal}/approve`, { survey1_approve_clicked: true, financing: !other }, KEY),
    left: async () => (await portal.related('Deals', carla.dealId, 'Notes', 'Note_Title')).length,
    once: 1,
    keyless: true,
  },
  'a signature and its evidence': {
    writes: '(PUT /crm/v8/Deals|POST .*/(Notes|Attachments))',
    prepare: approve,
    press: sign,
    left: async () => {
      // After a restart the press does not finish a released order: the first query of the new process finds the order.
      // On a busy machine the new process may release it too. Then the next visit finishes it.
      await portal.settled();
      await shown();
      await portal.settled();
      const { gaikan_signature_plain, Stage } = await portal.record('Deals', dealId);
      return [
        gaikan_signature_plain,
        Stage,
        await countOf('Deals', 'Notes', 'Note_Title', 'Ondertekening'),
        await countOf('Deals', 'Attachments', 'File_Name', 'Getekende offerte'),
      ];
    },
    once: ['Bram de Boer', 'Closed Won', 1, 1],
  },
  'a withdrawal: note and task': {
    writes: 'POST .*/(Notes|Tasks)',
    awaited: '(PUT /crm/v8/Deals|POST .*/(Notes|Tasks))',
    prepare: async () => {
      await approve();
      await sign();
      await portal.delivered();
    },
    press: () => bram.post(pathOf('/withdraw'), {}, KEY),
    left: () =>
      Promise.all([
        countOf('Deals', 'Notes', 'Note_Title', 'Herroeping'),
        countOf('Deals', 'Tasks', 'Subject', 'Herroeping'),
      ]),
    once: [1, 1],
    keyless: true,
  },
};

async function approve(): Promise<void> {
  const { fingerprint } = await shown();
  await bram.post(pathOf('/approve'), { survey1_approve_clicked: true, fingerprint });
}

async function sign(other?: boolean): Promise<Answer> {
  const { fingerprint } = await shown();
  const body = { gaikan_signature_plain: other ? 'Iemand anders' : 'Bram de Boer', fingerprint };
  return bram.post(pathOf('/approve'), body, KEY);
}

/** The fault of the first writing call; the others work. More ways to break an answer: faults/broken-answers.test.ts. */
const FAULTS: Record<string, object> = {
  'the answer is lost after the commit': { kind: 'reset', when: 'after' },
  'a 500 before the commit': { kind: 'status', status: 500 },
  'a 500 after the commit': { kind: 'status', status: 500, when: 'after' },
  'the connection breaks and the commit comes later': { kind: 'late-commit', ms: 1_500 },
};

const MOST_PRESSES = 4;

/** Presses again after a temporary failure, as a person does. */
async function pressUntilDone({ press }: Kind): Promise<void> {
  for (let presses = 1; ; presses += 1) {
    const { status } = await press();
    if (status === 200) return;
    expect(status).toBe(503);
    expect(presses).toBeLessThan(MOST_PRESSES);
  }
}

describe.each(Object.entries(KINDS))('reliability §1.3 the CRM has it once: %s', (_, kind) => {
  beforeEach(() => kind.prepare?.());

  test.each(Object.entries(FAULTS))('%s', async (_name, fault) => {
    await portal.fault({ ...fault, match: kind.writes, times: 1 });
    await pressUntilDone(kind);
    // A stop waits for the clean-up, which a killed process would lose.
    await portal.restart();
    expect(await kind.left()).toEqual(kind.once);
  });

  test('the CRM is down, the portal restarts, and the same press comes again', async () => {
    await portal.fault({ kind: 'status', status: 503, match: kind.awaited ?? kind.writes });
    const { status, headers, body } = await kind.press();
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Object.keys(body)).not.toContain('deal');
    await portal.restart();
    await portal.noFaults();
    await pressUntilDone(kind);
    expect(await kind.left()).toEqual(kind.once);
  });

  test('the same press comes twice at once, then again, and again after a restart', async () => {
    const answers = await Promise.all([kind.press(), kind.press()]);
    answers.push(await kind.press());
    await portal.restart();
    answers.push(await kind.press());
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    // Another body under the same key is refused.
    if (!kind.keyless) {
      const { status, body } = await kind.press(true);
      expect([status, body.error]).toEqual([400, 'invalid']);
    }
    expect(await kind.left()).toEqual(kind.once);
  });
});
