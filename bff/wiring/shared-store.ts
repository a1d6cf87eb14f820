import type { Clock } from '../crm/clock.ts';
import type { Log } from '../http/logging.ts';
import type { StoreMetrics } from '../http/metrics.ts';
import { InMemoryStore } from '../shared-store/in-memory-store.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';

interface StoreSettings {
  /** Null for a single process. */
  sharedStoreUrl: string | null;
  crm: { apiUrl: string; clientId: string; clientSecret: string; refreshToken: string };
}

/** The store of this process. Redis code is loaded only if it is used. */
export async function openSharedStore(
  { sharedStoreUrl: url, crm }: StoreSettings,
  log: Log,
  clock: Clock,
  watchStore: () => StoreMetrics,
): Promise<SharedStore> {
  if (url === null) return new InMemoryStore(clock);
  const { RedisStore } = await import('../shared-store/redis-store.ts');
  const metrics = watchStore();
  const store = new RedisStore({
    url,
    // Not PORTAL_SECRET, which may be rotated while the portal runs: old and new processes would count separately.
    secret: crm.clientSecret,
    portalName: `${crm.apiUrl} ${crm.clientId} ${crm.refreshToken}`,
    clock,
    report: {
      changed(isUp) {
        metrics.up(isUp);
        if (isUp) log.info({}, 'the shared store answers');
        else log.warn({}, 'the shared store does not answer: this process continues without it');
      },
      failed: metrics.failed,
      processes: metrics.processes,
    },
  });
  await store.open();
  return store;
}
