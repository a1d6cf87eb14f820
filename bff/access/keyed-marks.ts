import { createHmac, timingSafeEqual } from 'node:crypto';

/** The purpose of a mark, part of the HMAC: a mark made for one purpose is invalid for another. */
type MarkPurpose = 'note' | 'device' | 'link';

/**
 * Marks that only this portal can make: HMAC-SHA-256 with `PORTAL_SECRET`. During rotation, marks of all secrets
 * verify.
 */
export class KeyedMarks {
  /** A short public name per secret, in the same order. */
  readonly secretIds: readonly string[];
  readonly #secrets: readonly string[];

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
    this.secretIds = secrets.map((secret) => mark(secret, 'secret id', '', 3).slice(0, 2));
  }

  /** `bytes` of the HMAC in base64url: 16 bytes (128 bits) are 22 characters. */
  sign(purpose: MarkPurpose, of: string, bytes = 16): string {
    return mark(this.#secrets[0] ?? '', purpose, of, bytes);
  }

  /** Whether one of the secrets made this mark, in constant time. */
  verify(purpose: MarkPurpose, of: string, offered: string, bytes = 16): boolean {
    const asked = Buffer.from(offered);
    let matches = 0;
    for (const secret of this.#secrets) {
      const made = Buffer.from(mark(secret, purpose, of, bytes));
      matches += made.length === asked.length && timingSafeEqual(made, asked) ? 1 : 0;
    }
    return matches > 0;
  }
}

function mark(secret: string, purpose: MarkPurpose | 'secret id', of: string, bytes: number): string {
  return createHmac('sha256', secret).update(`${purpose}\0${of}`).digest().subarray(0, bytes).toString('base64url');
}
