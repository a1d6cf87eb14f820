import { afterEach, describe, expect, test, vi } from 'vitest';
import { askBff, RequestFailed } from '../../web/api/ask-bff.ts';
import { createQueryClient, withRepeats } from '../../web/api/query-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a request that reaches the server too slowly counts as unanswered: it is sent again, and nobody is asked to correct anything', async () => {
  const body = { error: 'invalid', message: 'request failed', requestId: 'r-1' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 408 }));
  const failure = await askBff('/api/contacts/deals/1', { method: 'PUT', body: {} }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'no_connection' });
  const { retry } = createQueryClient().getDefaultOptions().queries ?? {};
  expect(typeof retry === 'function' && retry(0, failure as Error)).toBe(true);
});

describe('a write without an answer', () => {
  const unanswered = new RequestFailed(0);
  /** How often a press is sent whose first two requests get no answer. */
  async function timesSent(isOutdated: () => boolean, asleepMs = 0) {
    vi.useFakeTimers();
    const send = vi.fn<() => Promise<string>>().mockResolvedValue('stored');
    send.mockRejectedValueOnce(unanswered).mockRejectedValueOnce(unanswered);
    const outcome = withRepeats(send, isOutdated).catch((error: unknown) => error);
    // A phone that sleeps: its timers wait, its clock does not.
    vi.setSystemTime(Date.now() + asleepMs);
    await vi.runAllTimersAsync();
    return [send.mock.calls.length, await outcome];
  }

  test('is sent again, twice', async () => {
    expect(await timesSent(() => false)).toEqual([3, 'stored']);
  });

  test('is not sent again a minute after the press', async () => {
    expect(await timesSent(() => false, 61_000)).toEqual([1, unanswered]);
  });

  test('is not sent again after a later press', async () => {
    expect(await timesSent(() => true)).toEqual([1, unanswered]);
  });

  test('is not sent again after a refusal', async () => {
    const refused = new RequestFailed(503);
    const send = vi.fn<() => Promise<string>>().mockRejectedValue(refused);
    await expect(withRepeats(send)).rejects.toBe(refused);
    expect(send).toHaveBeenCalledTimes(1);
  });
});

test('browsers that were refused at the same moment try again at different moments, and none earlier than asked', async () => {
  const busy = { error: 'busy', message: 'request failed', requestId: 'r-1' };
  vi.stubGlobal('fetch', async () => Response.json(busy, { status: 503, headers: { 'retry-after': '2' } }));
  const failure = (await askBff('/api/contacts/verify').catch((error: unknown) => error)) as Error;
  const { retryDelay } = createQueryClient().getDefaultOptions().queries ?? {};
  const waits = Array.from({ length: 50 }, () => (typeof retryDelay === 'function' ? retryDelay(0, failure) : 0));
  expect(new Set(waits).size).toBeGreaterThan(40);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(2_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(4_000);
});
