import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm run fault:trace -- portal-B1x_2.js:12:345 …`: maps positions in the built web, as logged for a browser fault, to
// source positions. Requires exactly the build that the browser had.

/** The folder of the built files. Their maps name the sources relative to it. */
const ASSETS = 'web/dist/assets';
const MAPS = fileURLToPath(new URL('../web/dist/.source-maps/', import.meta.url));
const PLACE = /([\w.-]+\.js):(\d+):(\d+)/g;

const places = [...process.argv.slice(2).join('\n').matchAll(PLACE)];
for (const [place, file = '', line, column] of places) {
  const map = join(MAPS, `${file}.map`);
  console.log(`${place}  ${existsSync(map) ? originOf(map, Number(line), Number(column)) : 'of another build'}`);
}
if (places.length === 0) {
  console.error('Name one place or more: file.js:line:column');
  process.exitCode = 1;
}

function originOf(map: string, line: number, column: number): string {
  const origin = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findOrigin(line, column);
  if (!('fileName' in origin)) return 'nowhere in our code';
  return `${posix.join(ASSETS, origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}${origin.name ? ` (${origin.name})` : ''}`;
}
