import { afterEach, expect, test, vi } from 'vitest';
import { askBff } from '../../web/api/ask-bff.ts';
import { createQueryClient } from '../../web/api/query-client.ts';

afterEach(() => vi.unstubAllGlobals());

test('a request that reached the server too slowly counts as one without an answer: it is sent again, and nobody is told to correct what they typed', async () => {
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
