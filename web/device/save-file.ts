import type { ReceivedFile } from '../api/received-file.ts';

const KEPT_MS = 60_000;

/** Hands a file to the browser, which saves it as its owner has set it. */
export function saveFile({ name, content }: ReceivedFile) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Safari asks first, and takes hold of the content only then.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
