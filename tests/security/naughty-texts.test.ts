import texts from 'big-list-of-naughty-strings' with { type: 'json' };
import { afterEach, describe, expect, test } from 'vitest';
import { openPortal } from '../bff/own-portal.ts';
import { jpeg } from '../bff/photos/picture-files.ts';
import type { Answer } from '../bff/send.ts';
import { leftWith, staffOf, subjectOf } from '../bff/staff.ts';

/** The portal's clock runs ahead of the CRM's. */
let aheadMs = 600_000;
const env = { LINK_REQUESTS_PER_IP: '100000', LOG_LEVEL: 'error' };
// Every manual edit moves a deal's last change forward, here by minutes; no signature should wait for that.
const portal = await openPortal(env, { now: () => Date.now() + aheadMs });
afterEach(() => portal.reset());

/** Characters that would end a line, which a text of one line may not hold. */
const TWO_LINES = /[^\P{Cc}\t]|[\p{Zl}\p{Zp}]/u;

/** Counts as people and the schemas do: an emoji is one character. */
const charactersOf = (text: string) => [...text.trim()].length;

const held = (module: string, id: string) =>
  portal.sandbox<Record<string, unknown>>('GET', `/sandbox/records/${module}/${id}`);

/** Distributes the texts over people, so that no two writes use one record. */
async function each(
  names: readonly string[],
  work: (name: string, text: string) => Promise<void>,
  all: readonly string[] = texts,
): Promise<void> {
  const shares = names.map((name, index) => ({ name, share: all.filter((_, n) => n % names.length === index) }));
  await Promise.all(
    shares.map(async ({ name, share }) => {
      for (const text of share) await work(name, text);
    }),
  );
}

/** As many texts at a time as fit into a text of this length. */
function joined(some: readonly string[], separator: string, mostCharacters: number): string[] {
  const all: string[] = [];
  for (const text of some) {
    const last = all.at(-1);
    const both = `${last}${separator}${text}`;
    if (last !== undefined && both.length <= mostCharacters) all[all.length - 1] = both;
    else all.push(text);
  }
  return all;
}

/** One text on each line. */
const messages = (mostCharacters: number) => joined(texts, '\n', mostCharacters);

const expectRefusal = ({ status, body }: Answer, text: string) =>
  expect([text, status, body.error]).toEqual([text, 422, 'field_invalid']);

