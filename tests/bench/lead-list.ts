import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { needPrograms, programPath } from '../../commands/programs.ts';
import { type Portal, startPortal } from '../bff/portal.ts';
import type { Row } from './table.ts';

const PASSWORD = 'zon-en-zout-2026';
const ROUNDS = 5;
/** Leads in addition to the twelve people. The larger sizes are compared with the first. */
const SIZES = [0, 4_990, 20_000];

/** Budgets in milliseconds, by the factor that slows down this machine's processor. */
const BUDGETS = [
  { slowdown: 1, open: 120, keystroke: 75, task: 120, frame: 60 },
  { slowdown: 4, open: 450, keystroke: 75, task: 450, frame: 60 },
];

/** Milliseconds. Tasks that are too short for the browser to report count as 0. */
interface Figures {
  /** All work on the main thread to open the list. */
  open: number;
  /** From the slowest key to the next paint (Event Timing; from 16 up, in steps of 8). */
  keystroke: number;
  /** The longest single task of opening and searching (from 50 up). */
  task: number;
  /** The longest time between two frames while scrolling. */
  frame: number;
}

const WHAT: Record<keyof Figures, string> = {
  open: 'opening, work on the main thread',
  keystroke: 'searching, slowest key to paint',
  task: 'longest task of both',
  frame: 'scrolling, longest frame',
};

export function launchChromium(): Promise<Browser> {
  needPrograms('chromium');
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ executablePath: programPath('chromium'), args });
}

/** The call center's list in a browser: the cost of 5,000 and 20,000 leads, beside the twelve people alone. */
export async function benchLeadList(): Promise<Row[]> {
  const portals: Portal[] = [];
  const browser = await launchChromium();
  try {
    const desks: Desk[] = [];
    for (const contacts of SIZES) {
      const portal = await startPortal({ LOG_LEVEL: 'silent' }, undefined, { contacts });
      portals.push(portal);
      desks.push(await sitDown(await browser.newPage(), portal));
    }
    const rows: Row[] = [];
    for (const { slowdown, ...budgets } of BUDGETS) {
      const rounds: Figures[][] = [];
      // In turn, so that other load on the machine affects all; the first round only warms up.
      for (let round = 0; round <= ROUNDS; round += 1) {
        const figures: Figures[] = [];
        for (const desk of desks) figures.push(await measure(desk, slowdown));
        if (round > 0) rounds.push(figures);
      }
      for (const name of ['open', 'keystroke', 'task', 'frame'] as const) {
        const of = (size: number) => rounds.map((figures) => figures[size]?.[name] ?? Number.NaN);
        for (let size = 1; size < SIZES.length; size += 1) {
          rows.push({
            what: `${SIZES[size]?.toLocaleString('en')} leads, ${slowdown}× slower: ${WHAT[name]}`,
            unit: 'ms',
            measured: of(size),
            compared: { what: 'with 12', rounds: of(0) },
            budget: { of: 'figure', atMost: budgets[name] },
          });
        }
      }
    }
    return rows;
  } finally {
    await browser.close();
    await Promise.all(portals.map((portal) => portal.close()));
  }
}

interface Desk {
  page: Page;
  portal: Portal;
  cdp: CDPSession;
}

async function sitDown(page: Page, portal: Portal): Promise<Desk> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.goto(`${portal.url}/admin/stats`);
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  return { page, portal, cdp };
}

/** Uses a mouse press and the browser's own observers, because a locator is work on the main thread too. */
async function measure({ page, portal, cdp }: Desk, slowdown: number): Promise<Figures> {
  await page.goto(`${portal.url}/admin/stats`);
  await page.locator('.stats-scroll').waitFor();
  await settled(page);
  const leads = await page.getByRole('link', { name: 'Leads' }).boundingBox();
  if (!leads) throw new Error('the link to the leads is not on the screen');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await observe(page);
  const opened = await whenShown(page, '.lead-list li', '');
  await settled(page);
  const before = await busyMs(cdp);
  await page.mouse.click(leads.x + leads.width / 2, leads.y + leads.height / 2);
  await opened();
  await settled(page);
  const open = (await busyMs(cdp)) - before;
  const found = await whenShown(page, '.lead-list li', 'Bram');
  await page.getByLabel('Zoeken').focus();
  await settled(page);
  await observed(page, 'event');
  await page.keyboard.type('bram');
  await found();
  await settled(page);
  const keystroke = await observed(page, 'event');
  const task = await observed(page, 'longtask');
  await page.getByLabel('Zoeken').fill('');
  await page.locator('.leads-foot', { hasText: /^(De eerste [\d.]+ van )?[\d.]+ leads/ }).waitFor();
  await settled(page);
  const frame = await longestFrame(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { open, keystroke, task, frame };
}

/** Milliseconds that the page's main thread has worked so far: scripts, styles, layout and painting. */
async function busyMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

type Observed = 'event' | 'longtask';

async function observe(page: Page): Promise<void> {
  await page.evaluate(() => {
    const durations: Record<Observed, number[]> = { event: [], longtask: [] };
    for (const type of ['event', 'longtask'] as const) {
      const observer = new PerformanceObserver((list) => {
        durations[type].push(...list.getEntries().map(({ duration }) => duration));
      });
      observer.observe({ type, ...(type === 'event' && { durationThreshold: 16 }) });
    }
    Object.assign(window, { durations });
  });
}

/** The longest duration since the last call. */
async function observed(page: Page, type: Observed): Promise<number> {
  return page.evaluate((type) => {
    const { durations } = window as unknown as { durations: Record<Observed, number[]> };
    return Math.max(0, ...durations[type].splice(0));
  }, type);
}

/** Starts to watch for an element with this text. The returned function waits until the element exists. */
async function whenShown(page: Page, selector: string, text: string): Promise<() => Promise<void>> {
  const seen = await page.evaluateHandle(
    ({ selector, text }) => ({
      shown: new Promise<void>((done) => {
        const look = (_: unknown, observer: MutationObserver) => {
          if (!document.querySelector(selector)?.textContent.includes(text)) return;
          observer.disconnect();
          done();
        };
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    }),
    { selector, text },
  );
  return () => seen.evaluate(({ shown }) => shown);
}

/** Waits two frames and until idle: the result of a step is painted then. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done())));
      }),
  );
}

/** Scrolls through the whole list, a part each frame. */
async function longestFrame(page: Page): Promise<number> {
  return page.locator('.lead-list').evaluate(async (list) => {
    const nextFrame = () => new Promise<number>((at) => requestAnimationFrame(at));
    const height = list.scrollHeight;
    let longest = 0;
    let last = await nextFrame();
    for (let part = 1; part <= 60; part += 1) {
      list.scrollTo(0, (height * part) / 60);
      const now = await nextFrame();
      longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  });
}
