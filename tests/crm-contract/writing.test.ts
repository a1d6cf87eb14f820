import { describe, expect } from 'vitest';
import type { CrmError } from '../../crm-contract/errors.ts';
import type { ContactPatch } from '../../crm-contract/shapes/contact.ts';
import { CONTACT_ID, connect, DEAL_ID, errorOf, flatError, itemError, NOTE_ID, success, test } from './connect.ts';
import { type Answer, empty, hang, json, reset } from './fault-crm.ts';

const MODIFIED = '2026-10-20T10:00:00+02:00';
const note = { Note_Title: 'Belresultaat: geen gehoor', Note_Content: 'probeer morgen' };
const contact = { module: 'Contacts', id: CONTACT_ID } as const;

describe('crm-api §2.4 a field patch', () => {
  test('a text field of this organisation is written once it is configured', async () => {
    const { crm, server, context } = await connect({ extraContactFields: ['House_Type'] });
    server.answers(success(200, CONTACT_ID));
    const patch = { Last_Name: 'Jansen', House_Type: 'hoekwoning' };
    await crm.contacts.update(CONTACT_ID, patch, context());
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ data: [patch] });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['an unknown field', { Full_Name: 'x' }, 'Full_Name'],
    ['text where a flag belongs', { survey_1_has_solar_panels: 'true' }, 'survey_1_has_solar_panels'],
    ['text above 255 characters', { Last_Name: 'x'.repeat(256) }, 'Last_Name'],
    ['a lookup that is not an id', { Owner: { id: '1' } }, 'Owner'],
  ])('%s is refused before anything is sent', async (_name, patch, field) => {
    const { crm, server, context } = await connect();
    const error = await errorOf(crm.contacts.update(CONTACT_ID, patch as ContactPatch, context()));
    expect(error).toMatchObject({ kind: 'invalid', fields: [field], sent: 'no' });
    expect(server.tokenRequests).toHaveLength(0);
  });

  test.each(['', '1', '../Deals', `${CONTACT_ID}/Notes`, '41508680000031940O3', '%2e%2e'])('no id: %j', async (id) => {
    const { crm, server, context } = await connect();
    expect(await errorOf(crm.contacts.update(id, { Last_Name: 'x' }, context()))).toMatchObject({
      kind: 'invalid',
      sent: 'no',
    });
    expect(await errorOf(crm.deals.read(id, context()))).toMatchObject({ kind: 'invalid', fields: ['id'] });
    expect(server.tokenRequests).toHaveLength(0);
  });
});

describe('crm-api §2.4 many records at once', () => {
  const OTHER_ID = '4150868000003194004';
  const changes = [CONTACT_ID, OTHER_ID].map((id) => ({ id, patch: { Mailing_State: 'Utrecht' } }));
  const done = { code: 'SUCCESS', status: 'success', details: { id: CONTACT_ID } };
  const stale = { code: 'ALREADY_MODIFIED', status: 'error', details: { id: OTHER_ID } };

  test.each([
    ['both are done', 200, [done, done], [null, null]],
    ['one is refused', 207, [done, stale], [null, 'ALREADY_MODIFIED']],
    ['both are refused', 412, [stale, stale], ['ALREADY_MODIFIED', 'ALREADY_MODIFIED']],
  ])('%s: each has its own outcome; one guard for all, no workflow', async (_name, status, data, codes) => {
    const { crm, server, context } = await connect();
    server.answers(json(status, { data }));
    const outcomes = await crm.contacts.updateMany(changes, context(), { unmodifiedSince: MODIFIED });
    expect(outcomes).toEqual([
      { id: CONTACT_ID, code: codes[0] },
      { id: OTHER_ID, code: codes[1] },
    ]);
    expect(server.seen).toMatchObject([
      { method: 'PUT', path: '/Contacts', headers: { 'if-unmodified-since': MODIFIED } },
    ]);
    const sent = changes.map(({ id, patch }) => ({ ...patch, id }));
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({ data: sent, trigger: [] });
  });

  test('an answer about another number of records confirms none of them', async ({ crm, server, context }) => {
    server.answers(json(200, { data: [done] }));
    expect(await errorOf(crm.contacts.updateMany(changes, context()))).toMatchObject({
      kind: 'malformed',
      sent: 'unknown',
    });
  });

  test('a refusal of the call as a whole is an error', async ({ crm, server, context }) => {
    server.answers(flatError(403, 'NO_PERMISSION'));
    expect(await errorOf(crm.contacts.updateMany(changes, context()))).toMatchObject({ kind: 'unauthorized' });
    const wrong = [{ id: CONTACT_ID, patch: { Full_Name: 'x' } as ContactPatch }];
    expect(await errorOf(crm.contacts.updateMany(wrong, context()))).toMatchObject({ kind: 'invalid', sent: 'no' });
  });
});

