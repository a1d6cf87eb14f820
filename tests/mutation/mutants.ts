import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATORS } from './operators.ts';

/** One fault put into one line. */
export interface Mutant {
  file: string;
  line: number;
  operator: string;
  before: string;
  after: string;
}

/** Lines without a decision of their own: comments, imports, types, texts for the log. */
const NO_CODE =
  /^\s*(\/\/|\/?\*|import |export (type|interface)|type |interface |(readonly )?\w+\??: [\w<>[\]| ]+;$|log\.|.*\blog\.(error|warn|info)\()/;

export function mutantsOf(root: string, code: readonly string[]): Mutant[] {
  return code.flatMap((path) => filesIn(root, path)).flatMap((file) => mutantsIn(root, file));
}

/** At most this many mutants, the same for the same seed. A line that moved keeps its mutants. */
export function chosen(mutants: readonly Mutant[], most: number, seed: number): Mutant[] {
  const seen = new Map<string, number>();
  const drawn = mutants.map((mutant) => {
    const key = `${seed} ${mutant.file} ${mutant.before} ${mutant.after}`;
    const time = seen.get(key) ?? 0;
    seen.set(key, time + 1);
    return { mutant, draw: createHash('sha256').update(`${key} ${time}`).digest('hex') };
  });
  return drawn
    .toSorted((a, b) => (a.draw < b.draw ? -1 : 1))
    .slice(0, most)
    .map(({ mutant }) => mutant);
}

function filesIn(root: string, path: string): string[] {
  const whole = join(root, path);
  if (statSync(whole, { throwIfNoEntry: false }) === undefined) return [];
  if (path.endsWith('.ts')) return [path];
  return readdirSync(whole)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${path}/${name}`)
    .sort();
}

function mutantsIn(root: string, file: string): Mutant[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((before, index) => {
    if (NO_CODE.test(before)) return [];
    return OPERATORS.flatMap(({ name, find, become }) =>
      [...before.matchAll(find)]
        .filter((match) => !isInText(before, match.index))
        .map((match) => ({
          file,
          line: index + 1,
          operator: name,
          before,
          after: before.slice(0, match.index) + become(...match) + before.slice(match.index + match[0].length),
        })),
    );
  });
}

/** Inside quotes, a pattern or a comment at the line's end. */
function isInText(line: string, at: number): boolean {
  const ahead = line.slice(0, at);
  const isOpen = (["'", '`', '"'] as const).some((quote) => (ahead.split(quote).length - 1) % 2 === 1);
  return isOpen || ahead.includes('//') || /= \/|\(\/|\/\.test\(|pattern/i.test(line);
}
