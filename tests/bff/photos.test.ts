import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { photoDesk, rawAnswer } from './photos/photo-desk.ts';
import {
  asHex,
  type Disguise,
  disguisedPdf,
  heic,
  heicBox,
  heicWith,
  html,
  jpeg,
  type MadeFile,
  packedPdf,
  pdf,
  pdfOf,
  phoneHeic,
  png,
  predicted,
  randomBytes,
  sha256,
  svg,
  webp,
} from './photos/picture-files.ts';
import { type Portal, startPortal } from './portal.ts';

const OBJSTM = '/Type /ObjStm /First 4';
const FLATE = '/Filter /FlateDecode';
const PREDICTOR = '<< /Predictor 12 /Columns 4 >>';
/** Almost as long as the pieces that a file is held in. */
const PIECE = '% remarks\n'.repeat(26_190);

const DISGUISES: [string, Disguise][] = [
  ['a blank behind its first word', { head: `${OBJSTM} ${FLATE}`, stream: 'stream \n' }],
  ['a line end of the Macintosh', { head: `${OBJSTM} ${FLATE}`, stream: 'stream\r' }],
  ['the filter spelt otherwise', { head: `${OBJSTM} /F#69lter /ASCIIHexDecode`, pack: asHex }],
  ['parameters spelt otherwise', { head: `/Decode#50arms ${PREDICTOR} ${OBJSTM} ${FLATE}`, pack: predicted }],
  ['the filter before a text', { head: `/Filter /ASCIIHexDecode /X (\n1 0 obj) ${OBJSTM}`, pack: asHex }],
  ['the filter before a remark', { head: `/Filter /ASCIIHexDecode %1 0 obj <<\n ${OBJSTM}`, pack: asHex }],
  ['two filters', { head: `/Filter /ASCIIHexDecode ${OBJSTM} ${FLATE}`, pack: asHex }],
  ['no type, and its start spelt otherwise', { head: `/#46irst 4 ${FLATE}` }],
  ['a long head at the end of a piece', { head: `${OBJSTM} /X [${'0 '.repeat(4_000)}] ${FLATE}`, before: PIECE }],
];

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterEach(() => portal.reset());
afterAll(() => portal.close());

const { upload, names, contents, received } = photoDesk(() => portal);
const nameOf = ({ kept, extension }: MadeFile, slot = 'foto') =>
  `${slot}_${sha256(kept ?? Buffer.alloc(0)).slice(0, 16)}.${extension}`;
