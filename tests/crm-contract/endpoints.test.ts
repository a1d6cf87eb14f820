import { describe, expect } from 'vitest';
import { NOTE_FIELDS } from '../../crm-contract/endpoints/notes-and-files.ts';
import { CONTACT_ID, connect, DEAL_ID, errorOf, flatError, NOTE_ID, success, test } from './connect.ts';
import { json, reset } from './fault-crm.ts';

const contact = { module: 'Contacts', id: CONTACT_ID } as const;
const sent = (server: { seen: { body: string }[] }, index = 0) => JSON.parse(server.seen[index]?.body ?? '');
const idOf = (n: number) => `41508680000000${String(n).padStart(5, '0')}`;

describe('crm-api §4.1 related lists', () => {
  test('the columns of the shape are asked, page after page; each id comes once', async ({ crm, server, context }) => {
    const page = (from: number, more: boolean, token: string | null) =>
      json(200, {
        data: [from, from + 1].map((n) => ({ id: idOf(n), Product_Name: `p${n}` })),
        info: { more_records: more, next_page_token: token },
      });
    server.answers(page(1, true, 'next'), page(2, true, null), page(4, false, null));
    const products = await crm.deals.products(DEAL_ID, context());
    expect(products.map((product) => product.id)).toEqual([1, 2, 3, 4, 5].map(idOf));
    expect(server.seen.map(({ path }) => path)).toEqual(Array(3).fill(`/Deals/${DEAL_ID}/Products`));
    expect(server.seen[0]?.query.get('fields')).toContain('gaikan_num_modules');
    expect(server.seen.map(({ query }) => [query.get('page'), query.get('page_token')])).toEqual([
      [null, null],
      [null, 'next'],
      ['3', null],
    ]);
  });

  test('the client stops at 2,000 rows', async ({ crm, server, context }) => {
    server.answers(json(200, { data: [{ id: idOf(1) }], info: { more_records: true, next_page_token: 'again' } }));
    expect(await crm.contacts.deals(CONTACT_ID, context({ ms: 60_000 }))).toHaveLength(1);
    expect(server.seen).toHaveLength(10);
  });
});

describe('crm-api §4.2 notes', () => {
  test('notes come newest first, by instant and not by text', async ({ crm, server, context }) => {
    const note = (n: number, Created_Time: string) => ({ id: idOf(n), Created_Time });
    server.answers(
      json(200, {
        data: [
          note(1, '2026-10-20T10:00:00+02:00'),
          note(2, '2026-10-20T09:30:00+01:00'),
          note(3, '2026-10-20T08:15:00Z'),
        ],
      }),
    );
    const notes = await crm.notes.listFor(contact, context());
    expect(notes.map(({ id }) => id)).toEqual([2, 3, 1].map(idOf));
    expect(server.seen[0]?.query.get('fields')).toBe(NOTE_FIELDS.join(','));
    expect(server.seen[0]?.query.get('sort_by')).toBe('Created_Time');
  });

  test('a title above 120 characters is refused by the client', async ({ crm, context }) => {
    const created = crm.notes.create(contact, { Note_Title: 'x'.repeat(121), Note_Content: '' }, context());
    expect(await errorOf(created)).toMatchObject({ kind: 'invalid', fields: ['Note_Title'] });
  });

  test('deleting again after a lost answer succeeds', async ({ crm, server, context }) => {
    server.answers(reset, flatError(400, 'INVALID_DATA', { resource_path_index: 1 }));
    await crm.notes.remove(NOTE_ID, context());
    expect(await errorOf(crm.notes.remove(NOTE_ID, context()))).toMatchObject({ kind: 'not_found', sent: 'no' });
  });
});

