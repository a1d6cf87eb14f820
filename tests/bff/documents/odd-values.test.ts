import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { LOOKS } from '../../../bff/documents/looks.ts';
import { Sheet } from '../../../bff/documents/sheet.ts';
import { openFreshPortal } from '../own-portal.ts';
import { jpeg, pngChunk } from '../photos/picture-files.ts';
import { euros, pdfDesk } from './pdf-desk.ts';

// Names and drawings come from people and from the CRM: none of them may prevent the PDF.

const HEADER = pngChunk('IHDR', headerOf(40, 20));
const END = pngChunk('IEND', Buffer.alloc(0));
const rowsOf = (height: number, rowBytes: number) =>
  Buffer.concat([pngChunk('IDAT', deflateSync(Buffer.alloc(height * (1 + rowBytes)))), END]);
const PACKED = rowsOf(20, 40 * 4).subarray(0, -END.length);

const portal = await openFreshPortal();
const desk = pdfDesk(portal);

describe('§2.5 the PDF of odd values in the CRM', () => {
  test('long names and names with foreign letters are printed, and markup is printed as text', async () => {
    const street = `${'Lange'.repeat(40)} <b>&amp;</b>`;
    await portal.salesOps('Contacts', portal.as('bram').contactId, {
      First_Name: 'Şükrü Łukasz',
      Last_Name: 'Ďurďević-Nguyễn',
      Mailing_Street: street,
    });
    await portal.salesOps('Deals', desk.dealIdOf('bram'), { Deal_Name: 'Batterij & <zon> ☀' });
    const { status, text } = await desk.pdfOf('bram');
    expect(status).toBe(200);
    expect(text.replaceAll('\n', '')).toContain('Şükrü Łukasz Ďurďević-Nguy');
    expect(text.replaceAll('\n', '')).toContain(street);
  });

  test.each([
    ['Θεόδωρος', '[U+0398 U+03B5 U+03CC U+03B4 U+03C9 U+03C1 U+03BF U+03C2]'],
    ['عمر Bram', '[U+0639 U+0645 U+0631] Bram'],
    ['Bram 😀', 'Bram [U+1F600]'],
    ['Bram Q\u0323', 'Bram Q[U+0323]'],
    ['A\u030aké S\u0327ahin', 'Åké Şahin'],
    ['Jan\u2011Piet\u202fde\u2009Bo\u00ader', 'Jan-Piet de Boer'],
  ])(
    'a name signed as %s can be read on paper, letter by letter or by its code numbers; never as boxes',
    async (name, printed) => {
      await desk.sign('bram', name);
      const { text } = await desk.pdfOf('bram');
      const [, signedBy = ''] = text.split('Getekend door');
      expect(signedBy.replace(/\s/g, '').startsWith(`${printed.replaceAll(' ', '')}Ondertekendop`)).toBe(true);
      expect(text.includes('met hun Unicode-nummer')).toBe(printed.includes('[U+'));
      expect(text).not.toContain('\0');
    },
  );

  test('a long name in letters that are printed as numbers gets its whole height, so that nothing is printed over it', () => {
    const sheet = new Sheet({ title: 'x', author: 'x', createdAt: new Date() });
    const name = 'Αλέξανδρος Παπαδόπουλος';
    const from = sheet.y;
    sheet.text('P', name, LOOKS.strong, { left: 0, width: 300 });
    expect(sheet.heightOf(name, LOOKS.strong, 300)).toBeCloseTo(sheet.y - from, 0);
  });

  test('the typeface has every letter that the code lists for it', async () => {
    const letters = ['\u00a1-\u00ac', '\u0100-\u017e', '\u2013-\u2026', '\u1e80-\u1e85', '\u20ac'].flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map((letter) => letter.charCodeAt(0));
      return Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
    });
    await portal.salesOps('Contacts', portal.as('bram').contactId, { Mailing_Street: letters.join('') });
    const { text } = await desk.pdfOf('bram');
    expect(text).not.toContain('\0');
    expect(text.replaceAll('\n', '')).toContain('ŵŶŷŸŹźŻżŽž');
  });

  test('a product name of the CRM’s full length is shortened to fit, and the total is there', async () => {
    const { priceCalc } = await desk.calcOf('bram');
    await desk.editCalc('bram', ({ output }) => Object.assign(output.products[0], { name: 'W'.repeat(29_000) }));
    const pdf = await desk.pdfOf('bram');
    expect(pdf.status).toBe(200);
    expect(pdf.text).toContain(euros(priceCalc.finalInclVat));
    expect(pdf.text.replaceAll('\n', '')).toMatch(/[^W]W{254}…/);
  });

  test.each([
    ['cut off', (png: Buffer) => png.subarray(0, 120)],
    ['damaged inside', (png: Buffer) => Buffer.concat([png.subarray(0, 60), Buffer.alloc(40, 7), png.subarray(100)])],
    ['damaged inside, with transparency', () => pngWith(Buffer.alloc(500, 9))],
    ['with too little in it', () => pngWith(deflateSync(Buffer.alloc(10)))],
    ['no picture', () => Buffer.from('geen plaatje')],
    ['larger by a second header', () => pngOf(HEADER, PACKED, pngChunk('IHDR', headerOf(60_000, 60_000)), END)],
    ['ended before its rows', () => pngOf(HEADER, END, PACKED, END)],
    ['followed by a second end', () => pngOf(HEADER, PACKED, END, END)],
    ['followed by anything else', () => Buffer.concat([pngOf(HEADER, PACKED, END), Buffer.from('x')])],
    ['of more bytes than pixels', () => pngOf(pngChunk('IHDR', headerOf(1_500, 1_500, 16)), rowsOf(1_500, 1_500 * 8))],
    ['of a depth that its colours do not have', () => pngOf(pngChunk('IHDR', headerOf(40, 20, 3)), rowsOf(20, 40 * 4))],
  ])('a drawn signature that is %s is left out, and the PDF says so', async (_, alter) => {
    const stored = String((await portal.record('Deals', desk.dealIdOf('eva'))).survey1_signature);
    const drawn = alter(Buffer.from(stored.split(',')[1] ?? '', 'base64')).toString('base64');
    await portal.salesOps('Deals', desk.dealIdOf('eva'), { survey1_signature: `data:image/png;base64,${drawn}` });
    const { text, objects } = await desk.pdfOf('eva');
    expect(text.replaceAll('\n', ' ')).toContain('kan niet op papier worden gezet');
    expect(objects.match(/\/S \/Figure/g)).toHaveLength(1);
    expect((await portal.call('GET', '/livez')).status).toBe(200);
  });
});

test.each([
  ['whole', (bytes: Buffer) => bytes, 2],
  ['cut off', (bytes: Buffer) => bytes.subarray(0, 20), 1],
  ['empty', () => Buffer.alloc(0), 1],
])('§2.5 a drawn signature that is a JPEG, %s', async (_, alter, figures) => {
  const drawn = alter(Buffer.from(jpeg(60, 20).bytes)).toString('base64');
  await portal.salesOps('Deals', desk.dealIdOf('eva'), { survey1_signature: `data:image/jpeg;base64,${drawn}` });
  const { status, objects } = await desk.pdfOf('eva');
  expect([status, objects.match(/\/S \/Figure/g)?.length]).toEqual([200, figures]);
});

function pngOf(...chunks: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

/** The header of a PNG with red, green, blue and transparency. */
function headerOf(width: number, height: number, bits = 8): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, 6, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return header;
}

/** A PNG of 40 × 20 around these packed rows. */
function pngWith(rows: Buffer): Buffer {
  return pngOf(HEADER, pngChunk('IDAT', rows), END);
}