const attachmentPosts = async (work: () => Promise<unknown>) =>
  (await portal.crmCallsOf(work)).filter(({ method, path }) => method === 'POST' && path.endsWith('/Attachments'));

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
  ])('%s: byte for byte what was sent, without metadata', async (_, file) => {
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

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'security 33 the orientation %i of a JPEG stays, GPS and maker go',
    async (orientation) => {
      const file = jpeg(20 + orientation, 500, { orientation });
      await upload('joke', [{ name: 'a.jpg', bytes: file.bytes }]);
      const [stored] = (await contents('joke')).values();
      expect(stored?.equals(file.kept ?? Buffer.alloc(0))).toBe(true);
      for (const trace of ['GPS', 'Telefoon', 'Photoshop', 'xmpmeta', 'script'])
        expect(stored?.includes(trace)).toBe(false);
    },
  );

  test('each slot names its photo; without one it is foto_', async () => {
    const sent = ['1-meterkast_a.jpg', '2-groepenkast_b.jpg', '3-plek_c.jpg', 'los.jpg', '4-anders_d.jpg'];
    const files = sent.map((name, index) => ({ name, bytes: jpeg(40 + index).bytes }));
    expect((await upload('anna', files)).status).toBe(200);
    expect((await names('anna')).map((name) => name.split('_')[0])).toEqual([
      '1-meterkast',
      '2-groepenkast',
      '3-plek',
      'foto',
      'foto',
    ]);
    const { body } = await received('anna');
    expect(body.photos).toHaveLength(5);
    expect(body.photos).toContainEqual({ name: nameOf(jpeg(41), '2-groepenkast'), slot: '2-groepenkast' });
  });

  test('security 30 data after the end of a picture is removed, and so are its comments', async () => {
    const made = [jpeg(50, 900, { tail: html }), png(51, 900, html)];
    await upload(
      'joke',
      made.map(({ bytes }, index) => ({ name: `${index}.jpg`, bytes })),
    );
    const stored = [...(await contents('joke')).values()];
    expect(stored).toHaveLength(2);
    for (const bytes of stored) expect(bytes.includes('script')).toBe(false);
  });

  test('packed objects of a PDF that hold a document only are none of a fault', async () => {
    const packed = packedPdf('2 0 << /Type /Page /First 3 0 R >>');
    const asWritten = packedPdf('2 0 << /Type /Page >>', '/FlateDecode/Length 24/Extends 9 0 R');
    const outline = pdfOf('endobj\n4 0 obj\n<</First 5 0 R/Last 5 0 R/Title(stream)>>\nendobj\n5 0 obj\n<<>>');
    for (const bytes of [packed, asWritten, outline]) {
      expect((await upload('joke', [{ name: 'a.pdf', bytes }])).status).toBe(200);
    }
  });

  test('boxes of a HEIC that are no part of its picture keep their place and nothing else', async () => {
    const bytes = heicWith(52, heicBox('uuid', html));
    expect((await upload('joke', [{ name: 'a.heic', bytes }])).status).toBe(200);
    const [stored] = (await contents('joke')).values();
    const end = heicBox('free', Buffer.alloc(html.length));
    expect(stored?.equals(Buffer.concat([heic(52).bytes, end]))).toBe(true);
  });

  test('what a contact may send is bounded: beyond 250 MB nothing is stored, and what is there is still found', async () => {
    const [first, second] = [jpeg(53), jpeg(54)].map(({ bytes }) => ({ name: 'a.jpg', bytes }));
    if (!first || !second) throw new Error('there is no photo to send');
    expect((await upload('joke', [first])).status).toBe(200);
    const [{ id } = { id: '' }] = await portal.related('Contacts', portal.as('joke').contactId, 'Attachments', 'id');
    await portal.sandbox('PATCH', `/sandbox/records/Attachments/${id}?unchecked`, { Size: 249_999_900 });
    const { status, body } = await upload('joke', [second]);
    expect([status, body.detail]).toEqual([413, expect.stringContaining('al heel veel foto’s van u')]);
    expect((await upload('joke', [first])).status).toBe(200);
    expect(await names('joke')).toHaveLength(1);
  });

  test('other files of the contact are not counted as photos', async () => {
    expect((await received('daan')).body).toEqual({ photos: [] });
  });
});

