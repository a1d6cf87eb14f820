import { describe, expect, test } from 'vitest';
import { PROGRAMS, type ProgramName, testsOf } from '../../commands/programs.ts';
import { importsOf, projectFiles, sources } from './sources.ts';

const names = Object.keys(PROGRAMS) as ProgramName[];
const files = sources('tests');
const checks = sources('commands').filter(({ path }) => /\/(check-deploy|gallery|test)\.ts$/.test(path));
const imports = files.flatMap(importsOf).filter(({ typesOnly }) => !typesOnly);

/** The files that start a program, by naming it to `programPath`. */
const starting = (name: ProgramName) =>
  files.filter(({ text }) => text.includes(`programPath('${name}')`)).map(({ path }) => path);

/** A file and all its imports. */
function loadedBy(path: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  for (const { from, to } of imports) if (from === path) loadedBy(to, loaded);
  return loaded;
}

describe('house: programs from outside npm', () => {
  test('no test starts a program that commands/programs.ts does not name', () => {
    // Our own Node, a file of the project, or a program of that table, whose names are a type.
    const fine = /^(process\.execPath|'commands\/|programPath\()/;
    const calls = [...files, ...checks].flatMap(({ path, text }) =>
      text.includes("from 'node:child_process'")
        ? [...text.matchAll(/(?<![.\w])(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork)\(\s*(.*)/g)].map(
            ([, argument = '']) => ({ path, argument }),
          )
        : [],
    );
    expect(calls.length).toBeGreaterThan(20);
    expect(calls.filter(({ argument }) => !fine.test(argument))).toEqual([]);
  });

  test.each(names)('npm test without %s leaves out exactly the test files that start it', (name) => {
    const starters = starting(name);
    const found = files
      .map(({ path }) => path)
      .filter((path) => /\.test\.tsx?$/.test(path) && starters.some((starter) => loadedBy(path).has(starter)));
    expect(found.sort()).toEqual(
      testsOf(name)
        .filter((test) => test.includes('/'))
        .toSorted(),
    );
  });

  test('each name that npm test can leave out is a file of the project or a stage', () => {
    const left = names.flatMap(testsOf).filter((test) => !projectFiles().includes(test));
    expect([...new Set(left)].sort()).toEqual(['playwright', 'soak of three']);
  });
});