describe('crm-api §7.3 what the CRM says about the record', () => {
  test.each<[string, Answer, Partial<CrmError>]>([
    ['one wrong field', itemError(400, 'INVALID_DATA', { api_name: 'Stage' }), { kind: 'invalid', fields: ['Stage'] }],
    [
      'the same inside a 200',
      itemError(200, 'INVALID_DATA', { api_name: 'Stage' }),
      { kind: 'invalid', fields: ['Stage'] },
    ],
    [
      'the same inside a 207',
      itemError(207, 'MANDATORY_NOT_FOUND', { api_name: 'Stage' }),
      { kind: 'invalid', fields: ['Stage'] },
    ],
    [
      'several at once',
      itemError(400, 'MULTIPLE_OR_MULTI_ERRORS', {
        errors: [
          { code: 'INVALID_DATA', details: { api_name: 'Stage' }, status: 'error' },
          {
            code: 'EXPECTED_FIELD_MISSING',
            details: { expected_fields: [{ api_name: 'Note_Title' }] },
            status: 'error',
          },
        ],
      }),
      { kind: 'invalid', fields: ['Stage', 'Note_Title'] },
    ],
    [
      'a duplicate',
      itemError(400, 'DUPLICATE_DATA', { api_name: 'survey1_hash' }),
      { kind: 'duplicate', fields: ['survey1_hash'] },
    ],
    ['a lock', itemError(400, 'RECORD_LOCKED', { api_name: 'id', json_path: '$.data[0].id' }), { kind: 'locked' }],
    ['a blueprint', itemError(400, 'RECORD_IN_BLUEPRINT'), { kind: 'locked' }],
    ['an unknown id in the path', flatError(400, 'INVALID_DATA', { resource_path_index: 1 }), { kind: 'not_found' }],
    [
      'an unknown id in the body',
      itemError(400, 'INVALID_DATA', { api_name: 'id', json_path: '$.data[0].id' }),
      { kind: 'not_found' },
    ],
    [
      'an unknown id inside a lookup',
      itemError(400, 'INVALID_DATA', { api_name: 'id', json_path: '$.data[0].Owner.id' }),
      { kind: 'invalid' },
    ],
    ['no permission', itemError(400, 'AUTHORIZATION_FAILED'), { kind: 'unauthorized' }],
    ['an unknown code', itemError(400, 'SOMETHING_NEW'), { kind: 'invalid', code: 'SOMETHING_NEW' }],
  ])('%s', async (_name, answer, expected) => {
    const { crm, server, context } = await connect();
    server.answers(answer);
    const error = await errorOf(crm.deals.update(DEAL_ID, { Stage: 'Viewed' }, context()));
    expect(error).toMatchObject({ ...expected, sent: 'no' });
    expect(server.seen).toHaveLength(1);
  });

  test('errors hold names and codes, never the content of an answer or a token', async ({ crm, server, context }) => {
    server.answers(
      itemError(400, 'DUPLICATE_DATA', { api_name: 'Jan Jansen 06-12345678', duplicate_record: { id: '1' } }),
    );
    const error = await errorOf(crm.deals.update(DEAL_ID, { Stage: 'geheim' }, context()));
    const everything = `${error.stack} ${JSON.stringify(error)} ${JSON.stringify(Object.entries(error))}`;
    expect(everything).not.toMatch(/secret|Jansen|token-1|geheim|12345678/);
    expect(error.cause).toBeUndefined();
  });
});

