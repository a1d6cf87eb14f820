import { randomBytes } from 'node:crypto';
import { FormData } from 'undici';
import { expect, test } from 'vitest';
import { type SandboxUnderTest, sandboxUnderTest } from './sandbox-under-test.ts';

function upload({ raw, token }: SandboxUnderTest, path: string, part: string, bytes: Buffer, name: string) {
  const form = new FormData();
  form.set(part, new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
  return raw('POST', `/crm/v8${path}`, form, { authorization: `Zoho-oauthtoken ${token}` });
}

test('crm-api §4.3 a file goes up with 200, is listed with its size as text, and comes back byte for byte', async () => {
  const sandbox = await sandboxUnderTest();
  const { crm, person } = sandbox;
  const path = `/Contacts/${(await person('bram')).contactId}/Attachments`;
  const bytes = randomBytes(300_000);
  const name = "1-meterkast_foto's café.jpg";

  const { status, json } = await upload(sandbox, path, 'file', bytes, name);
  expect(status).toBe(200);
  expect(json.data[0]).toMatchObject({ code: 'SUCCESS', message: 'attachment uploaded successfully' });
  const { id } = json.data[0].details;

  const list = await crm('GET', `${path}?fields=id,File_Name,Size,$file_id,$type,$se_module`);
  expect(list.json.data).toEqual([
    { id, File_Name: name, Size: '300000', $file_id: expect.any(String), $type: 'Attachment', $se_module: 'Contacts' },
  ]);

  const download = await crm('GET', `${path}/${id}`);
  expect(download.bytes.equals(bytes)).toBe(true);
  expect(download.headers['content-disposition']).toBe(`attachment;filename*=UTF-8''${encodeURIComponent(name)}`);
});

test('crm-api §4.3 the part is called file, and nothing else', async () => {
  const sandbox = await sandboxUnderTest();
  const path = `/Contacts/${(await sandbox.person('bram')).contactId}/Attachments`;
  expect(await upload(sandbox, path, 'files', Buffer.from('x'), 'a.jpg')).toMatchObject({
    status: 400,
    json: { code: 'REQUIRED_PARAM_MISSING', details: { param_name: 'file' } },
  });
});

test('crm-api §4.3 a file that is too large is 413', async () => {
  const sandbox = await sandboxUnderTest({ maxAttachmentBytes: 1_000 });
  const path = `/Contacts/${(await sandbox.person('bram')).contactId}/Attachments`;
  expect(await upload(sandbox, path, 'file', randomBytes(2_000), 'a.jpg')).toMatchObject({
    status: 413,
    json: { code: 'FILE_SIZE_MORE_THAN_ALLOWED_SIZE' },
  });
});

test('crm-api §4.3 list without fields is refused, empty is 204, an unknown file 204, deleting works', async () => {
  const sandbox = await sandboxUnderTest();
  const { crm, person } = sandbox;
  const path = `/Contacts/${(await person('bram')).contactId}/Attachments`;
  expect((await crm('GET', path)).json.code).toBe('REQUIRED_PARAM_MISSING');
  expect((await crm('GET', `${path}?fields=id`)).status).toBe(204);
  expect((await crm('GET', `${path}/4150868000000999999`)).status).toBe(204);
  const { json } = await upload(sandbox, path, 'file', Buffer.from('x'), 'a.jpg');
  expect((await crm('DELETE', `${path}/${json.data[0].details.id}`)).status).toBe(200);
  expect((await crm('GET', `${path}?fields=id`)).status).toBe(204);
});
