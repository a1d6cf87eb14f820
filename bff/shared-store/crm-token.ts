import type { SharedFault, SharedGrant, SharedToken } from '../../crm-contract/http/token-grant.ts';
import { MOST_REQUESTS, REQUEST_WINDOW_MS } from '../../crm-contract/http/token-pace.ts';
import type { SharedStore } from './shared-store.ts';

/** Longer than a token request may take. */
const LOCK_MS = 7_000;
const ASSUMED_PROCESSES = 3;

/** The CRM's access token, sealed in the store; one process at a time requests a new one. */
export function crmTokenIn(store: SharedStore): SharedToken {
  const requests = store.limit('token requests', MOST_REQUESTS, REQUEST_WINDOW_MS);
  const holder = crypto.randomUUID();
  let isFaultKnown = false;
  return {
    async read() {
      const kept = await store.read('token', 'access');
      return kept && { ...(JSON.parse(kept.value) as Omit<SharedGrant, 'leftMs'>), leftMs: kept.leftMs };
    },
    async write({ leftMs, ...grant }) {
      await store.put('token', 'access', JSON.stringify(grant), leftMs);
      // Removes the fault: the new value expires at once.
      if (isFaultKnown) await store.put('token', 'fault', '', 1);
      isFaultKnown = false;
    },
    async takeLock() {
      const held = await store.take('token', 'turn', holder, LOCK_MS);
      if (held !== 'taken') return held;
      if (await requests.take('')) return 'ours';
      await store.release('token', 'turn', holder);
      return 'used up';
    },
    async releaseLock(unused) {
      if (unused) await requests.giveBack('');
      await store.release('token', 'turn', holder);
    },
    async fault() {
      const kept = await store.read('token', 'fault');
      if (!kept?.value) return null;
      isFaultKnown = true;
      // The store keeps a fault for one request window longer than its pause, because the fault may explain why the
      // allowance is used up.
      return { ...(JSON.parse(kept.value) as SharedFault), pauseMs: Math.max(0, kept.leftMs - REQUEST_WINDOW_MS) };
    },
    async failed({ pauseMs, ...fault }, wasSent) {
      isFaultKnown = true;
      if (!wasSent) await requests.giveBack('');
      await store.put('token', 'fault', JSON.stringify(fault), pauseMs + REQUEST_WINDOW_MS);
    },
    ownShare: (most) => Math.max(1, Math.floor(most / (store.processes()?.count ?? ASSUMED_PROCESSES))),
  };
}
