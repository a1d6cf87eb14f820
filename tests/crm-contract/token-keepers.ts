import { onTestFinished } from 'vitest';
import { crmTokenIn } from '../../bff/shared-store/crm-token.ts';
import { InMemoryStore } from '../../bff/shared-store/shared-store.ts';
import type { MonotonicClock } from '../../crm-contract/call-options.ts';
import { createSender, type Sender } from '../../crm-contract/http/send.ts';
import { createTokenKeeper, type TokenKeeper } from '../../crm-contract/http/token.ts';
import { MOST_REQUESTS, REQUEST_WINDOW_MS } from '../../crm-contract/http/token-pace.ts';
import { manualClock } from './clocks.ts';
import { type Answer, grant, startFaultCrm } from './fault-crm.ts';

/** The token sources of one process, or of several that share one token. */
export function processes(
  count: number,
  url: string,
  sender: Sender,
  clock: MonotonicClock,
  store = new InMemoryStore(clock),
): TokenKeeper[] {
  const requests = store.limit('token requests', MOST_REQUESTS, REQUEST_WINDOW_MS);
  Object.assign(store, { limit: () => requests });
  const connection = { apiUrl: url, accountsUrl: url, clientId: 'id', clientSecret: 'secret', refreshToken: 'refresh' };
  return Array.from({ length: count }, () => {
    const sharedToken = count > 1 ? { sharedToken: crmTokenIn(store) } : {};
    return createTokenKeeper({ ...connection, allowedApiHosts: [], ...sharedToken }, sender, clock);
  });
}

/** Token sources with a clock that only the test moves, and a real token endpoint; closed when the test ends. */
export async function keepers(count: number, answer: Answer = grant()) {
  const clock = manualClock();
  const server = await startFaultCrm();
  server.tokenAnswers(answer);
  const sender = createSender(2, clock);
  const all = processes(count, server.url, sender, clock);
  onTestFinished(async () => {
    await sender.close();
    await server.stop();
  });
  return { clock, server, all };
}

/** A token endpoint without a network. */
export function endpoint(clock: MonotonicClock) {
  const askedAt: number[] = [];
  const said = { text: JSON.stringify({ access_token: 'token-1', expires_in: 3_600 }) };
  const send = async () => {
    askedAt.push(clock.now());
    return { status: 200, retryAfter: null, creditsLeft: null, bytes: Buffer.from(said.text), text: said.text };
  };
  return { askedAt, said, sender: { send, close: async () => {} } };
}

export async function keeper(answer?: Answer) {
  const { all, ...others } = await keepers(1, answer);
  return { ...others, tokens: all[0] as TokenKeeper };
}

export const tokenOf = async (tokens: TokenKeeper) => {
  const token = await tokens.current(1_000);
  return 'value' in token ? token.value : token;
};
