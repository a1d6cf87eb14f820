import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Source {
  path: string;
  text: string;
}

/** Files outside the project, as .gitignore lists them: names anywhere, and paths from the root. */
const IGNORED = new Set([
  '.git',
  ...readFileSync(join(ROOT, '.gitignore'), 'utf8')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''))
    .map((line) => (line.includes('/') ? join('/', line) : line)),
]);

/** Every file of the project, tracked by git or not. */
export const projectFiles = (): string[] => filesIn('');

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (IGNORED.has(entry.name) || IGNORED.has(`/${path}`)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

export function sources(folder: string): Source[] {
  return projectFiles()
    .filter((path) => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

export interface Import {
  from: string;
  /** A path from the root for our own files, else the name of the package. */
  to: string;
  typesOnly: boolean;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^'"();]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g;

export function importsOf({ path, text }: Source): Import[] {
  return [...text.matchAll(IMPORT)].map(([, typesOnly, from, dynamic, bare]) => {
    const target = from ?? dynamic ?? bare ?? '';
    return {
      from: path,
      to: target.startsWith('.') ? normalize(join(dirname(path), target)) : target,
      typesOnly: typesOnly !== undefined,
    };
  });
}