describe('fault 15 and fault 21: not confirmed is not saved', () => {
  const item = { code: 'SUCCESS', status: 'success', details: { id: DEAL_ID } };
  test.each<[string, Answer]>([
    ['204', empty(204)],
    ['an empty 200', empty(200)],
    ['no items', json(200, { data: [] })],
    ['two items for one record', json(207, { data: [item, item] })],
    ['an item without a status', json(200, { data: [{ details: { id: DEAL_ID } }] })],
  ])('%s on a POST: unknown, and not repeated', async (_name, answer) => {
    const { crm, server, context } = await connect();
    server.answers(answer);
    expect(await errorOf(crm.notes.create(contact, note, context()))).toMatchObject({
      kind: 'malformed',
      sent: 'unknown',
    });
    expect(server.seen).toHaveLength(1);
  });

  test('an answer that confirms but names no record means that it was written', async ({ crm, server, context }) => {
    server.answers(json(201, { data: [{ code: 'SUCCESS', status: 'success', details: {} }] }));
    expect(await errorOf(crm.notes.create(contact, note, context()))).toMatchObject({ kind: 'malformed', sent: 'yes' });
  });
});

describe('crm-api §2.6 If-Unmodified-Since', () => {
  const guarded = async (...answers: Answer[]) => {
    const { crm, server, context } = await connect();
    server.answers(...answers);
    return {
      server,
      call: crm.deals.update(DEAL_ID, { survey1_approve_clicked: true }, context(), { unmodifiedSince: MODIFIED }),
    };
  };

  test('carries the exact text from the CRM', async () => {
    const { server, call } = await guarded(success());
    await call;
    expect(server.seen[0]?.headers['if-unmodified-since']).toBe(MODIFIED);
  });

  test.each<[string, Answer]>([
    ['412 wrapped', itemError(412, 'ALREADY_MODIFIED', { id: DEAL_ID })],
    ['412 flat', flatError(412, 'ALREADY_MODIFIED')],
    ['412 without a body', empty(412)],
    ['inside a 200', itemError(200, 'ALREADY_MODIFIED', { id: DEAL_ID })],
    ['flat inside a 200', flatError(200, 'ALREADY_MODIFIED')],
  ])('%s: conflict, and certainly nothing written', async (_name, answer) => {
    const { server, call } = await guarded(answer);
    expect(await errorOf(call)).toMatchObject({ kind: 'conflict', sent: 'no' });
    expect(server.seen).toHaveLength(1);
  });

  test('a 412 after a lost attempt may be our own commit, so it is a conflict with an unknown outcome', async () => {
    const { server, call } = await guarded(reset, itemError(412, 'ALREADY_MODIFIED', { id: DEAL_ID }));
    expect(await errorOf(call)).toMatchObject({ kind: 'conflict', sent: 'unknown' });
    expect(server.seen).toHaveLength(2);
  });

  test('an invalid instant is refused', async ({ crm, server, context }) => {
    const guard = { unmodifiedSince: 'yesterday\r\nx: y' };
    expect(await errorOf(crm.deals.update(DEAL_ID, { Stage: 'x' }, context(), guard))).toMatchObject({
      kind: 'invalid',
    });
    expect(server.seen).toHaveLength(0);
  });
});

describe('reliability §1.2 a caller that leaves', () => {
  test('does not abort a write', async ({ crm, server, context }) => {
    const caller = new AbortController();
    server.answers((response, seen) => {
      caller.abort();
      setTimeout(() => success(201, NOTE_ID)(response, seen), 10);
    });
    expect(await crm.notes.create(contact, note, context({ signal: caller.signal }))).toMatchObject({ id: NOTE_ID });
    server.answers(success());
    expect(await crm.deals.update(DEAL_ID, { Stage: 'x' }, context({ signal: caller.signal }))).toMatchObject({
      id: DEAL_ID,
    });
  });

  test('ends a read, in flight or not yet sent', async ({ crm, server, context }) => {
    const caller = new AbortController();
    server.answers((...args) => {
      caller.abort();
      hang(...args);
    });
    expect(await errorOf(crm.deals.read(DEAL_ID, context({ signal: caller.signal })))).toMatchObject({
      kind: 'cancelled',
    });
    expect(await errorOf(crm.deals.read(DEAL_ID, context({ signal: caller.signal })))).toMatchObject({
      kind: 'cancelled',
    });
    expect(server.seen).toHaveLength(1);
  });
});
