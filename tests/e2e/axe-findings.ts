import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright/test';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Rules whose findings depend on the size of the screen. */
export const LAYOUT_RULES = [...COLOUR_RULES, 'target-size', 'scrollable-region-focusable'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Axe's findings on the current page, each with its rule and place: by all of its rules, or by these alone. */
export async function axeFindings(page: Page, runOnly: readonly string[] = TAGS): Promise<string[]> {
  // Parsing axe (half a megabyte) takes the page as long as running it, so each document loads it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  return page.evaluate(async (values) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // A frame holds another site's content. Passed rules are not reported: only faults matter.
    const { violations } = await run({ exclude: ['iframe'] }, { runOnly: [...values], resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
  }, runOnly);
}

/** The names of the page's elements in order, with a mark for each hidden element. */
export function visibleElements(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .map((element) => (element.checkVisibility({ visibilityProperty: true }) ? element.localName : '-'))
      .join(' '),
  );
}
