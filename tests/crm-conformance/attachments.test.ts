import { randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { sandboxUnderTest } from '../crm-sandbox/sandbox-under-test.ts';
import { type Crm, flat, NOBODY, newContact, sandboxOnly, writes } from './crm-under-test.ts';
import { columnsOf, faultsIn } from './documented.ts';

function upload({ raw, authorization }: Pick<Crm, 'raw' | 'authorization'>, path: string, part: string, file: File) {
  const form = new FormData();
  form.set(part, file);
  return raw('POST', `/crm/v8${path}`, form, authorization);
}

const photo = (bytes: Buffer, name = 'a.jpg') => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

describe('crm-api §4.3 attachments', () => {
  writes('are uploaded with 200, listed with their size as text, and downloaded byte for byte', async ({ crm }) => {
    const path = `/Contacts/${await crm.make('Contacts', newContact())}/Attachments`;
    const bytes = randomBytes(300_000);
    const name = "1-meterkast_foto's café.jpg";

    const { status, json } = await upload(crm, path, 'file', photo(bytes, name));
    expect(status).toBe(200);
    expect(json.data[0]).toMatchObject({ code: 'SUCCESS', message: 'attachment uploaded successfully' });
    const { id } = json.data[0].details;

    const fields = `${columnsOf('Attachments')},$file_id,$type,$se_module`;
    const { data } = (await crm.call('GET', `${path}?fields=${fields}`)).json;
    expect(data).toHaveLength(1);
    expect(faultsIn('Attachments', data[0])).toEqual([]);
    expect(data[0]).toMatchObject({ id, File_Name: name, Size: '300000', $se_module: 'Contacts' });

    const download = await crm.call('GET', `${path}/${id}`);
    expect(download.bytes.equals(bytes)).toBe(true);
    expect(download.headers['content-disposition']).toBe(`attachment;filename*=UTF-8''${encodeURIComponent(name)}`);
  });

  writes('of the same name are all kept', async ({ crm }) => {
    const path = `/Contacts/${await crm.make('Contacts', newContact())}/Attachments`;
    for (const text of ['een', 'twee']) {
      expect((await upload(crm, path, 'file', photo(Buffer.from(text)))).status).toBe(200);
    }
    expect((await crm.call('GET', `${path}?fields=File_Name`)).json.data).toHaveLength(2);
  });

  writes('are accepted in the part "file" and in no other', async ({ crm }) => {
    const path = `/Contacts/${await crm.make('Contacts', newContact())}/Attachments`;
    const refused = await upload(crm, path, 'files', photo(Buffer.from('x')));
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ code: 'REQUIRED_PARAM_MISSING', status: 'error' });
  });

  writes('of a record that does not exist, and programs, are refused', async ({ crm }) => {
    const path = `/Contacts/${await crm.make('Contacts', newContact())}/Attachments`;
    expect((await upload(crm, path, 'file', photo(Buffer.from('MZ'), 'foto.exe'))).status).toBe(400);
    expect(await upload(crm, `/Contacts/${NOBODY}/Attachments`, 'file', photo(Buffer.from('x')))).toMatchObject({
      status: 400,
      json: { code: 'INVALID_DATA', details: { resource_path_index: 1 } },
    });
  });

  writes('cannot be listed without fields; none, or an unknown one, is 204; can be deleted', async ({ crm }) => {
    const { call } = crm;
    const path = `/Contacts/${await crm.make('Contacts', newContact())}/Attachments`;
    expect(await call('GET', path)).toMatchObject({ status: 400, json: { code: 'REQUIRED_PARAM_MISSING' } });
    expect((await call('GET', `${path}?fields=id`)).status).toBe(204);
    expect((await call('GET', `${path}/${NOBODY}`)).status).toBe(204);
    const { json } = await upload(crm, path, 'file', photo(Buffer.from('x')));
    const gone = await call('DELETE', `${path}/${json.data[0].details.id}`);
    expect(gone).toMatchObject({ status: 200, json: { data: [{ code: 'SUCCESS', message: 'record deleted' }] } });
    expect((await call('GET', `${path}?fields=id`)).status).toBe(204);
  });

  sandboxOnly('that are too large are 413', async () => {
    const { raw, token, person } = await sandboxUnderTest({ maxAttachmentBytes: 1_000 });
    const path = `/Contacts/${(await person('bram')).contactId}/Attachments`;
    const crm = { raw, authorization: { authorization: `Zoho-oauthtoken ${token}` } };
    expect(await upload(crm, path, 'file', photo(randomBytes(2_000)))).toMatchObject({
      status: 413,
      json: flat('FILE_SIZE_MORE_THAN_ALLOWED_SIZE'),
    });
  });
});
