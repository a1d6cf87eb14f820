import { buildWebIfStale } from '../../commands/build-web.ts';
import { benchLeadList } from './lead-list.ts';
import { isMissed, type Row, tableOf } from './table.ts';

// `npm run bench`, or one part of it: `npm run bench -- list`.

const PARTS: Record<string, () => Promise<Row[]>> = { list: benchLeadList };

const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !(part in PARTS));
if (unknown.length > 0) {
  process.stderr.write(`No part is called ${unknown.join(', ')}; there is ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(1);
}

await buildWebIfStale();
const rows: Row[] = [];
for (const [name, bench] of Object.entries(PARTS))
  if (asked.length === 0 || asked.includes(name)) rows.push(...(await bench()));
process.stdout.write(`${tableOf(rows)}\n`);
process.exit(rows.some(isMissed) ? 1 : 0);
