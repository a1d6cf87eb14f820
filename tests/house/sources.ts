import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Source {
  path: string;
  text: string;
}

/** Every file of the project as git knows it, untracked ones that are not ignored included. */
export function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const deleted = execFileSync('git', ['ls-files', '--deleted'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  return listed.split('\n').filter((path) => path !== '' && !deleted.includes(path));
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
