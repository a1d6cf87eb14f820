import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The shell first: it draws no window around a page, which takes more than half of Chromium's processor time. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** An installed Chromium or Chrome; otherwise Playwright's own is installed, else the system's package. */
export function findChromium(): string {
  const found = installedChromium();
  if (found) return found;
  console.log('No Chromium here: installing one.');
  const root = process.getuid?.() === 0;
  const attempts: [string, string[]][] = [
    ['npx', ['playwright', 'install', 'chromium']],
    ['apt-get', ['update', '-qq']],
    ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']],
    ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']],
  ];
  for (const [command, args] of attempts) {
    if (command === 'apt-get' && !root) spawnSync('sudo', ['-n', command, ...args], { stdio: 'inherit' });
    else spawnSync(command, args, { stdio: 'inherit' });
    const path = installedChromium();
    if (path) return path;
  }
  throw new Error('The browser tests need Chromium or Chrome: install one, or name it in CHROME_PATH.');
}

function installedChromium(): string | undefined {
  const candidates = [process.env.CHROME_PATH, ...INSTALLED, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path));
}
