import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from '../../commands/build-web.ts';
import { benchCrm } from './crm.ts';
import { benchFirstView } from './first-view.ts';
import { benchHttp } from './http.ts';
import { benchLeadList } from './lead-list.ts';
import { benchLoad } from './load.ts';
import { benchSeveral } from './several.ts';
import { benchStart } from './start.ts';
import { isMissed, type Row, tableOf } from './table.ts';
import { benchUpload } from './upload.ts';

// `npm run bench`, or some parts of it: `npm run bench -- list`. The table of each part also goes into
// docs/performance.md.

const PAGE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));

const PARTS: Record<string, () => Promise<Row[]>> = {
  http: benchHttp,
  crm: benchCrm,
  upload: benchUpload,
  list: benchLeadList,
  web: benchFirstView,
  start: benchStart,
  load: benchLoad,
  several: benchSeveral,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !(part in PARTS));
if (unknown.length > 0) {
  process.stderr.write(`No part is called ${unknown.join(', ')}; there is ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(1);
}

await buildWebIfStale();
let missed = false;
for (const [part, bench] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(part)) continue;
  const rows = await bench();
  const table = tableOf(rows);
  process.stdout.write(`\n${part}\n${table}\n`);
  writeToPerformancePage(part, table);
  missed ||= rows.some(isMissed);
}
process.exit(missed ? 1 : 0);

/** Puts a part's table into docs/performance.md, between the two comments that carry the part's name. */
function writeToPerformancePage(part: string, table: string): void {
  const [begin, end] = [`<!-- bench ${part} -->`, `<!-- end of bench ${part} -->`];
  const text = readFileSync(PAGE, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`docs/performance.md has no place for the bench of "${part}".`);
  const measured = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}`;
  writeFileSync(PAGE, `${text.slice(0, from)}${begin}\n${measured}\n\n${table}\n${text.slice(to)}`);
}
