import { expect, test } from 'vitest';
import { sandboxUnderTest } from './sandbox-under-test.ts';

test('crm-api §4.2 a note is added to the record in the path and read back from it', async () => {
  const { crm, person } = await sandboxUnderTest();
  const { contactId } = await person('anna');
  const note = { Note_Title: 'Belresultaat', Note_Content: 'Regel een\n<b>regel twee</b>' };
  const { status, json } = await crm('POST', `/Contacts/${contactId}/Notes`, { data: [note] });
  expect(status).toBe(201);
  expect(json.data[0].details).not.toHaveProperty('$approval_state');
  const read = await crm(
    'GET',
    `/Contacts/${contactId}/Notes?fields=Note_Title,Note_Content,Parent_Id,Owner,$attachments`,
  );
  expect(read.json.data).toEqual([
    {
      id: json.data[0].details.id,
      ...note,
      Parent_Id: { name: 'Anna Brouwer', id: contactId, module: { api_name: 'Contacts', id: expect.any(String) } },
      Owner: expect.objectContaining({ name: 'Portaal Koppeling' }),
      $attachments: null,
    },
  ]);
});

test('crm-api §4.2 POST /Notes takes the parent from the body', async () => {
  const { crm, dealOf } = await sandboxUnderTest();
  const id = await dealOf('anna');
  const Parent_Id = { module: { api_name: 'Deals' }, id };
  const data = [{ Note_Title: 'a', Parent_Id }, { Note_Title: 'b' }];
  const { status, json } = await crm('POST', '/Notes', { data });
  expect(status).toBe(207);
  expect(json.data[1]).toMatchObject({ code: 'MANDATORY_NOT_FOUND', details: { api_name: 'Parent_Id' } });
  expect((await crm('GET', `/Deals/${id}/Notes?fields=Note_Title`)).json.info.count).toBe(1);
});

test('crm-api §4.2 a note needs a title or a content, and both have a limit', async () => {
  const { crm, dealOf } = await sandboxUnderTest();
  const path = `/Deals/${await dealOf('anna')}/Notes`;
  const first = async (note: object) => (await crm('POST', path, { data: [note] })).json.data[0];
  expect(await first({})).toMatchObject({
    code: 'EXPECTED_FIELD_MISSING',
    details: { expected_fields: [{ api_name: 'Note_Content' }, { api_name: 'Note_Title' }] },
  });
  expect((await first({ Note_Title: 'x'.repeat(121) })).details.maximum_length).toBe(120);
  expect((await first({ Note_Content: 'x'.repeat(65_536) })).details.maximum_length).toBe(65_535);
  expect((await first({ Note_Content: 'x'.repeat(65_535) })).code).toBe('SUCCESS');
});

test('crm-api §4.2 the notes of the whole module are for administrators', async () => {
  const staff = await sandboxUnderTest({ admin: false });
  expect(await staff.crm('GET', '/Notes?fields=Note_Title')).toMatchObject({
    status: 403,
    json: { code: 'NOT_SUPPORTED' },
  });
  const admin = await sandboxUnderTest();
  expect((await admin.crm('GET', '/Notes?fields=Note_Title')).status).toBe(200);
});

test('crm-api §4.2 a note is deleted', async () => {
  const { crm, person } = await sandboxUnderTest();
  const { contactId } = await person('bram');
  const path = `/Contacts/${contactId}/Notes`;
  const [note] = (await crm('GET', `${path}?fields=id`)).json.data;
  expect((await crm('DELETE', `${path}/${note.id}`)).json.data[0].message).toBe('record deleted');
  expect((await crm('GET', `${path}?fields=id`)).status).toBe(204);
});
