import { request } from 'undici';
import { expect, test } from 'vitest';
import type { ContactPhoto } from '../../../bff/view-models/callcenter.ts';
import { openPortal } from '../own-portal.ts';
import { photoDesk } from '../photos/photo-desk.ts';
import { heic, html, jpeg, pdf, png, randomBytes, webp } from '../photos/picture-files.ts';
import { ADMIN_DIGEST } from '../portal.ts';
import { ADMIN, staffOf } from '../staff.ts';

const { upload } = photoDesk(() => portal);
const pathOf = (name: string) => `${ADMIN}/contacts/${portal.as(name).contactId}/photos`;
const listed = async (name: string) => {
  const { status, body } = await staff.get(pathOf(name));
  expect([status, body.result]).toEqual([200, true]);
  return body.photos as ContactPhoto[];
};
const download = async (name: string, id: string) => {
  const answer = await request(`${portal.url}${pathOf(name)}/${id}`, { headers: { authorization: ADMIN_DIGEST } });
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
};

/** A file that staff add in the CRM itself, without our checks. */
const attachInCrm = (name: string, fileName: string, bytes: Buffer) => {
  const file = new File([new Uint8Array(bytes)], fileName, { type: 'image/jpeg' });
  return portal.attach('Contacts', portal.as(name).contactId, file);
};

const portal = await openPortal();
const staff = staffOf(portal);

test('J10 an open panel hears that the customer sent a photo, and nothing of a file that was refused', async () => {
  const heard = async () => (await staff.presence(portal.as('lotte').contactId)).told;
  await upload('lotte', [{ name: 'brief.html', bytes: html }]);
  expect(await heard()).toBeUndefined();
  await upload('lotte', [{ name: '1-meterkast_a.jpg', bytes: jpeg(6).bytes }]);
  expect(await heard()).toMatchObject({ what: 'photos', by: null });
});

test('I11 staff see every photo of a contact: pictures to look at, other kinds to download, none as a page', async () => {
  const files = { jpg: jpeg(1), png: png(2), webp: webp(3), heic: heic(4), pdf: pdf(5) };
  expect(await listed('joke')).toEqual([]);
  await upload(
    'joke',
    Object.values(files).map(({ bytes, extension }) => ({ name: `1-meterkast_a.${extension}`, bytes })),
  );
  const types = {
    jpg: ['image/jpeg', 'inline'],
    png: ['image/png', 'inline'],
    webp: ['image/webp', 'inline'],
    heic: ['image/heic', 'attachment'],
    pdf: ['application/pdf', 'attachment'],
  } as const;
  const photos = await listed('joke');
  expect(photos.map(({ kind }) => kind).sort()).toEqual(Object.keys(types).sort());
  for (const { id, name, kind, size } of photos) {
    const { kept } = files[kind];
    const [type, place] = types[kind];
    const { status, headers, bytes } = await download('joke', id);
    expect([kind, status, bytes.equals(kept ?? Buffer.alloc(0)), size]).toEqual([kind, 200, true, kept?.length]);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': `${place}; filename="${name}"`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  }
});

test('I11 a photo is served only with the contact it belongs to', async () => {
  await upload('bram', [{ name: 'a.jpg', bytes: jpeg(6).bytes }]);
  const [photo] = await listed('bram');
  expect((await download('bram', photo?.id ?? '')).status).toBe(200);
  expect((await download('carla', photo?.id ?? '')).status).toBe(404);
  expect((await download('bram', portal.as('bram').contactId)).status).toBe(404);
});

test('fault 37: a copy that a killed process left is deleted when staff look; the photo and another of the same name stay', async () => {
  const { kept, bytes } = jpeg(12);
  await upload('eva', [{ name: 'a.jpg', bytes }]);
  const [photo] = await listed('eva');
  const namesake = await attachInCrm('eva', photo?.name ?? '', jpeg(13).bytes);
  await attachInCrm('eva', photo?.name ?? '', kept ?? bytes);
  await listed('eva');
  await portal.settled();
  expect((await listed('eva')).map(({ id }) => id).sort()).toEqual([photo?.id, namesake].sort());
});

test('I11 a file that staff added in the CRM is checked and stripped as well, whatever its name', async () => {
  const page = await attachInCrm('anna', 'meterkast.jpg', html);
  expect((await download('anna', page)).status).toBe(415);
  const picture = await attachInCrm('anna', 'De "kast" é\r\n.JPEG', jpeg(7).bytes);
  expect(await listed('anna')).toContainEqual(expect.objectContaining({ id: picture, kind: 'jpg' }));
  const { status, headers, bytes } = await download('anna', picture);
  expect([status, bytes.equals(jpeg(7).kept ?? Buffer.alloc(0))]).toEqual([200, true]);
  expect(headers['content-disposition']).toMatch(/^inline; filename="De [\w ()-]+\.jpg"$/);
  const script = await attachInCrm('anna', 'script.js', Buffer.from('alert(1)'));
  expect((await listed('anna')).map(({ id }) => id)).not.toContain(script);
  expect((await download('anna', script)).status).toBe(404);
});

test('I11 a photo of many megabytes arrives whole, at 2 CRM calls; a larger one is not read', async () => {
  const large = jpeg(8, 8 * 1024 * 1024);
  await upload('hanna', [{ name: 'a.jpg', bytes: large.bytes }]);
  const [photo] = await listed('hanna');
  const calls = await portal.crmCallsOf(async () => {
    const { status, bytes } = await download('hanna', photo?.id ?? '');
    expect([status, bytes.equals(large.kept ?? Buffer.alloc(0))]).toEqual([200, true]);
  });
  expect(calls).toHaveLength(2);
  const tooLarge = await attachInCrm('hanna', 'groot.jpg', randomBytes(1, 20 * 1024 * 1024 + 1));
  const refused = await portal.crmCallsOf(async () => {
    expect((await download('hanna', tooLarge)).status).toBe(413);
  });
  expect(refused).toHaveLength(1);
});
