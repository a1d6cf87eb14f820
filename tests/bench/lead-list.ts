import { chromium, type Page } from 'playwright';
import { findChromium } from '../../commands/chromium.ts';
import { type Portal, startPortal } from '../bff/portal.ts';
import type { Row } from './table.ts';

const PASSWORD = 'zon-en-zout-2026';
const LEADS = 5_000;
const ROUNDS = 7;
/** What staff may notice of one step, in milliseconds of a single task on the main thread. */
const BUDGET_MS = 100;

const STEPS = ['open', 'search', 'scroll'] as const;
type Longest = Record<(typeof STEPS)[number], number>;

/** The call center's list in a browser: the longest task of each step with 5,000 leads, beside the twelve people alone. */
export async function benchLeadList(): Promise<Row[]> {
  const few = await startPortal({ LOG_LEVEL: 'silent' });
  const many = await startPortal({ LOG_LEVEL: 'silent' }, undefined, { contacts: LEADS });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const rounds: { few: Longest; many: Longest }[] = [];
    const fewPage = await logIn(await browser.newPage(), few);
    const manyPage = await logIn(await browser.newPage(), many);
    // In turn, so that whatever else the machine does meets both; the first round only warms up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const measured = { few: await measure(fewPage, few, 'bram'), many: await measure(manyPage, many, 'noor') };
      if (round > 0) rounds.push(measured);
    }
    return STEPS.map((step) => ({
      what: `5,000 leads, ${step}: longest task (under 50 counts as 0)`,
      unit: 'ms',
      measured: rounds.map(({ many }) => many[step]),
      compared: { what: 'with 12', rounds: rounds.map(({ few }) => few[step]) },
      budget: { of: 'figure' as const, atMost: BUDGET_MS },
    }));
  } finally {
    await browser.close();
    await few.close();
    await many.close();
  }
}

async function logIn(page: Page, portal: Portal): Promise<Page> {
  await page.goto(`${portal.url}/admin/stats`);
  await page.getByLabel('Wachtwoord').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  return page;
}

async function measure(page: Page, portal: Portal, search: string): Promise<Longest> {
  await page.goto(`${portal.url}/admin/stats`);
  await page.getByRole('link', { name: 'Leads' }).waitFor();
  await watch(page);
  const cards = page.locator('.lead-list li');
  await page.getByRole('link', { name: 'Leads' }).click();
  await cards.first().waitFor();
  const open = await longestTask(page);
  await page.getByLabel('Zoeken').pressSequentially(search);
  await page.getByText(/ van [\d.]+ leads$/).waitFor();
  const found = await longestTask(page);
  await page.getByLabel('Zoeken').fill('');
  await page.getByText(/^[\d.]+ leads$/).waitFor();
  await longestTask(page);
  await page.locator('.lead-list').evaluate(async (list) => {
    for (let part = 1; part <= 20; part += 1) {
      list.scrollTo(0, (list.scrollHeight * part) / 20);
      await new Promise((painted) => requestAnimationFrame(painted));
    }
  });
  return { open, search: found, scroll: await longestTask(page) };
}

/** Tasks under 50 ms are not reported by the browser; they count as none. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ type: 'longtask' });
    Object.assign(window, { longTasks: tasks });
  });
}

/** The longest task since the last look. */
async function longestTask(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const { longTasks } = window as unknown as { longTasks: number[] };
    return Math.max(0, ...longTasks.splice(0));
  });
}
