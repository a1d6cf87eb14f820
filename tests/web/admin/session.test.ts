import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
const stored = () => JSON.parse(browser.localStorage.getItem('adminSession') ?? 'null');

describe('§4 admin session', () => {
  test('nothing stored: a built-in session that is not valid and whose password is not a digest', async () => {
    const { password, valid } = (await load()).currentAdminSession();
    expect(valid).toBe(false);
    expect(password).not.toMatch(/^[0-9a-f]{64}$/i);
  });

  test('an owner is chosen: ownerId is set and saved; choosing none removes it', async () => {
    const session = await load();
    session.loginSucceeded(HASH);
    session.chooseOwner('7');
    expect(stored()).toEqual({ password: HASH, valid: true, error: '', ownerId: '7' });
    session.chooseOwner('');
    expect(stored()).toEqual({ password: HASH, valid: true, error: '' });
  });

  test('a stored session that cannot be read is none', async () => {
    browser.localStorage.setItem('adminSession', '{"password":12');
    expect((await load()).currentAdminSession().valid).toBe(false);
  });
});

describe('B5 the end of a session', () => {
  test('a 401 ends it and remembers who was working; one for an earlier password does not', async () => {
    const session = await load();
    session.loginSucceeded(HASH);
    session.chooseOwner('7');
    session.sessionRefused('b'.repeat(64));
    expect(session.currentAdminSession().valid).toBe(true);
    session.sessionRefused(HASH);
    expect(session.currentAdminSession()).toEqual({ password: '', valid: false, error: 'expired', ownerId: '7' });
    expect(stored()).toBeNull();
  });

  test('other tabs follow login, owner and logout', async () => {
    const first = await load();
    vi.resetModules();
    const second = await load();
    const follow = () => second.followOtherTabs({ key: 'adminSession' } as StorageEvent);
    first.loginSucceeded(HASH);
    follow();
    expect(second.currentAdminSession().valid).toBe(true);
    first.logOut();
    follow();
    expect(second.currentAdminSession().valid).toBe(false);
  });

  test('a page that "back" restores after a logout is logged out', async () => {
    const session = await load();
    session.loginSucceeded(HASH);
    browser.localStorage.removeItem('adminSession');
    session.followReturn({ persisted: false } as PageTransitionEvent);
    expect(session.currentAdminSession().valid).toBe(true);
    session.followReturn({ persisted: true } as PageTransitionEvent);
    expect(session.currentAdminSession()).toMatchObject({ password: 'not-logged-in', valid: false });
  });

  test('twelve hours without activity end it, eleven do not', async () => {
    const session = await load();
    session.loginSucceeded(HASH);
    session.seenNow(0);
    session.endWhenIdle(11 * HOUR_MS);
    expect(session.currentAdminSession().valid).toBe(true);
    session.endWhenIdle(12 * HOUR_MS);
    expect(session.currentAdminSession()).toEqual({ password: '', valid: false, error: 'idle' });
  });
});

test('B5 the bundle contains no digest', () => {
  const web = join(import.meta.dirname, '../../../web');
  const sources = ['admin', 'api', 'device', 'texts', 'ui', 'customer'].flatMap((room) =>
    readdirSync(join(web, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(web, room, name), 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter((text) => /['"`][0-9a-f]{64}['"`]/i.test(text))).toEqual([]);
});
