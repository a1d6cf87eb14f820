import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The npm commands that start programs not installed by npm. */
export type Command = 'test' | 'test:engines' | 'deploy:check' | 'gallery' | 'bench';

interface Program {
  /** Debian packages; the first one contains the program. */
  packages: readonly [string, ...string[]];
  commands: readonly Command[];
  /** The test files and stages that `npm test` skips without it. */
  tests?: readonly string[];
}

const SEAL = ['tests/bff/documents/seal.test.ts'];
const CONNECTIONS = ['tests/deploy/connections.test.ts'];
const SEVERAL = ['tests/load/rolling-restart.test.ts', 'soak of three'];
const SHARED_STORE = ['limit', 'slots', 'shared-store', 'store-faults'].map(
  (name) => `tests/shared-store/${name}.test.ts`,
);

/** Every program not installed by npm that tests, benchmarks and checks start. */
export const PROGRAMS = {
  chromium: {
    packages: ['chromium-headless-shell', 'fonts-liberation'],
    commands: ['test', 'gallery', 'bench'],
    tests: ['playwright'],
  },
  openssl: { packages: ['openssl'], commands: ['test', 'deploy:check'], tests: SEAL },
  sh: { packages: ['dash'], commands: ['test'], tests: ['tests/load/descriptors.test.ts'] },
  pdfsig: { packages: ['poppler-utils'], commands: ['test'], tests: SEAL },
  qpdf: { packages: ['qpdf'], commands: ['test'], tests: SEAL },
  'redis-server': { packages: ['redis-server'], commands: ['test', 'bench'], tests: [...SHARED_STORE, ...SEVERAL] },
  haproxy: { packages: ['haproxy'], commands: ['test', 'deploy:check', 'bench'], tests: [...SEVERAL, ...CONNECTIONS] },
  WebKitWebDriver: { packages: ['webkit2gtk-driver'], commands: ['test:engines'] },
  Xvfb: { packages: ['xvfb'], commands: ['test:engines'] },
  'firefox-esr': { packages: ['firefox-esr'], commands: ['test:engines'] },
  caddy: { packages: ['caddy'], commands: ['deploy:check'] },
  nft: { packages: ['nftables'], commands: ['deploy:check'] },
  ip: { packages: ['iproute2'], commands: ['deploy:check'] },
  unshare: { packages: ['util-linux'], commands: ['deploy:check'] },
  'docker-compose': { packages: ['docker-compose'], commands: ['deploy:check'] },
  kubectl: { packages: ['kubernetes-client'], commands: ['deploy:check'] },
  promtool: { packages: ['prometheus'], commands: ['deploy:check'] },
  amtool: { packages: ['prometheus-alertmanager'], commands: ['deploy:check'] },
  'systemd-analyze': { packages: ['systemd'], commands: ['deploy:check'] },
  git: { packages: ['git'], commands: ['bench'] },
  npm: { packages: ['npm'], commands: ['bench'] },
  taskset: { packages: ['util-linux'], commands: ['bench'] },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;

export const programsOf = (command: Command): ProgramName[] =>
  (Object.keys(PROGRAMS) as ProgramName[]).filter((name) => (PROGRAMS[name] as Program).commands.includes(command));

/** The parts of `npm test` that are skipped without this program. */
export const testsOf = (name: ProgramName): readonly string[] => (PROGRAMS[name] as Program).tests ?? [];

export const absence = (name: ProgramName) => `no ${name}: package ${PROGRAMS[name].packages[0]}`;

/** The path of a program; throws if it is not installed. */
export function programPath(name: ProgramName): string {
  const path = installedPath(name);
  if (path === undefined) throw new Error(absence(name));
  return path;
}

function installedPath(name: ProgramName): string | undefined {
  return name === 'chromium' ? installedChromium() : onPath(name);
}

function onPath(name: string): string | undefined {
  // HAProxy is not on the PATH of non-root users on Debian.
  const path = (process.env.PATH ?? '').replace(/(^|:)\/usr\/bin(?=:|$)/, '$&:/usr/sbin');
  const candidates = path.split(delimiter).filter((folder) => folder !== '');
  return candidates.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs missing programs if this user may: on Debian, as root or with passwordless sudo. Returns those still
 * missing.
 */
export function bringPrograms(names: readonly ProgramName[]): ProgramName[] {
  const areMissing = () => names.filter((name) => installedPath(name) === undefined);
  const missing = areMissing();
  if (missing.length > 0) installPackages(missing.flatMap((name) => PROGRAMS[name].packages));
  if (areMissing().includes('chromium')) installChromium();
  return areMissing();
}

/** Installs the programs a command needs, or throws. */
export function needPrograms(...names: ProgramName[]): void {
  const missing = bringPrograms(names);
  if (missing.length > 0)
    throw new Error(`This needs programs that are not installed (${missing.map(absence).join('; ')}).`);
}

function installPackages(packages: readonly string[]): void {
  const isRoot = process.getuid?.() === 0;
  const asRoot = (...words: [string, ...string[]]): boolean => {
    const [command, ...args] = isRoot ? words : ['sudo', '-n', ...words];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
  console.log(`Not installed: ${packages.join(', ')}.`);
  const mayInstall = onPath('apt-get') !== undefined && (isRoot || (onPath('sudo') !== undefined && asRoot('true')));
  if (!mayInstall) return;
  asRoot('apt-get', 'update', '-qq');
  // One by one: a package missing in this release must not block the others.
  for (const each of packages) {
    console.log(`Installing ${each}.`);
    asRoot('apt-get', 'install', '-y', '-qq', '--no-install-recommends', each);
  }
}

/** The headless shell comes first: it saves drawing a browser window, more than half of Chromium's processor time. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** An installed Chromium or Chrome that starts; Playwright's own may lack system libraries. */
function installedChromium(): string | undefined {
  const starts = (path: string | undefined) => path && spawnSync(path, ['--version']).status === 0;
  const found = [process.env.CHROME_PATH, ...INSTALLED].find(starts);
  if (found) return found;
  // Takes a second to load, and most callers need another program.
  const { chromium } = createRequire(import.meta.url)('playwright') as typeof import('playwright');
  return [chromium.executablePath()].find(starts);
}

/** Playwright's own browser, in this user's folder. */
function installChromium(): void {
  const playwright = fileURLToPath(new URL('../node_modules/.bin/playwright', import.meta.url));
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit' });
}
