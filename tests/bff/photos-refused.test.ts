import { describe, expect, test } from 'vitest';
import { openFreshPortal } from './own-portal.ts';
import { flipped, heightless, manyScans, resized, splinters, vast } from './photos/broken-pictures.ts';
import { nameOf, photoDesk, rawAnswer } from './photos/photo-desk.ts';
import {
  asHex,
  type Disguise,
  disguisedPdf,
  heicBox,
  heicWith,
  html,
  jpeg,
  packedPdf,
  pdfOf,
  png,
  predicted,
  randomBytes,
  svg,
  webp,
} from './photos/picture-files.ts';

const OBJSTM = '/Type /ObjStm /First 4';
const FLATE = '/Filter /FlateDecode';
const PREDICTOR = '<< /Predictor 12 /Columns 4 >>';
/** Almost as long as one chunk of a file in memory. */
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
  ['the filter by the name of a file', { head: `${OBJSTM} /F /FlateDecode` }],
  ['both names of the filter short', { head: `${OBJSTM} /F [/Fl]` }],
  ['a filter that another object names', { head: `${OBJSTM} /Filter 9 0 R` }],
  ['objects of another file', { head: `${OBJSTM} ${FLATE} /F (a.bin) /FFilter /FlateDecode` }],
  ['a filter of its own', { head: `${OBJSTM} /Filter [/Crypt /FlateDecode]` }],
  ['a filter and none', { head: `${OBJSTM} ${FLATE} /Filter null /F /FlateDecode` }],
  ['a number alone, as some readers take it', { head: '/F /FlateDecode' }],
  ['a key without a value, behind which readers go on', { head: `/Length>> ${OBJSTM} ${FLATE}` }],
  ['names that end in a NUL', { head: `/First#00 4 /F /FlateDecode` }],
  ['a type that another object names, and a remark', { head: `/Type 9 0 R %\n/First 4 /F /FlateDecode` }],
  ['a long head at the end of a piece', { head: `${OBJSTM} /X [${'0 '.repeat(4_000)}] ${FLATE}`, before: PIECE }],
];

const oddlySpaced = (space: string, odd: string) =>
  Buffer.from(
    packedPdf('2 0 << /S /JavaScript >>')
      .toString('latin1')
      .replace(`2 0 ${space}`, `2 0 ${odd}`)
      .replace(new RegExp(`FlateDecode ${space}`), `FlateDecode ${odd}`),
    'latin1',
  );

const portal = await openFreshPortal();

const { upload, names } = photoDesk(() => portal);
const attachmentPosts = async (work: () => Promise<unknown>) =>
  (await portal.crmCallsOf(work)).filter(({ method, path }) => method === 'POST' && path.endsWith('/Attachments'));