describe('security 30 C7 what is refused, with a Dutch reason and without a CRM call', () => {
  const whole = jpeg(60, 4_000);
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
  test.each<[string, Buffer, number, string]>([
    ['an SVG', svg, 415, 'unsupported_file'],
    ['HTML', html, 415, 'unsupported_file'],
    [
      'a program under a photo’s name',
      Buffer.concat([Buffer.from('MZ'), randomBytes(1, 500)]),
      415,
      'unsupported_file',
    ],
    ['a zip', Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(2, 500)]), 415, 'unsupported_file'],
    ['a GIF', Buffer.from('GIF89a/*alert(1)*/'), 415, 'unsupported_file'],
    ['only the first bytes of a JPEG', Buffer.from('ffd8ffe0', 'hex'), 415, 'unsupported_file'],
    [
      'the first bytes of a JPEG before HTML',
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), html]),
      415,
      'unsupported_file',
    ],
    ['half a JPEG', half(whole.bytes), 415, 'unsupported_file'],
    ['a JPEG without its end', whole.bytes.subarray(0, -2), 415, 'unsupported_file'],
    ['half a PNG', half(png(61).bytes), 415, 'unsupported_file'],
    ['a PNG with a flipped bit', flipped(png(62).bytes), 415, 'unsupported_file'],
    ['half a WebP', half(webp(63).bytes), 415, 'unsupported_file'],
    ['half a HEIC', half(heic(64).bytes), 415, 'unsupported_file'],
    ['half a PDF', half(pdf(65).bytes), 415, 'unsupported_file'],
    ['an AVIF', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'latin1'), 415, 'unsupported_file'],
    ['an empty file', Buffer.alloc(0), 422, 'field_invalid'],
    ['25 MB', jpeg(66, 25_000_000).bytes, 413, 'too_large'],
    ['a JPEG of half a million empty parts', splinters(), 415, 'unsupported_file'],
    ['a JPEG that tells its height later', heightless(jpeg(69).bytes), 415, 'unsupported_file'],
    ['a JPEG of 200 scans', manyScans(200), 415, 'unsupported_file'],
    ['a PDF with a script', pdfOf('<< /S /JavaScript /JS (app.alert\\(1\\)) >>'), 415, 'unsupported_file'],
    ['a PDF with a script by another spelling', pdfOf('<< /S /#4Aava#53cript >>'), 415, 'unsupported_file'],
    [
      'a PDF that sends what is typed in it',
      pdfOf('<< /S /SubmitForm /F (https://x.example) >>'),
      415,
      'unsupported_file',
    ],
    ['a PDF that starts a program', pdfOf('<< /S /Launch /F (cmd.exe) >>'), 415, 'unsupported_file'],
    ['a PDF with a file in it', pdfOf('<< /Type /EmbeddedFile >>'), 415, 'unsupported_file'],
    ['a PDF with a script in packed objects', packedPdf('2 0 << /S /JavaScript >>'), 415, 'unsupported_file'],
    [
      'a PDF whose objects are packed twice',
      packedPdf('2 0 <<>>', '[/FlateDecode /LZWDecode]'),
      415,
      'unsupported_file',
    ],
    ...DISGUISES.map(([what, disguise]): [string, Buffer, number, string] => [
      `a PDF with packed objects: ${what}`,
      disguisedPdf(disguise),
      415,
      'unsupported_file',
    ]),
    ['a PDF that unpacks to 40 MB', packedPdf(' '.repeat(40_000_000)), 415, 'unsupported_file'],
    ['a HEIC with HTML behind it', heicWith(68, html), 415, 'unsupported_file'],
    [
      'a HEIC with HTML in its last box, which has no size',
      heicWith(68, Buffer.concat([Buffer.from('\0\0\0\0mdat', 'latin1'), html])),
      415,
      'unsupported_file',
    ],
    ['a HEIC with HTML among its pictures', heicWith(68, heicBox('mdat', html)), 415, 'unsupported_file'],
    ['a WebP of 16,384 × 16,384', vast(webp(69).bytes), 415, 'unsupported_file'],
    ['a PNG of 15,000 × 15,000', resized(png(67, 4_000).bytes, 15_000), 415, 'unsupported_file'],
    // 4 kB that unfold to 900 megapixels.
    ['a PNG of 30,000 × 30,000', resized(png(67, 4_000).bytes, 30_000), 415, 'unsupported_file'],
  ])('security 30, security 32 %s', async (_, bytes, status, error) => {
    let answer: Awaited<ReturnType<typeof upload>> | undefined;
    const posts = await attachmentPosts(async () => {
      answer = await upload('joke', [{ name: 'foto.jpg', bytes }]);
    });
    expect(answer).toMatchObject({ status, body: { error, message: 'request failed' } });
    expect(answer?.body.detail).toMatch(/^foto\.jpg: .*(Kies|Maak)/);
    expect(answer?.body.files).toMatchObject([{ name: 'foto.jpg', url: null, status: error }]);
    expect(posts).toEqual([]);
    expect(await names('joke')).toEqual([]);
  });

  test('a wrong file among right ones: those are stored and reported, the wrong one is named', async () => {
    const right = [jpeg(70), png(71), webp(72)];
    const [first, second, third] = right.map(({ bytes }, index) => ({ name: `goed-${index}.jpg`, bytes }));
    const answer = await upload(
      'joke',
      [first, { name: 'tekening.svg', bytes: svg }, second, third].filter((f) => !!f),
    );
    expect([answer.status, answer.body.error]).toEqual([415, 'unsupported_file']);
    expect(answer.body.detail).toMatch(/^tekening\.svg: .* De andere bestanden zijn wel opgeslagen\.$/);
    expect(answer.body.files?.map(({ status }) => status)).toEqual(['stored', 'unsupported_file', 'stored', 'stored']);
    expect(await names('joke')).toEqual(right.map((file) => nameOf(file)).sort());
  });

  test('security 31: 21 at once: 413; the first 20 are stored and reported', async () => {
    const files = Array.from({ length: 21 }, (_, index) => ({
      name: `${index}.jpg`,
      bytes: jpeg(80 + index, 200).bytes,
    }));
    const answer = await upload('joke', files);
    expect([answer.status, answer.body.error]).toEqual([413, 'too_large']);
    expect(answer.body.detail).toContain('ten hoogste 20');
    expect(answer.body.files?.filter(({ status }) => status === 'stored')).toHaveLength(20);
    expect(await names('joke')).toHaveLength(20);
  });

  test('security 31 more than an upload may hold is refused before it is read', async () => {
    const { hash } = portal.as('joke');
    const calls = await portal.crmCallsOf(async () => {
      const answer = await rawAnswer(
        portal,
        `POST /api/contacts/upload HTTP/1.1\r\nHost: x\r\nx-survey-hash: ${hash}\r\nx-image-category: c1\r\n` +
          'content-type: multipart/form-data; boundary=x\r\ncontent-length: 524288000\r\n\r\n',
      );
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain('"error":"too_large"');
    });
    expect(calls).toEqual([]);
  });

  test.each([
    ['no category', { 'x-image-category': '' }, 422, 'field_invalid'],
    ['another category', { 'x-image-category': 'c2' }, 422, 'field_invalid'],
    ['a preview', { 'x-preview': '1' }, 403, 'forbidden'],
    ['no form', { 'content-type': 'application/json' }, 400, 'invalid'],
    ['text', { 'content-type': 'text/plain' }, 415, 'unsupported_file'],
  ])('security 34 %s costs no CRM call', async (_, headers, status, error) => {
    const calls = await portal.crmCallsOf(async () => {
      const answer = await upload('joke', [{ name: 'a.jpg', bytes: jpeg(110).bytes }], headers);
      expect([answer.status, answer.body.error]).toEqual([status, error]);
    });
    expect(calls).toEqual([]);
  });

  test('no file, or one in another field, is 422', async () => {
    expect((await upload('joke', [])).status).toBe(422);
    const answer = await upload('joke', [{ name: 'a.jpg', bytes: jpeg(111).bytes, field: 'photo' }]);
    expect([answer.status, answer.body.files?.[0]?.status]).toEqual([422, 'field_invalid']);
    expect(await names('joke')).toEqual([]);
  });

  test('forms are refused everywhere else', async () => {
    const { status } = await portal.call('POST', '/api/contacts/contactDetails', {
      hash: portal.as('joke').hash,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--\r\n',
    });
    expect(status).toBe(415);
  });
});

