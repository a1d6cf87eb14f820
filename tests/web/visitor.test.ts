import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from './admin/stubbed-browser.ts';

const HASH = 'visitor-0000000000000000000';
const OTHER = 'another-0000000000000000000';

const goneTo = vi.fn();
let page: EventTarget;
let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  vi.resetModules();
  goneTo.mockClear();
  page = new EventTarget();
  browser = Object.assign(stubBrowser(), {
    location: { href: `https://portaal.example/?survey_hash=${HASH}`, replace: goneTo },
    history: { state: null, replaceState: () => undefined },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A customer's screen with their link. */
async function openedLink() {
  const visitor = await import('../../web/customer/gate/visitor.ts');
  visitor.receiveVisitor();
  visitor.leaveWhenForgotten();
  return visitor;
}

/** The same tab after a reload. */
async function startedAgain() {
  vi.resetModules();
  return openedLink();
}

/** Somebody presses "this is not me" in another tab, and then opens another link there. */
async function otherTabTakesOver() {
  stubBrowser(browser.localStorage);
  vi.resetModules();
  const { forgetVisitor } = await import('../../web/customer/gate/visitor.ts');
  forgetVisitor();
  browser.localStorage.setItem('survey_hash', OTHER);
  vi.stubGlobal('window', browser);
}

const happens = (event: string, facts: object) => page.dispatchEvent(Object.assign(new Event(event), facts));

describe('I6 "this is not me" on a shared computer', () => {
  test('after a press in another tab, this tab forgets the link and shows nothing of it', async () => {
    const { currentVisitor } = await openedLink();
    browser.localStorage.removeItem('survey_hash');
    happens('storage', { key: 'survey_hash' });
    expect(currentVisitor().surveyHash).toBeNull();
    expect(goneTo).toHaveBeenCalledWith('/');
  });

  test('a page that "back" restores after the press goes to the start page, also if the device has another link now', async () => {
    await openedLink();
    await otherTabTakesOver();
    happens('pageshow', { persisted: true });
    expect(goneTo).toHaveBeenCalledWith('/');
    expect(browser.localStorage.getItem('survey_hash')).toBe(OTHER);
  });

  test('a tab that starts after the press, without a link, forgets the contact data that were typed in it', async () => {
    await openedLink();
    browser.sessionStorage.setItem('draft:1:2:details', 'Bram');
    Object.assign(browser.location, { href: 'https://portaal.example/' });
    await startedAgain();
    expect(browser.sessionStorage.getItem('draft:1:2:details')).toBe('Bram');

    browser.localStorage.removeItem('survey_hash');
    await startedAgain();
    expect(browser.sessionStorage.getItem('draft:1:2:details')).toBeNull();
  });

  test('a tab that starts after the press, without a link, forgets its own link, also if the device has another link now', async () => {
    await openedLink();
    browser.sessionStorage.setItem('draft:1:2:details', 'Bram');
    await otherTabTakesOver();
    Object.assign(browser.location, { href: 'https://portaal.example/' });
    const { currentVisitor } = await startedAgain();
    expect(currentVisitor().surveyHash).toBe(OTHER);
    expect(browser.sessionStorage.getItem('draft:1:2:details')).toBeNull();
  });

  test('no page is left while the device still has the link', async () => {
    await openedLink();
    happens('storage', { key: 'draft:1:2:solar' });
    happens('storage', { key: 'survey_hash' });
    happens('pageshow', { persisted: true });
    happens('pageshow', { persisted: false });
    expect(goneTo).not.toHaveBeenCalled();
  });
});

test('§2.2 a tab that starts again keeps its own link, also if another tab opened another link', async () => {
  await openedLink();
  browser.localStorage.setItem('survey_hash', OTHER);
  Object.assign(browser.location, { href: 'https://portaal.example/pages/Survey_basics' });
  const { currentVisitor } = await startedAgain();
  expect(currentVisitor().surveyHash).toBe(HASH);

  // A new tab opens the device's link.
  Object.assign(browser, { sessionStorage: stubBrowser(browser.localStorage).sessionStorage });
  vi.stubGlobal('window', browser);
  const later = await startedAgain();
  expect(later.currentVisitor().surveyHash).toBe(OTHER);
});
