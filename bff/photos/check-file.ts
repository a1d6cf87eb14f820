import { ByteReader } from './byte-reader.ts';
import { FileRefused } from './file-refused.ts';
import { cleanHeif, isHeif } from './formats/heif.ts';
import { cleanJpeg } from './formats/jpeg.ts';
import { cleanPdf } from './formats/pdf.ts';
import { cleanPng } from './formats/png.ts';
import { cleanWebp } from './formats/webp.ts';

interface Format {
  extension: string;
  contentType: string;
  /** Whether a file that starts so is one. */
  starts: (head: Buffer) => boolean;
  /** What is stored of it. @throws FileRefused where it is not what it starts as */
  clean: (reader: ByteReader) => AsyncGenerator<Uint8Array>;
}

const begins =
  (latin1: string, at = 0) =>
  (head: Buffer) =>
    head.toString('latin1', at, at + latin1.length) === latin1;

/** The kinds of files we take (decision C7), told by their content: names and announced types are anybody's. */
const FORMATS: Format[] = [
  { extension: 'jpg', contentType: 'image/jpeg', starts: begins('\xff\xd8\xff'), clean: cleanJpeg },
  { extension: 'png', contentType: 'image/png', starts: begins('\x89PNG\r\n\x1a\n'), clean: cleanPng },
  {
    extension: 'webp',
    contentType: 'image/webp',
    starts: (head) => begins('RIFF')(head) && begins('WEBP', 8)(head),
    clean: cleanWebp,
  },
  { extension: 'heic', contentType: 'image/heic', starts: isHeif, clean: cleanHeif },
  { extension: 'pdf', contentType: 'application/pdf', starts: begins('%PDF-'), clean: cleanPdf },
];

/** Enough for the list of brands of any HEIF. */
const HEAD_BYTES = 256;

export interface CheckedFile {
  extension: string;
  contentType: string;
  /** What is to be stored, as it comes; throws FileRefused as soon as something is wrong. */
  bytes: AsyncIterable<Uint8Array>;
}

/** Tells what a file is by its first bytes. @throws FileRefused when it is nothing that we take */
export async function checkFile(source: AsyncIterable<Uint8Array>): Promise<CheckedFile> {
  const reader = new ByteReader(source);
  const head = await reader.peek(HEAD_BYTES);
  if (head.length === 0) throw new FileRefused('empty');
  const format = FORMATS.find(({ starts }) => starts(head));
  if (!format) throw new FileRefused('unsupported');
  const { extension, contentType, clean } = format;
  return { extension, contentType, bytes: toTheEnd(clean(reader), reader) };
}

/** Whatever follows the end of a picture is read as well and goes nowhere: only then is the file known to be whole. */
async function* toTheEnd(clean: AsyncIterable<Uint8Array>, reader: ByteReader): AsyncGenerator<Uint8Array> {
  yield* clean;
  while (await reader.next());
}
