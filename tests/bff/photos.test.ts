import { describe, expect, test } from 'vitest';
import { openFreshPortal } from './own-portal.ts';
import { nameOf, photoDesk } from './photos/photo-desk.ts';
import {
  heic,
  heicBox,
  heicWith,
  html,
  jpeg,
  packedPdf,
  pdf,
  pdfOf,
  phoneHeic,
  png,
  sha256,
  webp,
} from './photos/picture-files.ts';

const portal = await openFreshPortal();

const { upload, names, contents, received } = photoDesk(() => portal);

describe('C7 what is stored', () => {
  test.each([
    ['jpeg', jpeg(1)],
    ['png', png(2)],
    ['webp', webp(3)],
    ['heic', heic(4)],
    ['heic of a phone', phoneHeic(8)],
    ['pdf', pdf(5)],
    ['jpeg of 5 MB', jpeg(6, 5_000_000)],
    ['png of 19 MB', png(7, 19_000_000)],
  ])('%s is stored byte for byte as it was sent, without its metadata', async (_, file) => {
    const answer = await upload('joke', [{ name: 'keuken.jpg', bytes: file.bytes }]);
    const name = nameOf(file);
    const url = `/api/contacts/photos#${name}`;
    expect(answer).toEqual({
      status: 200,
      body: { url: '/api/contacts/photos', files: [{ name, sent: 'keuken.jpg', url, status: 'stored' }] },
    });
    const stored = (await contents('joke')).get(name);
    expect(stored?.equals(file.kept ?? Buffer.alloc(0))).toBe(true);
    expect(stored?.includes('GPSLatitude')).toBe(false);
  });

  test('security 33 each orientation of a JPEG is kept; the GPS position and the maker are removed', async () => {
    const files = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => jpeg(20 + orientation, 500, { orientation }));
    const sent = files.map(({ bytes }) => ({ name: 'a.jpg', bytes }));
    expect((await upload('joke', sent)).status).toBe(200);
    const stored = await contents('joke');
    for (const file of files) {
      const bytes = stored.get(nameOf(file));
      expect(bytes?.equals(file.kept ?? Buffer.alloc(0))).toBe(true);
      for (const trace of ['GPS', 'Telefoon', 'Photoshop', 'xmpmeta', 'script'])
        expect(bytes?.includes(trace)).toBe(false);
    }
  });

  test('the name of a stored photo begins with its slot, or with foto_ if it has none', async () => {
    const slots = ['1-meterkast_a.jpg', '2-groepenkast_b.jpg', '3-plek_c.jpg'];
    const odd = ['los.jpg', '4-anders_d.jpg', 'raar\u202egpj.exe', '../../etc/passwd', 'é%22quote.heic', ''];
    const sent = [...slots, ...odd];
    const files = sent.map((name, index) => ({ name, bytes: jpeg(40 + index).bytes }));
    expect((await upload('anna', files)).status).toBe(200);
    const begin = (await names('anna')).map((name) => name.split('_')[0]);
    expect(begin).toEqual(['1-meterkast', '2-groepenkast', '3-plek', ...odd.map(() => 'foto')]);
    const { body } = await received('anna');
    expect(body.photos).toHaveLength(sent.length);
    expect(body.photos).toContainEqual({ name: nameOf(jpeg(41), '2-groepenkast'), slot: '2-groepenkast' });
  });

  test('security 30 data after the end of a picture is removed, and so are its comments', async () => {
    const made = [jpeg(50, 900, { tail: html }), png(51, 900, html)].map(({ bytes }) => ({ name: 'a.jpg', bytes }));
    await upload('joke', made);
    const stored = [...(await contents('joke')).values()];
    expect(stored).toHaveLength(2);
    for (const bytes of stored) expect(bytes.includes('script')).toBe(false);
  });

  test('packed objects of a PDF that hold only a document are accepted', async () => {
    const packed = packedPdf('2 0 << /Type /Page /First 3 0 R >>');
    const asWritten = packedPdf('2 0 << /Type /Page >>', '/FlateDecode/Length 24/Extends 9 0 R');
    const outline = pdfOf('endobj\n4 0 obj\n<</First 5 0 R/Last 5 0 R/Title(stream)>>\nendobj\n5 0 obj\n<<>>');
    for (const bytes of [packed, asWritten, outline]) {
      expect((await upload('joke', [{ name: 'a.pdf', bytes }])).status).toBe(200);
    }
  });

  test('boxes of a HEIC that are not part of its picture are blanked in place', async () => {
    const bytes = heicWith(52, heicBox('uuid', html));
    expect((await upload('joke', [{ name: 'a.heic', bytes }])).status).toBe(200);
    const [stored] = (await contents('joke')).values();
    const end = heicBox('free', Buffer.alloc(html.length));
    expect(stored?.equals(Buffer.concat([heic(52).bytes, end]))).toBe(true);
  });

  test('a contact may send at most 250 MB: nothing more is stored, and a photo that is already stored is still accepted', async () => {
    const [first, second] = [jpeg(53), jpeg(54)].map(({ bytes }) => ({ name: 'a.jpg', bytes }));
    if (!first || !second) throw new Error('there is no photo to send');
    expect((await upload('joke', [first])).status).toBe(200);
    const [{ id } = { id: '' }] = await portal.related('Contacts', portal.as('joke').contactId, 'Attachments', 'id');
    await portal.unchecked('Attachments', String(id), { Size: 249_999_900 });
    const { status, body } = await upload('joke', [second]);
    expect([status, body.detail]).toEqual([413, expect.stringContaining('al heel veel foto’s van u')]);
    expect((await upload('joke', [first])).status).toBe(200);
    expect(await names('joke')).toHaveLength(1);
  });

  test('other files of the contact are not counted as photos', async () => {
    expect((await received('daan')).body).toEqual({ photos: [] });
  });
});

describe('B3 the owner of photos', () => {
  test('photos are stored with the contact of the link and shown to nobody else', async () => {
    await upload('anna', [{ name: '1-meterkast_a.jpg', bytes: jpeg(121).bytes }]);
    expect((await received('bram')).body).toEqual({ photos: [] });
    expect((await received('anna')).body.photos).toHaveLength(1);
    expect(await names('bram')).toEqual([]);
  });

  test('photos that five people send at the same moment, small and large, do not get mixed up', async () => {
    const sent = ['anna', 'bram', 'carla', 'joke', 'lotte'].map((name, seed) => {
      const [small, large] = [jpeg(130 + seed, 700_000), pdf(140 + seed, 3_000_000).bytes];
      const files = [
        { name: 'klein.jpg', bytes: small.bytes },
        { name: 'groot.pdf', bytes: large },
      ];
      return { name, files, digests: [small.kept ?? small.bytes, large].map(sha256).sort() };
    });
    const answers = await Promise.all(sent.map(({ name, files }) => upload(name, files)));
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
    for (const { name, digests } of sent) {
      expect([...(await contents(name)).values()].map(sha256).sort()).toEqual(digests);
    }
  });
});
