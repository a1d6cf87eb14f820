import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const README = fileURLToPath(new URL('../../README.md', import.meta.url));

/** Puts a part's table into the README's "How fast", between the two comments that carry the part's name. */
export function writeToReadme(part: string, table: string): void {
  const [begin, end] = [`<!-- bench ${part} -->`, `<!-- end of bench ${part} -->`];
  const text = readFileSync(README, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`README.md has no place for the bench of "${part}".`);
  const said = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}`;
  writeFileSync(README, `${text.slice(0, from)}${begin}\n${said}\n\n${table}\n${text.slice(to)}`);
}
