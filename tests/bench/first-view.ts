import type { Browser, Page } from 'playwright';
import { weighWeb } from '../../commands/build-web.ts';
import { type Portal, startPortal } from '../bff/portal.ts';
import { launchChromium } from './lead-list.ts';
import { figures, limited, type Row } from './table.ts';

const ROUNDS = 5;
const CRM_MS = 250;

/** A phone as Lighthouse has it: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const CPU_SLOWDOWN = 4;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/** The measurements of one page load, and their limits. */
const FIGURES: Record<keyof Measured, { what: string; unit: string; atMost?: number }> = {
  lcpMs: { what: 'largest paint', unit: 'ms', atMost: 1_200 },
  shift: { what: 'layout shift', unit: '', atMost: 0.02 },
  blockedMs: { what: 'blocked after the first paint', unit: 'ms', atMost: 100 },
  // Includes chunks that load while the visitor reads the first screen. `weighed` has the first load alone.
  js: { what: 'JS until nothing is loaded any more', unit: 'kB' },
};
type Measured = Record<'lcpMs' | 'shift' | 'blockedMs' | 'js', number>;

const SCREENS = [
  { screen: 'quote', person: 'bram', ready: 'Akkoord … Verder' },
  { screen: 'survey', person: 'anna', ready: 'Ja' },
];

/** A personal link on a slow phone: rendered by the server, and by the same build in the browser alone. */
export async function benchFirstView(): Promise<Row[]> {
  const portal = await startPortal({ LOG_LEVEL: 'silent' }, undefined, { latencyMs: CRM_MS });
  const browser = await launchChromium();
  const rows: Row[] = [];
  try {
    for (const { screen, person, ready } of SCREENS) {
      const drawn: Measured[] = [];
      const browserOnly: Measured[] = [];
      // In turn, so that other load on the machine affects both; the first round only warms up.
      for (let round = 0; round <= ROUNDS; round += 1) {
        const inTurn = [await open(browser, portal, person, ready, 'link'), await open(browser, portal, person, ready)];
        if (round > 0) for (const [index, list] of [drawn, browserOnly].entries()) list.push(inTurn[index] as Measured);
      }
      for (const [name, { what, unit, atMost }] of Object.entries(FIGURES)) {
        const figure = name as keyof Measured;
        const of = (all: readonly Measured[]) => all.map((each) => each[figure]);
        rows.push({
          ...figures(`${screen}: ${what}`, unit, of(drawn), atMost === undefined ? undefined : { atMost }),
          compared: { what: 'by the browser alone', rounds: of(browserOnly) },
        });
      }
    }
    return [...rows, ...weighed()];
  } finally {
    await browser.close();
    await portal.close();
  }
}

/**
 * With `link` the server renders the page; without it the hash is already on the device, and the page arrives empty.
 */
async function open(browser: Browser, portal: Portal, person: string, ready: string, by?: 'link'): Promise<Measured> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const { hash } = portal.as(person);
  if (!by) await page.addInitScript((known) => localStorage.setItem('survey_hash', known), hash);
  await page.addInitScript(observe);
  const bytes = countBytes(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(by ? `${portal.url}/?survey_hash=${hash}` : portal.url);
  // Queries the page only now, because a query is work for the page too.
  await page.waitForLoadState('networkidle');
  await page.locator('button:enabled', { hasText: ready }).first().waitFor();
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  await context.close();
  return { ...look(seen), ...bytes };
}

interface Seen {
  lcpMs: number;
  shift: number;
  firstPaintMs: number;
  tasks: { at: number; ms: number }[];
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const seen = { lcpMs: 0, shift: 0, firstPaintMs: 0, tasks: [] as { at: number; ms: number }[] };
  Object.assign(window, { seen });
  const watch = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime;
  });
  watch('layout-shift', ({ value = 0 }) => {
    seen.shift += value;
  });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaintMs = startTime;
  });
  watch('longtask', ({ startTime, duration }) => {
    seen.tasks.push({ at: startTime, ms: duration });
  });
}

/** Blocking time is the part of each long task beyond 50 ms: https://web.dev/articles/tbt */
function look({ lcpMs, shift, firstPaintMs, tasks }: Seen) {
  const late = tasks.filter(({ at, ms }) => at + ms > firstPaintMs);
  return { lcpMs, shift, blockedMs: late.reduce((sum, { ms }) => sum + ms - 50, 0) };
}

/** Kilobytes on the wire. */
function countBytes(page: Page): { js: number } {
  const bytes = { js: 0 };
  page.on('response', (response) => {
    const isScript = new URL(response.url()).pathname.endsWith('.js');
    if (isScript) bytes.js += Number(response.headers()['content-length'] ?? 0) / 1000;
  });
  return bytes;
}

/** The sizes of the build: what screens load first, and what the photo step and the admin area add. */
function weighed(): Row[] {
  return weighWeb().weights.map(({ screen, kind, kb, atMost }) =>
    limited(`${screen}: ${kind.toUpperCase()}`, 'kB', kb, atMost),
  );
}
