import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { jpeg } from '../photos/picture-files.ts';
import { type Portal, startPortal } from '../portal.ts';
import { paperDesk } from './paper-desk.ts';

// Names and drawings come from people and from the CRM: none of them keeps the paper from being made.

let portal: Portal;
let desk: ReturnType<typeof paperDesk>;
beforeAll(async () => {
  portal = await startPortal();
  desk = paperDesk(portal);
});
afterEach(() => portal.reset());
afterAll(() => portal.close());

describe('§2.5 whatever stands in the CRM', () => {
  test('names with letters of other languages, and long ones, are written; markup is text', async () => {
    const street = `${'Lange'.repeat(40)} <b>&amp;</b>`;
    await portal.salesOps('Contacts', portal.as('bram').contactId, {
      First_Name: 'Şükrü Łukasz',
      Last_Name: 'Ďurďević-Nguyễn',
      Mailing_Street: street,
    });
    await portal.salesOps('Deals', desk.dealIdOf('bram'), { Deal_Name: 'Batterij & <zon> ☀' });
    const { status, text } = await desk.paperOf('bram');
    expect(status).toBe(200);
    expect(text.replaceAll('\n', '')).toContain('Şükrü Łukasz Ďurďević-Nguy');
    expect(text.replaceAll('\n', '')).toContain(street);
  });

  test.each([
    ['cut off', (png: Buffer) => png.subarray(0, 120)],
    ['damaged inside', (png: Buffer) => Buffer.concat([png.subarray(0, 60), Buffer.alloc(40, 7), png.subarray(100)])],
    ['damaged inside, with transparency', () => pngWith(Buffer.alloc(500, 9))],
    ['with too little in it', () => pngWith(deflateSync(Buffer.alloc(10)))],
    ['no picture', () => Buffer.from('geen plaatje')],
  ])('a drawn signature that is %s is left off, and said so', async (_, alter) => {
    const stored = String((await portal.record('Deals', desk.dealIdOf('eva'))).survey1_signature);
    const drawn = alter(Buffer.from(stored.split(',')[1] ?? '', 'base64')).toString('base64');
    await portal.salesOps('Deals', desk.dealIdOf('eva'), { survey1_signature: `data:image/png;base64,${drawn}` });
    const { text, objects } = await desk.paperOf('eva');
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
  const { status, objects } = await desk.paperOf('eva');
  expect([status, objects.match(/\/S \/Figure/g)?.length]).toEqual([200, figures]);
});

/** A PNG of 40 × 20, red, green, blue and transparency, around these packed rows. */
function pngWith(rows: Buffer): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const head = Buffer.from([0, 0, 0, 40, 0, 0, 0, 20, 8, 6, 0, 0, 0]);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
