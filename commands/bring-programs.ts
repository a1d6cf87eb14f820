import { absence, bringPrograms, type Command, PROGRAMS, programsOf } from './programs.ts';

// `npm run programs -- test deploy:check`: installs the programs that these npm commands start; fails if one is still
// missing.

const known = new Set<string>(Object.values(PROGRAMS).flatMap(({ commands }) => commands));
const commands = process.argv.slice(2);
if (commands.length === 0 || commands.some((command) => !known.has(command))) {
  console.error(`Name npm commands: ${[...known].join(', ')}.`);
  process.exit(1);
}
const names = new Set(commands.flatMap((command) => programsOf(command as Command)));
const missing = bringPrograms([...names]);
for (const name of missing) console.error(absence(name));
process.exit(missing.length === 0 ? 0 : 1);
