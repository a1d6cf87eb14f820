import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** What leaves a process for the shared store: names as HMACs, and texts sealed with AES-256-GCM. */
export class SealedText {
  readonly #seal: Buffer;
  readonly #names: Buffer;

  constructor(secret: string) {
    this.#seal = Buffer.from(hkdfSync('sha256', secret, '', 'shared store, sealed text', 32));
    this.#names = Buffer.from(hkdfSync('sha256', secret, '', 'shared store, names', 32));
  }

  /** The same name for the same text; nobody can tell the text from it. */
  nameOf(text: string): string {
    return createHmac('sha256', this.#names).update(text).digest('base64url').slice(0, 22);
  }

  seal(text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#seal, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Null for what another secret sealed, or what was changed since. */
  open(sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#seal, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}
