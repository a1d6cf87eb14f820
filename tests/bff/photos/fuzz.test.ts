import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkFile } from '../../../bff/photos/check-file.ts';
import { FileRefused } from '../../../bff/photos/file-refused.ts';
import {
  gpsExif,
  heic,
  heicBox,
  jpeg,
  packedPdf,
  pdfOf,
  phoneHeic,
  png,
  pngChunk,
  segment,
  webp,
  webpChunk,
} from './picture-files.ts';

/** The stored bytes of a file; null if it is refused. Any other fault fails the test. */
function storedOf(bytes: Buffer): Buffer | null {
  try {
    return Buffer.concat([...checkFile(Buffer.from(bytes)).pieces]);
  } catch (error) {
    if (error instanceof FileRefused) return null;
    throw error;
  }
}

const HONEST = {
  jpeg: jpeg(1, 300).bytes,
  png: png(2, 300).bytes,
  webp: webp(3, 300).bytes,
  heic: phoneHeic(4).bytes,
  pdf: packedPdf('9 0 << /Type /Page /First 3 0 R >>'),
};

/** Changes some bytes: overwrites, removes or doubles them, or puts the largest number in their place. */
const changes = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    length: fc.integer({ min: 1, max: 12 }),
    how: fc.constantFrom('over', 'out', 'double', 'most'),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 6 },
);

function changed(file: Buffer, list: ReturnType<typeof changes.generate>['value']): Buffer {
  return list.reduce((bytes, { at, length, how, bytes: other }) => {
    const from = Math.floor(at * bytes.length);
    const [before, part, after] = [
      bytes.subarray(0, from),
      bytes.subarray(from, from + length),
      bytes.subarray(from + length),
    ];
    const instead = {
      over: other,
      out: Buffer.alloc(0),
      double: Buffer.concat([part, part]),
      most: Buffer.alloc(4, 0xff),
    };
    return Buffer.concat([before, instead[how], after]);
  }, file);
}

describe('security 30 files that are changed at random', () => {
  test.each(Object.entries(HONEST))(
    '%s is stored or refused, is never longer than before, and stays the same when it is sent again',
    (_, file) => {
      expect(storedOf(file)).not.toBeNull();
      fc.assert(
        fc.property(changes, (list) => {
          const bytes = changed(file, list);
          const stored = storedOf(bytes);
          if (stored === null) return;
          expect(stored.length).toBeLessThanOrEqual(bytes.length);
          expect(storedOf(stored)?.equals(stored)).toBe(true);
        }),
        { numRuns: 1_500 },
      );
    },
  );
});

test.each(Object.entries(HONEST))(
  'security 30 %s: a file that is cut anywhere before its end is refused',
  (_, file) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: file.length - 8 }), (length) => {
        expect(storedOf(file.subarray(0, length))).toBeNull();
      }),
      { numRuns: 300 },
    );
  },
);

const TRACES = ['GPSLatitude', 'xmpmeta', 'Geheime Telefoon', 'Utrecht'];
const xmp = Buffer.from('<x:xmpmeta GPSLatitude="52"/>');
const exif = gpsExif(1).subarray(4);

/** Parts with place and person, between any parts of a picture, in any order and number. */
const PLANTED: Record<string, { parts: Buffer[]; around: (parts: Buffer) => Buffer }> = {
  jpeg: {
    parts: [
      gpsExif(6),
      segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmp])),
      segment(0xed, Buffer.from('Photoshop 3.0\0 Utrecht')),
      segment(0xfe, xmp),
      segment(0xe2, Buffer.concat([Buffer.from('MPF\0'), xmp])),
      Buffer.of(0xff, 0xff),
    ],
    around: (parts) => Buffer.concat([HONEST.jpeg.subarray(0, 2), parts, HONEST.jpeg.subarray(2)]),
  },
  png: {
    parts: ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'].map((name) => pngChunk(name, xmp)),
    around: (parts) => Buffer.concat([HONEST.png.subarray(0, 33), parts, HONEST.png.subarray(33)]),
  },
  webp: {
    parts: [webpChunk('EXIF', exif), webpChunk('XMP ', xmp), webpChunk('abcd', xmp)],
    around: (parts) => {
      const whole = Buffer.concat([HONEST.webp.subarray(0, 30), parts, HONEST.webp.subarray(30)]);
      whole.writeUInt32LE(whole.length - 8, 4);
      return whole;
    },
  },
  heic: {
    parts: [heicBox('uuid', xmp), heicBox('free', exif), heicBox('mpvd', xmp), heicBox('udta', xmp)],
    around: (parts) => Buffer.concat([heic(1, 300).bytes, parts]),
  },
};

test.each(Object.entries(PLANTED))(
  'security 33 %s: nothing that identifies a person is stored, wherever it is in the file',
  (_, planted) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...planted.parts), { minLength: 1, maxLength: 9 }), (parts) => {
        const stored = storedOf(planted.around(Buffer.concat(parts)));
        expect(stored).not.toBeNull();
        for (const trace of TRACES) expect(stored?.includes(trace)).toBe(false);
      }),
      { numRuns: 200 },
    );
  },
);

/** Ways to spell a name, and to write the head of a stream. */
const spelt = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((codes) => [...name].map((char, n) => (codes[n] ? `#${char.charCodeAt(0).toString(16)}` : char)).join(''));
const heads = fc
  .tuple(
    fc.shuffledSubarray(
      [
        '/Type /ObjStm',
        '/N 1',
        '/First 4',
        '/Filter /FlateDecode',
        '/F /FlateDecode',
        '/F [/Fl]',
        '/Filter 9 0 R',
        '/DP null',
        '%\n',
        '/X (>>stream\n)',
        '/X << /N 1 >>',
        '/Length 50',
      ],
      { minLength: 4 },
    ),
    fc.constantFrom('\n', '\r\n', '\r', ' \n', '%\n'),
    fc.constantFrom(' ', '\n', '\0', ''),
    fc.constantFrom('obj', 'obj\n', 'obj %x\n', 'obj5 '),
  )
  .map(([keys, end, space, begin]) => `${begin}<<${keys.join(space)}>>${space}stream${end}`);

test('security 30 a script in a PDF is found or the file refused, however it is spelt and packed', () => {
  fc.assert(
    fc.property(spelt('JavaScript'), heads, fc.boolean(), (name, head, isPacked) => {
      const script = `9 0 << /S /${name} >>`;
      const packed = `endobj\n2 0 ${head}${deflateSync(Buffer.from(script)).toString('latin1')}\nendstream`;
      const stored = storedOf(pdfOf(isPacked ? packed : script));
      // A reader treats the stream as objects only if its head has a number, a type or a start.
      const isObjects = /\/N 1|\/First|\/ObjStm/.test(head.replace(/\/X <<.*?>>/, ''));
      if (!isPacked || isObjects) expect(stored).toBeNull();
    }),
    { numRuns: 3_000 },
  );
});
