import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The path of a portal file like the repository's, with other values; without a key whose value is undefined. */
export function portalFileWith(changes: object): string {
  const path = join(mkdtempSync(join(tmpdir(), 'portal-')), 'portal.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync('portal.json', 'utf8')), ...changes }));
  return path;
}
