import type { ReceivedFile } from '../api/received-file.ts';

const KEPT_MS = 60_000;

export function saveFile({ name, content }: ReceivedFile) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Safari asks the user first and reads the content only afterwards.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