describe('B3 whose photos', () => {
  test.each(['onbekend-000000000000000', 'kort', ''])('an unknown link (%s): 404, nothing written', async (hash) => {
    const calls = await portal.crmCallsOf(async () => {
      const answer = await upload('joke', [{ name: 'a.jpg', bytes: jpeg(120).bytes }], { 'x-survey-hash': hash });
      expect([answer.status, answer.body.error]).toEqual([404, 'unknown_link']);
    });
    expect(calls.filter(({ path }) => !path.endsWith('/coql'))).toEqual([]);
    const list = await portal.call('GET', '/api/contacts/photos', { hash });
    expect([list.status, list.body.error]).toEqual([404, 'unknown_link']);
  });

  test('photos are stored with the contact of the link and shown to nobody else', async () => {
    await upload('anna', [{ name: '1-meterkast_a.jpg', bytes: jpeg(121).bytes }]);
    expect((await received('bram')).body).toEqual({ photos: [] });
    expect((await received('anna')).body.photos).toHaveLength(1);
    expect(await names('bram')).toEqual([]);
  });

  test('sent by five people at the same moment, small and large: nothing gets mixed up', async () => {
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

/** The canvas of a WebP as large as its format allows for a picture. */
/** A JPEG whose frame has no height: `FF DC` behind it may tell any. */
function heightless(bytes: Buffer): Buffer {
  const made = Buffer.from(bytes);
  made.writeUInt16BE(0, made.indexOf(Buffer.from('ffc00011', 'hex')) + 5);
  return made;
}

function manyScans(count: number): Buffer {
  const { kept } = jpeg(69, 50);
  const [bytes, scan] = [kept ?? Buffer.alloc(0), Buffer.from('ffda', 'hex')];
  const [from, end] = [bytes.lastIndexOf(scan), bytes.length - 2];
  const more = Array.from({ length: count }, () => bytes.subarray(from, end));
  return Buffer.concat([bytes.subarray(0, end), ...more, bytes.subarray(end)]);
}

function vast(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(Buffer.from('ff3f00', 'hex'), 24, 30);
  return copy;
}

function splinters(): Buffer {
  return Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(2_000_000, Buffer.from('fffe0002', 'hex'))]);
}

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf('IDAT') + 40;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** A PNG that says it is so many pixels wide and high, with the checksum that goes with it. */
function resized(bytes: Buffer, pixels: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(pixels, 16);
  copy.writeUInt32BE(pixels, 20);
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  return copy;
}
