import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright/test';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** What they find depends on the size of the screen. */
export const LAYOUT_RULES = [...COLOUR_RULES, 'target-size', 'scrollable-region-focusable'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page as it is now: the rule, and where. By all of its rules, or by these alone. */
export async function axeFindings(page: Page, runOnly: readonly string[] = TAGS): Promise<string[]> {
  // Reading axe's half a megabyte costs the page as much as a run of it, so a document gets it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  return page.evaluate(async (values) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // The content of a frame belongs to another site. No list of what passed: only faults are looked at.
    const { violations } = await run({ exclude: ['iframe'] }, { runOnly: [...values], resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
  }, runOnly);
}

/** The page's elements, each by its name or as one that nobody sees. */
export function visibleElements(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .map((element) => (element.checkVisibility({ visibilityProperty: true }) ? element.localName : '-'))
      .join(' '),
  );
}
