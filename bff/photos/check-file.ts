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
  /** Whether a file that starts so is of this kind. */
  starts: (head: Buffer) => boolean;
  /** What is stored of it, in pieces: never more than it was. @throws FileRefused where it is not what it starts as */
  clean: (reader: ByteReader) => Iterable<Buffer>;
}

const begins =
  (latin1: string, at = 0) =>
  (head: Buffer) =>
    head.toString('latin1', at, at + latin1.length) === latin1;

/** The accepted kinds of files (decision C7), recognised by their content: names and announced types prove nothing. */
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

interface StrippedFile {
  extension: string;
  contentType: string;
  /** What is stored: without metadata, and without data after its end. Read once; what is blanked is blanked in `file`. */
  pieces: Iterable<Buffer>;
}

/**
 * Recognises a file by its bytes and strips it, in time that grows with its length alone.
 * @throws FileRefused when it is not an accepted kind, or incomplete; also while `pieces` are read
 */
export function checkFile(file: Buffer): StrippedFile {
  const reader = new ByteReader(file);
  const head = reader.peek(HEAD_BYTES);
  if (head.length === 0) throw new FileRefused('empty');
  const format = FORMATS.find(({ starts }) => starts(head));
  if (!format) throw new FileRefused('unsupported');
  const { extension, contentType, clean } = format;
  return { extension, contentType, pieces: clean(reader) };
}
