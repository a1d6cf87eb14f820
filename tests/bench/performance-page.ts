import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

/** Puts a part's table into docs/performance.md, between the two comments that carry the part's name. */
export function writeToPerformancePage(part: string, table: string): void {
  const [begin, end] = [`<!-- bench ${part} -->`, `<!-- end of bench ${part} -->`];
  const text = readFileSync(PAGE, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`docs/performance.md has no place for the bench of "${part}".`);
  const measured = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}`;
  writeFileSync(PAGE, `${text.slice(0, from)}${begin}\n${measured}\n\n${table}\n${text.slice(to)}`);
}
