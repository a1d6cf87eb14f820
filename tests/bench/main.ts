import { buildWebIfStale } from '../../commands/build-web.ts';
import { benchCrm } from './crm.ts';
import { benchFirstView } from './first-view.ts';
import { benchHttp } from './http.ts';
import { benchLeadList } from './lead-list.ts';
import { benchLoad } from './load.ts';
import { writeToPerformancePage } from './performance-page.ts';
import { benchSeveral } from './several.ts';
import { benchStart } from './start.ts';
import { isMissed, type Row, tableOf } from './table.ts';
import { benchUpload } from './upload.ts';

// `npm run bench`, or some parts of it: `npm run bench -- list`. The table of each part also goes into
// docs/performance.md.

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