const lettersIn = (text: string) =>
  text.replace(/[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu, '').match(/\p{L}/gu)?.length ?? 0;

/** A name of one line with two visible letters, and no characters that change the text direction around it. */
const isSignable = (text: string) =>
  lettersIn(text) >= 2 && !TWO_LINES.test(text.trim()) && !/\p{Bidi_Control}/u.test(text);

describe(`security 21 ${texts.length} naughty texts come back exactly, or are refused`, () => {
  test('security 21 each of them as every contact detail', async () => {
    const LENGTHS = {
      Phone: 30,
      First_Name: 40,
      Last_Name: 80,
      Mailing_City: 100,
      Mailing_Country: 100,
      Mailing_State: 100,
      Mailing_Street: 250,
      Mailing_Zip: 30,
    };
    let kept = 0;
    await each(['anna', 'bram', 'carla', 'hanna', 'ivo', 'joke', 'karel', 'lotte'], async (name, text) => {
      const fits = Object.entries(LENGTHS).filter(([field, most]) => {
        return (
          charactersOf(text) <= most && !TWO_LINES.test(text.trim()) && (field !== 'Last_Name' || lettersIn(text) >= 2)
        );
      });
      const tooLong = Object.keys(LENGTHS).filter((field) => !fits.some(([each]) => each === field));
      if (tooLong.length > 0) {
        const properties = Object.fromEntries(tooLong.map((field) => [field, text]));
        const refused = await portal.as(name).post('/api/contacts/contactDetails', { properties });
        expectRefusal(refused, text);
        expect(Object.keys(refused.body.fields ?? {})).toEqual(tooLong);
      }
      if (fits.length === 0) return;
      const properties = Object.fromEntries(fits.map(([field]) => [field, text]));
      const answer = await portal.as(name).post('/api/contacts/contactDetails', { properties });
      expect([text, answer.status]).toEqual([text, 200]);
      const record = await held('Contacts', portal.as(name).contactId);
      const told = (await portal.as(name).get('/api/contacts/verify')).body.contact as Record<string, unknown>;
      for (const [field] of fits) {
        expect([field, record[field] ?? '']).toEqual([field, text.trim()]);
        expect([field, told[field] ?? '']).toEqual([field, text.trim()]);
        kept += 1;
      }
    });
    expect(kept).toBeGreaterThan(texts.length * 5);
  });

  test('security 21 each of them as the name under a quote', async () => {
    const people = ['bram', 'carla', 'karel', 'fatima'];
    const sign = (name: string, text: string) => {
      const body = { survey1_approve_clicked: true, gaikan_signature_plain: text };
      return portal.as(name).post(`${portal.as(name).deal}/approve`, body);
    };
    const signable = texts.filter(isSignable).map((text) => text.trim());
    const refused = texts.filter((text) => !isSignable(text));
    expect([signable.length > 300, refused.length > 20]).toEqual([true, true]);
    await each(people, async (name, text) => expectRefusal(await sign(name, text), text), refused);
    // Each signature makes an order with a document, so one name holds several texts.
    const signOne = async (name: string, text: string) => {
      const { dealId: id } = portal.as(name);
      const answer = await sign(name, text);
      expect([text, answer.status]).toEqual([text, 200]);
      const { deal } = answer.body as { deal: { gaikan_signature_plain: string; quoteArea: string } };
      expect([deal.gaikan_signature_plain, deal.quoteArea]).toEqual([text.trim(), 'signed']);
      expect((await held('Deals', id)).gaikan_signature_plain).toBe(text.trim());
      await portal.salesOps('Deals', id, {
        gaikan_signature_plain: null,
        portal_signature_evidence: null,
        survey1_approve_clicked: false,
        Stage: 'Viewed',
      });
    };
    await each(people, signOne, joined(signable, ' ', 255));
  });

  test('security 21 each of them as a question and as a reason for a refusal', async () => {
    const parts = messages(1_990);
    for (const [name, path, body] of [
      ['bram', 'question', (text: string) => ({ text })],
      ['karel', 'decline', (reason: string) => ({ reason })],
    ] as const) {
      const { dealId: id } = portal.as(name);
      // A deal accepts ten of each in ten minutes.
      for (const text of parts.slice(0, 10)) {
        expect((await portal.as(name).post(`/api/contacts/deals/${id}/${path}`, body(text))).status).toBe(200);
      }
      const notes = (await portal.related('Deals', id, 'Notes', 'Note_Content')).map((note) =>
        String(note.Note_Content),
      );
      // Control characters are removed: a CRM may cut a text at a NUL.
      const seen = parts.slice(0, 10).map((text) => text.trim().replace(/[^\P{Cc}\t\n\v\f\r\u0085]/gu, ''));
      for (const text of seen) expect(notes.some((note) => note.includes(text))).toBe(true);
    }
    expect(parts.length).toBeLessThanOrEqual(10);
  });

  test('security 21 naughty texts are kept as a note of staff and as the reason of a discount', async () => {
    const { contactId } = portal.as('bram');
    const notes = messages(9_900);
    for (const note of notes) {
      const answer = await staffOf(portal).act({
        action: 'gaikan_called_noanswer',
        ...subjectOf(portal, 'bram'),
        note,
      });
      expect(answer.status).toBe(200);
    }
    const written = (await leftWith(portal, contactId)).notes.map(({ Note_Content }) => String(Note_Content));
    for (const note of notes) expect(written.some((each) => each.includes(note.trim()))).toBe(true);
    const told = JSON.stringify((await staffOf(portal).get(`/api/admin/callcenter/contacts/${contactId}/notes`)).body);
    for (const note of notes) expect(told).toContain(JSON.stringify(note.trim()).slice(1, -1));

    const people = ['bram', 'karel', 'carla', 'fatima'];
    const discount = (name: string, value2: string) =>
      staffOf(portal).act({ action: 'discount', ...subjectOf(portal, name), value: 5, value2 });
    const refused = texts.filter((text) => TWO_LINES.test(text.trim()));
    expect(refused.length).toBeGreaterThan(0);
    await each(people, async (name, text) => expectRefusal(await discount(name, text), text), refused);
    const reasons = texts.map((text) => text.trim()).filter((text) => text !== '' && !TWO_LINES.test(text));
    // Each discount calculates a quote, so one reason holds several texts.
    const giveOne = async (name: string, reason: string) => {
      expect([reason, (await discount(name, reason)).status]).toEqual([reason, 200]);
      expect((await held('Deals', subjectOf(portal, name).dealId)).gaikan_discount_reason).toBe(reason);
    };
    await each(people, giveOne, joined(reasons, ' ', 255));
  });

  test('security 21 each of them as an e-mail address and as an answer from a list is refused or looked up, and is never a fault of ours', async () => {
    const bram = portal.as('bram');
    const fields = ['gaikan_saltion_battery_modules', 'survey1_battery_box_distance_m', 'survey1_panels_age'];
    const save = (answered: readonly string[], text: string) => {
      const props = Object.fromEntries(answered.map((field) => [field, text]));
      return bram.put(bram.deal, { props });
    };
    for (const text of texts) {
      // One request a minute, so that none is refused by a rate limit.
      aheadMs += 60_000;
      const asked = await portal.call('POST', '/api/contacts/link', { body: { email: `${text}@example.nl` } });
      expect([202, 422]).toContain(asked.status);
      if (/^(0*[1-9]\d{0,2}([.,]0{1,2})?|L|XL|1-2|2-3|3-4|4-5|5\+|-1)$/.test(text)) {
        for (const field of fields) expect([200, 422]).toContain((await save([field], text)).status);
        continue;
      }
      const refused = await save(fields, text);
      expectRefusal(refused, text);
      expect(Object.keys(refused.body.fields ?? {}).sort()).toEqual(fields);
    }
  });

  test('security 34 a photo with such a name is stored under our own name, and returned without control characters', async () => {
    const { hash } = portal.as('joke');
    for (let at = 0; at < texts.length; at += 20) {
      const form = new FormData();
      const names = texts.slice(at, at + 20).map((text) => `${text}.jpg`);
      for (const name of names) form.append('files', new File([new Uint8Array(jpeg(7, 300).bytes)], name));
      const answer = await fetch(`${portal.url}/api/contacts/upload`, {
        method: 'POST',
        headers: { 'x-survey-hash': hash, 'x-image-category': 'c1' },
        body: form,
      });
      const { files } = (await answer.json()) as { files: { name: string; sent: string; status: string }[] };
      expect([at, answer.status, files.length]).toEqual([at, 200, names.length]);
      for (const { name, sent } of files) {
        expect(name).toMatch(/^foto_[0-9a-f]{16}\.jpg$/);
        expect(sent).not.toMatch(/[\p{C}/\\]/u);
        expect(sent.length).toBeLessThanOrEqual(100);
      }
    }
    const stored = await portal.related('Contacts', portal.as('joke').contactId, 'Attachments', 'File_Name');
    expect(stored).toHaveLength(1);
  });
});
