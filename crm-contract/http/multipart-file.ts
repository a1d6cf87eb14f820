import { randomBytes } from 'node:crypto';

/** A file to store. `length` in bytes, when the source knows it; without it the body is sent chunked. */
export type FileToUpload = {
  fileName: string;
  contentType: string;
  body: Uint8Array | AsyncIterable<Uint8Array>;
  length?: number;
};

/** One file as a `multipart/form-data` body with the part name that the CRM expects. */
export class MultipartFile {
  readonly headers: Record<string, string>;
  readonly #file: FileToUpload;
  readonly #head: Buffer;
  readonly #tail: Buffer;
  #consumed = false;

  constructor(file: FileToUpload) {
    const boundary = `crm-${randomBytes(18).toString('hex')}`;
    this.#file = file;
    this.#head = Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${escaped(file.fileName)}"\r\n` +
        `content-type: ${file.contentType.replace(/[\r\n]/g, '')}\r\n\r\n`,
    );
    this.#tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    const length = file.body instanceof Uint8Array ? file.body.byteLength : file.length;
    this.headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(length === undefined ? {} : { 'content-length': String(this.#head.length + length + this.#tail.length) }),
    };
  }

  get streamed(): boolean {
    return !(this.#file.body instanceof Uint8Array);
  }

  /** A stream can be read once; bytes can be sent again. */
  get repeatable(): boolean {
    return !this.streamed || !this.#consumed;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    yield this.#head;
    this.#consumed = true;
    if (this.#file.body instanceof Uint8Array) yield this.#file.body;
    else yield* this.#file.body;
    yield this.#tail;
  }
}

/**
 * As browsers write it: UTF-8, with characters that would end the header or the quotes percent-encoded (WHATWG HTML).
 */
function escaped(fileName: string): string {
  return fileName.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
