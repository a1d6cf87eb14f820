import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from './stubbed-browser.ts';

const HASH = 'a'.repeat(64);
const HOUR_MS = 60 * 60 * 1000;

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  browser = stubBrowser();
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

const load = () => import('../../../web/admin/gate/admin-session.ts');
/** The module as it runs in another tab, or in this one after a reload. */
const loadAgain = () => {
  vi.resetModules();
  return load();
};
const stored = () => JSON.parse(browser.localStorage.getItem('adminSession') ?? 'null');

describe('§4 admin session', () => {
  test('without a stored session there is a built-in one, which is not valid and whose password is not a digest', async () => {
    const { password, valid } = (await load()).currentAdminSession();
    expect(valid).toBe(false);
    expect(password).not.toMatch(/^[0-9a-f]{64}$/i);
  });

  test('choosing an owner sets and saves ownerId; choosing none removes it', async () => {
    const session = await load();
    session.loginSucceeded(HASH);
    session.chooseOwner('7');
    expect(stored()).toEqual({ password: HASH, valid: true, error: '', ownerId: '7' });
    session.chooseOwner('');
    expect(stored()).toEqual({ password: HASH, valid: true, error: '' });
  });

  test('a stored session that cannot be read counts as none', async () => {
    browser.localStorage.setItem('adminSession', '{"password":12');
    expect((await load()).currentAdminSession().valid).toBe(false);
  });
});

describe('B5 the end of a session', () => {
  test('a 401 ends the session and remembers who was working; a 401 for an earlier password does not end it', async () => {
    const session = await load();
    session.loginSucceeded(HASH);
    session.chooseOwner('7');
    session.sessionRefused('b'.repeat(64));
    expect(session.currentAdminSession().valid).toBe(true);
    session.sessionRefused(HASH);
    expect(session.currentAdminSession()).toEqual({ password: '', valid: false, error: 'expired', ownerId: '7' });
    expect(stored()).toBeNull();
  });

  test('a 401 in another tab ends the session for the same reason, and keeps who was working and what was typed', async () => {
    const [first, second] = [await load(), await loadAgain()];
    browser.sessionStorage.setItem('admin-note:1', 'belt terug');
    first.loginSucceeded(HASH);
    first.chooseOwner('7');
    second.followOtherTabs({ key: 'adminSession' } as StorageEvent);
    first.sessionRefused(HASH);
    second.followOtherTabs({ key: 'adminSession' } as StorageEvent);
    expect(second.currentAdminSession()).toEqual(first.currentAdminSession());
    expect(browser.sessionStorage.getItem('admin-note:1')).toBe('belt terug');
  });

  test('other tabs follow login, owner and logout', async () => {
    const [first, second] = [await load(), await loadAgain()];
    const follow = (key = 'adminSession') => second.followOtherTabs({ key } as StorageEvent);
    first.loginSucceeded(HASH);
    first.chooseOwner('7');
    follow();
    expect(second.currentAdminSession()).toMatchObject({ valid: true, ownerId: '7' });
    first.logOut();
    for (const key of ['adminSessionLeft', 'adminSession']) follow(key);
    expect(second.currentAdminSession()).toEqual({ password: 'not-logged-in', valid: false, error: '' });
  });

  test('twelve hours without activity end the session, eleven do not', async () => {
    const session = await load();
    session.loginSucceeded(HASH);
    session.seenNow(0);
    session.endWhenIdle(11 * HOUR_MS);
    expect(session.currentAdminSession().valid).toBe(true);
    session.endWhenIdle(12 * HOUR_MS);
    expect(session.currentAdminSession()).toEqual({ password: '', valid: false, error: 'idle' });
  });
});

describe('security 42 a tab that did not hear a logout', () => {
  const TYPED = 'admin-draft:1:note';
  const typed = () => browser.sessionStorage.getItem(TYPED);
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  /** This tab holds a text of a session that started after an earlier logout; another tab shares its local storage. */
  async function typeBesideAnotherTab() {
    const tab = await load();
    tab.loginSucceeded(HASH);
    tab.logOut();
    tab.loginSucceeded(HASH);
    const here = browser;
    here.sessionStorage.setItem(TYPED, 'belt terug');
    browser = stubBrowser(here.localStorage);
    const other = await loadAgain();
    /** The other tab runs `work` half a day later; then this tab runs again. */
    const meanwhile = (work: () => void) => {
      vi.setSystemTime(Date.now() + 13 * HOUR_MS);
      work();
      vi.stubGlobal('window', here);
      browser = here;
    };
    return { tab, other, meanwhile };
  }

  test('a reload keeps the text that was typed in the tab', async () => {
    const { other, meanwhile } = await typeBesideAnotherTab();
    meanwhile(() => other.chooseOwner('7'));
    await loadAgain();
    expect(typed()).toBe('belt terug');
  });

  test.each(['logOut', 'endWhenIdle'] as const)('%s in another tab: a tab that starts later clears it', async (end) => {
    const { other, meanwhile } = await typeBesideAnotherTab();
    meanwhile(() => {
      other[end]();
      other.loginSucceeded(HASH);
    });
    await loadAgain();
    expect(typed()).toBeNull();
    browser.sessionStorage.setItem(TYPED, 'van een collega');
    await loadAgain();
    expect(typed()).toBe('van een collega');
  });

  test('a page that "back" restores is loaded again, also if a colleague logged in since', async () => {
    const { tab, other, meanwhile } = await typeBesideAnotherTab();
    meanwhile(() => {
      other.logOut();
      other.loginSucceeded(HASH);
    });
    tab.followReturn({ persisted: false } as PageTransitionEvent);
    expect(tab.currentAdminSession().valid).toBe(true);
    tab.followReturn({ persisted: true } as PageTransitionEvent);
    expect(tab.currentAdminSession()).toMatchObject({ password: 'not-logged-in', valid: false });
    expect(typed()).toBeNull();
    expect(browser.location.reload).toHaveBeenCalledOnce();
  });

  test('a page that "back" restores without a logout keeps everything', async () => {
    const { tab, other, meanwhile } = await typeBesideAnotherTab();
    meanwhile(() => other.chooseOwner('7'));
    tab.followReturn({ persisted: true } as PageTransitionEvent);
    expect(tab.currentAdminSession()).toMatchObject({ valid: true, ownerId: '7' });
    expect(typed()).toBe('belt terug');
    expect(browser.location.reload).not.toHaveBeenCalled();
  });
});

test('a tab that has followed no logout yet, such as one of an earlier version, keeps its typed texts at a reload', async () => {
  browser.localStorage.setItem('adminSessionLeft', '1760000000000');
  browser.localStorage.setItem('adminSession', JSON.stringify({ password: HASH, valid: true, error: '' }));
  browser.sessionStorage.setItem('admin-draft:1:note', 'belt terug');
  expect((await load()).currentAdminSession().valid).toBe(true);
  expect(browser.sessionStorage.getItem('admin-draft:1:note')).toBe('belt terug');
});
