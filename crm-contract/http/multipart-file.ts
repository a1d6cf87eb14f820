import { randomBytes } from 'node:crypto';

/** A file to store: its bytes, or their pieces. */
export type FileToUpload = {
  fileName: string;
  contentType: string;
  body: Uint8Array | readonly Uint8Array[];
};

/** One file as a `multipart/form-data` body with the part name the CRM requires. It can be sent repeatedly. */
export class MultipartFile {
  readonly headers: Record<string, string>;
  readonly size: number;
  readonly #pieces: readonly Uint8Array[];

  constructor({ fileName, contentType, body }: FileToUpload) {
    const boundary = `crm-${randomBytes(18).toString('hex')}`;
    const head = Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${escaped(fileName)}"\r\n` +
        `content-type: ${contentType.replace(/[\r\n]/g, '')}\r\n\r\n`,
    );
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    this.#pieces = [head, ...(body instanceof Uint8Array ? [body] : body), tail];
    this.size = this.#pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(this.size),
    };
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    yield* this.#pieces;
  }
}

/**
 * Encoded as in browsers: UTF-8, with characters that would end the header or the quotes percent-encoded (WHATWG HTML).
 */
function escaped(fileName: string): string {
  return fileName.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
