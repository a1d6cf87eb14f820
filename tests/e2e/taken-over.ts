import type { Page } from 'playwright/test';

/** The browser's complaints; React also reports here when its render differs from the server's. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found.push(message.text());
  });
  return found;
}

/** The calls that a page makes for data that the server should have put into it. */
export function readsOf(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(site|contacts\/(verify|deals\/\d+))$/.test(pathname)) reads.push(pathname);
  });
  return reads;
}
