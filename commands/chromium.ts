import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The shell first: it draws no window around a page, which takes more than half of Chromium's processor time. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** An installed Chromium or Chrome that starts: Playwright's own may lack libraries of the system. */
export function installedChromium(): string | undefined {
  const starts = (path: string | undefined) => path && spawnSync(path, ['--version']).status === 0;
  const found = [process.env.CHROME_PATH, ...INSTALLED].find(starts);
  if (found) return found;
  // Takes a second to load, and most who ask for a program ask for another one.
  const { chromium } = createRequire(import.meta.url)('playwright') as typeof import('playwright');
  return [chromium.executablePath()].find(starts);
}

/** Playwright's own, in this user's folder. */
export function installChromium(): void {
  const playwright = fileURLToPath(new URL('../node_modules/.bin/playwright', import.meta.url));
  spawnSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit' });
}
