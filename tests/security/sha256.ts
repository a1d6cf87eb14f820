import { createHash } from 'node:crypto';

/** SHA-256 in hex, as the browser sends a password. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
