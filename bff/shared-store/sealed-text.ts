import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Protects everything a process writes to the shared store: names become HMACs, and texts are sealed with AES-256-GCM,
 * each for its own key. Somebody with write access to the store cannot move a text to another key, where it would mean
 * something else.
 */
export class SealedText {
  readonly #seal: Buffer;
  readonly #names: Buffer;

  constructor(secret: string) {
    this.#seal = Buffer.from(hkdfSync('sha256', secret, '', 'shared store, sealed text', 32));
    this.#names = Buffer.from(hkdfSync('sha256', secret, '', 'shared store, names', 32));
  }

  /** The same name for the same text; it does not reveal the text. */
  nameOf(text: string): string {
    return createHmac('sha256', this.#names).update(text).digest('base64url').slice(0, 22);
  }

  seal(text: string, place: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#seal, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Null if it was sealed with another secret or for another key, or was changed. */
  open(sealed: string, place: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const iv = bytes.subarray(0, IV_BYTES);
      // Refuses shorter tags: one of four bytes can be guessed.
      const decipher = createDecipheriv('aes-256-gcm', this.#seal, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}
