import { describe, expect } from 'vitest';
import { sandboxUnderTest } from '../crm-sandbox/sandbox-under-test.ts';
import { flat, NOBODY, newContact, type Row, sandboxOnly, writes } from './crm-under-test.ts';
import { recordId } from './documented.ts';

describe('crm-api §4.2 notes', () => {
  writes('belong to the record in the path, keep their lines, and hold HTML as text', async ({ call, make }) => {
    const contact = await make('Contacts', { First_Name: 'Jan', Last_Name: 'Smit' });
    const note = { Note_Title: 'Belresultaat', Note_Content: 'Regel een\n<b>regel twee</b>' };
    const { status, json } = await call('POST', `/Contacts/${contact}/Notes`, { data: [note] });
    expect(status).toBe(201);
    expect(json.data[0]).toMatchObject({ code: 'SUCCESS', status: 'success' });
    expect(json.data[0].details).not.toHaveProperty('$approval_state');
    const fields = 'Note_Title,Note_Content,Parent_Id,$attachments';
    expect((await call('GET', `/Contacts/${contact}/Notes?fields=${fields}`)).json.data).toEqual([
      {
        id: json.data[0].details.id,
        ...note,
        Parent_Id: {
          name: 'Jan Smit',
          id: contact,
          module: { api_name: 'Contacts', id: expect.schemaMatching(recordId) },
        },
        $attachments: null,
      },
    ]);
  });

  writes('are newest first when their list is sorted so', async ({ call, make }) => {
    const path = `/Contacts/${await make('Contacts', newContact())}/Notes`;
    for (const Note_Title of ['eerste', 'tweede']) await call('POST', path, { data: [{ Note_Title }] });
    const { json } = await call('GET', `${path}?fields=Note_Title&sort_by=Created_Time&sort_order=desc`);
    expect(json.data.map(({ Note_Title }: Row) => Note_Title)).toEqual(['tweede', 'eerste']);
  });

  writes('made with POST /Notes name their parent in the body', async ({ call, make }) => {
    const contact = await make('Contacts', newContact());
    const Parent_Id = { module: { api_name: 'Contacts' }, id: contact };
    const data = [{ Note_Title: 'a', Parent_Id }, { Note_Title: 'b' }];
    const { status, json } = await call('POST', '/Notes', { data });
    expect(status).toBe(207);
    expect(json.data[1]).toMatchObject({ code: 'MANDATORY_NOT_FOUND', details: { api_name: 'Parent_Id' } });
    expect((await call('GET', `/Contacts/${contact}/Notes?fields=Note_Title`)).json.info.count).toBe(1);
  });

  writes('need a title or a content, and both have a limit of length', async ({ call, make }) => {
    const path = `/Contacts/${await make('Contacts', newContact())}/Notes`;
    const first = async (note: object) => (await call('POST', path, { data: [note] })).json.data[0];
    expect(await first({})).toMatchObject({
      ...flat('EXPECTED_FIELD_MISSING'),
      details: { expected_fields: [{ api_name: 'Note_Content' }, { api_name: 'Note_Title' }] },
    });
    expect((await first({ Note_Title: 'x'.repeat(121) })).details.maximum_length).toBe(120);
    expect((await first({ Note_Content: 'x'.repeat(65_536) })).details.maximum_length).toBe(65_535);
    expect((await first({ Note_Content: 'x'.repeat(65_535) })).code).toBe('SUCCESS');
  });

  writes('of a record that does not exist are refused; the answer names its place in the path', async ({ call }) => {
    expect(await call('POST', `/Contacts/${NOBODY}/Notes`, { data: [{ Note_Title: 'a' }] })).toMatchObject({
      status: 400,
      json: { code: 'INVALID_DATA', details: { resource_path_index: 1 } },
    });
  });

  writes('are deleted, by their own path or by that of their record', async ({ call, make }) => {
    const path = `/Contacts/${await make('Contacts', newContact())}/Notes`;
    const add = async () => (await call('POST', path, { data: [{ Note_Title: 'weg' }] })).json.data[0].details.id;
    for (const gone of [`/Notes/${await add()}`, `${path}/${await add()}`]) {
      expect((await call('DELETE', gone)).json.data[0].message).toBe('record deleted');
    }
    expect((await call('GET', `${path}?fields=id`)).status).toBe(204);
  });

  sandboxOnly('of the whole module can be read by administrators only', async () => {
    const staff = await sandboxUnderTest({ admin: false });
    const path = '/Notes?fields=Note_Title';
    expect(await staff.crm('GET', path)).toMatchObject({ status: 403, json: flat('NOT_SUPPORTED') });
    const admin = await sandboxUnderTest();
    expect((await admin.crm('GET', path)).status).toBe(200);
  });
});