describe('security 30 C7 what is refused, with a Dutch reason and without a CRM call', () => {
  const whole = jpeg(60, 4_000);
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
  test.each<[string, Buffer, number?, string?]>([
    ['an SVG', svg],
    ['HTML', html],
    ['a program under a photo’s name', Buffer.concat([Buffer.from('MZ'), randomBytes(1, 500)])],
    ['a zip', Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(2, 500)])],
    ['a GIF', Buffer.from('GIF89a/*alert(1)*/')],
    ['only the first bytes of a JPEG', Buffer.from('ffd8ffe0', 'hex')],
    ['the first bytes of a JPEG before HTML', Buffer.concat([Buffer.from('ffd8ff', 'hex'), html])],
    ['half a JPEG', half(whole.bytes)],
    ['a JPEG without its end', whole.bytes.subarray(0, -2)],
    ['a PNG with a flipped bit', flipped(png(62).bytes)],
    ['an AVIF', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'latin1')],
    ['an empty file', Buffer.alloc(0), 422, 'field_invalid'],
    ['25 MB', jpeg(66, 25_000_000).bytes, 413, 'too_large'],
    ['a JPEG of half a million empty parts', splinters()],
    ['a JPEG that gives its height later', heightless(jpeg(69).bytes)],
    ['a JPEG of 200 scans', manyScans(200)],
    ['a PDF with a script', pdfOf('<< /S /JavaScript /JS (app.alert\\(1\\)) >>')],
    ['a PDF with a script by another spelling', pdfOf('<< /S /#4Aava#53cript >>')],
    ['a PDF that sends the text typed in it', pdfOf('<< /S /SubmitForm /F (https://x.example) >>')],
    ['a PDF that starts a program', pdfOf('<< /S /Launch /F (cmd.exe) >>')],
    ['a PDF with a file in it', pdfOf('<< /Type /EmbeddedFile >>')],
    ['a PDF with a script whose name ends in a NUL', pdfOf('<< /S /JavaScript#00 /JS (app.alert\\(1\\)) >>')],
    ['a PDF with an undeclared file in it', pdfOf('', '/AF [<< /Type /Filespec /EF << /F 9 0 R >> >>]')],
    ['a PDF with a file pinned to its page', pdfOf('<< /Subtype /FileAttachment /FS 9 0 R >>')],
    ['a PDF with a drawing that runs', pdfOf('<< /Subtype /U3D /OnInstantiate 9 0 R >>')],
    ['a PDF with a file in packed objects', packedPdf('2 0 << /EF << /F 9 0 R >> >>')],
    ['a PDF with streams among its packed objects', packedPdf('2 0 << /N 1 /First 4 /F /Fl >>stream\n')],
    ['a PDF whose objects are encrypted', pdfOf(`endobj\n2 0 obj\n<< ${OBJSTM} /N 1 >>\nstream\n??`, '/Encrypt 9 0 R')],
    ['a PDF with a script in packed objects', packedPdf('2 0 << /S /JavaScript >>')],
    ['a PDF whose packed objects begin behind a space of some readers', oddlySpaced('obj\n', 'obj\x0b')],
    ['a PDF whose packed objects are behind another object', oddlySpaced('>>\nstream', '>>\xffstream')],
    ['a PDF whose objects are packed twice', packedPdf('2 0 <<>>', '[/FlateDecode /LZWDecode]')],
    ...DISGUISES.map(([what, disguise]): [string, Buffer] => [
      `a PDF with packed objects: ${what}`,
      disguisedPdf(disguise),
    ]),
    ['a PDF that unpacks to 40 MB', packedPdf(' '.repeat(40_000_000))],
    ['a HEIC with HTML behind it', heicWith(68, html)],
    [
      'a HEIC with HTML in its last box, which has no size',
      heicWith(68, Buffer.concat([Buffer.from('\0\0\0\0mdat', 'latin1'), html])),
    ],
    ['a HEIC with HTML among its pictures', heicWith(68, heicBox('mdat', html))],
    ['a WebP of 16,384 × 16,384', vast(webp(69).bytes)],
    ['a PNG of 15,000 × 15,000', resized(png(67, 4_000).bytes, 15_000)],
    // 4 kB that unfold to 900 megapixels.
    ['a PNG of 30,000 × 30,000', resized(png(67, 4_000).bytes, 30_000)],
  ])('security 30, security 32 %s', async (_, bytes, status = 415, error = 'unsupported_file') => {
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

  test('a wrong file among good ones: those are stored and reported, the wrong one is named', async () => {
    const right = [jpeg(70), png(71), webp(72)];
    const sent = right.map(({ bytes }, index) => ({ name: `goed-${index}.jpg`, bytes }));
    const answer = await upload('joke', sent.toSpliced(1, 0, { name: 'tekening.svg', bytes: svg }));
    expect([answer.status, answer.body.error]).toEqual([415, 'unsupported_file']);
    expect(answer.body.detail).toMatch(/^tekening\.svg: .* De andere bestanden zijn wel opgeslagen\.$/);
    expect(answer.body.files?.map(({ status }) => status)).toEqual(['stored', 'unsupported_file', 'stored', 'stored']);
    expect(await names('joke')).toEqual(right.map((file) => nameOf(file)).sort());
  });

  test('security 31: of 21 photos at once the first 20 are stored and reported; the answer is 413', async () => {
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

  test('security 31 an upload above the limit is refused before it is read', async () => {
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
    ['no form', { 'content-type': 'application/json' }, 400, 'invalid'],
    ['text', { 'content-type': 'text/plain' }, 415, 'unsupported_file'],
  ])('security 34 %s costs no CRM call', async (_, headers, status, error) => {
    const calls = await portal.crmCallsOf(async () => {
      const answer = await upload('joke', [{ name: 'a.jpg', bytes: jpeg(110).bytes }], headers);
      expect([answer.status, answer.body.error]).toEqual([status, error]);
    });
    expect(calls).toEqual([]);
  });

  test('a form without a file, or with a file in another field, is 422', async () => {
    expect((await upload('joke', [])).status).toBe(422);
    const answer = await upload('joke', [{ name: 'a.jpg', bytes: jpeg(111).bytes, field: 'photo' }]);
    expect([answer.status, answer.body.files?.[0]?.status]).toEqual([422, 'field_invalid']);
    expect(await names('joke')).toEqual([]);
  });
});