describe('crm-api §4.3 attachments', () => {
  const fileName = 'meterkast "é"\r\n.jpg';

  test.each([
    ['bytes', Buffer.from('JPEG')],
    ['pieces', [Buffer.from('JP'), Buffer.from('EG')]],
  ])('%s are sent as one part called file', async (_name, body) => {
    const { crm, server, context } = await connect();
    server.answers(success(200, NOTE_ID));
    const file = { fileName, contentType: 'image/jpeg', body };
    expect((await crm.attachments.upload(contact, file, context({ priority: 'upload' }))).id).toBe(NOTE_ID);
    const [seen] = server.seen;
    const boundary = seen?.headers['content-type']?.replace('multipart/form-data; boundary=', '');
    expect(seen?.body).toBe(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="meterkast %22é%22%0D%0A.jpg"\r\n` +
        `content-type: image/jpeg\r\n\r\nJPEG\r\n--${boundary}--\r\n`,
    );
    expect(seen?.headers['content-length']).toBe(String(Buffer.byteLength(seen?.body ?? '')));
  });

  test('a file is sent again after a 429', async ({ crm, server, context }) => {
    server.answers(flatError(429, 'TOO_MANY_REQUESTS'), success(200, NOTE_ID));
    const body = [Buffer.from('JP'), Buffer.from('EG')];
    await crm.attachments.upload(contact, { fileName, contentType: 'image/jpeg', body }, context());
    expect(server.seen.map(({ body }) => body.includes('JPEG'))).toEqual([true, true]);
  });

  test('a file that is too large for the CRM is invalid', async ({ crm, server, context }) => {
    server.answers(flatError(413, 'FILE_SIZE_MORE_THAN_ALLOWED_SIZE'));
    const upload = crm.attachments.upload(contact, { fileName, contentType: 'a/b', body: Buffer.from('x') }, context());
    expect(await errorOf(upload)).toMatchObject({ kind: 'invalid', sent: 'no' });
  });
});

describe('crm-api §4.4–4.7 users, calls, tasks, tags, mail', () => {
  test('active users are read page after page', async ({ crm, server, context }) => {
    const page = (n: number, more: boolean) =>
      json(200, { users: [{ id: idOf(n), full_name: `U${n}` }], info: { more_records: more } });
    server.answers(page(1, true), page(2, false));
    expect((await crm.users.listActive(context())).map((user) => user.full_name)).toEqual(['U1', 'U2']);
    expect(server.seen.map(({ query }) => [query.get('type'), query.get('page')])).toEqual([
      ['ActiveUsers', '1'],
      ['ActiveUsers', '2'],
    ]);
  });

  test.each(['00:00', '00:00:00', '90'])('a completed call never lasts %s', async (Call_Duration) => {
    const { crm, context } = await connect();
    const call = { Subject: 'x', Call_Start_Time: '2026-11-02T10:00:00+01:00', Who_Id: { id: CONTACT_ID } };
    const made = { Outbound_Call_Status: 'Completed', Call_Duration } as const;
    const refused = { kind: 'invalid', fields: ['Call_Duration'] };
    expect(await errorOf(crm.calls.create({ ...call, ...made }, context()))).toMatchObject(refused);
    expect(await errorOf(crm.calls.update(NOTE_ID, { Call_Duration }, context()))).toMatchObject(refused);
  });

  test('tags are added to the existing ones, and it can be repeated safely', async ({ crm, server, context }) => {
    server.answers(reset, success(200, CONTACT_ID), success(200, CONTACT_ID));
    await crm.tags.add(contact, ['niet-bellen'], context());
    await crm.tags.remove(contact, ['niet-bellen'], context());
    expect(server.seen.map(({ path }) => path.split('/').pop())).toEqual(['add_tags', 'add_tags', 'remove_tags']);
    expect(sent(server, 1)).toEqual({ tags: [{ name: 'niet-bellen' }], over_write: false });
  });

  const mail = { from: { email: 'a@b.nl' }, to: [{ email: 'c@d.nl' }], subject: 'Uw link', content: 'x' };
  const sentMail = json(200, { data: [{ code: 'SUCCESS', details: { message_id: 'm' }, status: 'success' }] });

  test('a mail is sent once', async ({ crm, server, context }) => {
    server.answers(sentMail, reset);
    await crm.mail.send(contact, mail, context());
    expect(sent(server).data[0]).toMatchObject({ mail_format: 'text', to: [{ email: 'c@d.nl' }] });
    expect(await errorOf(crm.mail.send(contact, mail, context()))).toMatchObject({ sent: 'unknown' });
    expect(server.seen).toHaveLength(2);
  });

  test('a mail is sent as HTML, or as text after the CRM refused HTML', async ({ crm, server, context }) => {
    const details = { api_name: 'mail_format', json_path: '$.data[0].mail_format' };
    const refused = json(400, { data: [{ code: 'INVALID_DATA', details, message: 'invalid data', status: 'error' }] });
    server.answers(sentMail, refused, sentMail, sentMail);
    for (let n = 0; n < 3; n += 1) await crm.mail.send(contact, { ...mail, html: '<p>x</p>' }, context());
    const formats = server.seen.map((_, index) => sent(server, index).data[0]);
    expect(formats.map(({ mail_format, content }) => [mail_format, content])).toEqual([
      ['html', '<p>x</p>'],
      ['html', '<p>x</p>'],
      ['text', 'x'],
      ['text', 'x'],
    ]);
  });
});

describe('crm-api §4.7 the stages of a pipeline', () => {
  const option = (n: number, actual_value: string, display_value = actual_value) => ({
    id: idOf(n),
    display_value,
    actual_value,
  });
  const pipeline = { id: idOf(9), display_value: 'Standard', layoutId: idOf(8) };

  test('a stage that was renamed keeps its display name', async ({ crm, server, context }) => {
    const pick_list_values = [option(1, 'Qualification', 'Intake'), option(2, 'Viewed')];
    server.answers(json(200, { fields: [{ api_name: 'Stage', pick_list_values }] }), success());
    await crm.settings.setStages(pipeline, ['Viewed', 'Qualification'], context());
    expect(sent(server, 1).pipeline[0].maps).toEqual([
      { ...option(2, 'Viewed'), sequence_number: 1 },
      { ...option(1, 'Qualification', 'Intake'), sequence_number: 2 },
    ]);
  });

  test('a pipeline is not changed if the field does not offer one of its stages', async ({ crm, server, context }) => {
    server.answers(json(200, { fields: [{ api_name: 'Stage', pick_list_values: [option(1, 'Viewed')] }] }), success());
    const error = await errorOf(crm.settings.setStages(pipeline, ['Viewed', 'Survey'], context()));
    expect(error).toMatchObject({ kind: 'invalid', code: 'STAGE_WITHOUT_OPTION', fields: ['Stage'], sent: 'no' });
    expect(server.seen.map(({ method }) => method)).toEqual(['GET']);
  });
});
