import { hash } from 'node:crypto';
import type { PortalFile } from '../site/portal-file.ts';

/** SHA-256 of the text of terms: by it, an order is never printed with a text that was changed under the same version. */
export function termsDigest({ paragraphs }: PortalFile['terms']): string {
  return hash('sha256', JSON.stringify(paragraphs.map(({ title, text }) => [title, text])));
}
