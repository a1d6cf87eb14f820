import { afterEach, expect, test, vi } from 'vitest';
import { askBff } from '../../web/api/ask-bff.ts';
import { createQueryClient } from '../../web/api/query-client.ts';

afterEach(() => vi.unstubAllGlobals());

test('a request that reaches the server too slowly counts as unanswered: it is sent again, and nobody is asked to correct anything', async () => {
  const body = { error: 'invalid', message: 'request failed', requestId: 'r-1' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 408 }));
  const failure = await askBff('/api/contacts/deals/1', { method: 'PUT', body: {} }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'no_connection' });
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  const again = [queries?.retry, mutations?.retry].map(
    (retry) => typeof retry === 'function' && retry(0, failure as Error),
  );
  expect(again).toEqual([true, true]);
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
