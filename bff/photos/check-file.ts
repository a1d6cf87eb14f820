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
  /** Whether a file with this start is of this format. */
  starts: (head: Buffer) => boolean;
  /** The pieces to store, never longer than the file. @throws FileRefused if the file does not fit its format */
  clean: (reader: ByteReader) => Iterable<Buffer>;
}

const begins =
  (latin1: string, at = 0) =>
  (head: Buffer) =>
    head.toString('latin1', at, at + latin1.length) === latin1;

/** The accepted formats (decision C7), recognised by content: names and declared types prove nothing. */
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

/** Enough for the brand list of any HEIF. */
const HEAD_BYTES = 256;

interface StrippedFile {
  extension: string;
  contentType: string;
  /**
   * The content to store: without metadata, and without data after its end. The pieces can be read only once, and
   * reading them changes `file`.
   */
  pieces: Iterable<Buffer>;
}

/**
 * Recognises a file by its bytes and strips it, in time linear in its length.
 * @throws FileRefused if the format is not accepted, or the file is incomplete; also while `pieces` are read
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
