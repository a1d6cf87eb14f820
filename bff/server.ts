import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sweepEveryHour } from './agreement/unfinished-orders.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { type Clock, systemClock } from './crm/clock.ts';
import { STAGES_RENEWED_MS } from './crm/stages.ts';
import { crmOptionsFor } from './crm/time-limits.ts';
import { Connections, mostConnections } from './http/connections.ts';
import type { Log } from './http/logging.ts';
import { createMetrics, listenForMetrics } from './http/metrics.ts';
import { InMemoryStore, type SharedStore, type StoreReport } from './shared-store/shared-store.ts';
import type { Traces } from './traces/traces.ts';
import { type CrmAccess, crmAccess } from './wiring/crm-access.ts';
import { wireFeatures } from './wiring/features.ts';
import { routeAccess } from './wiring/wire-access.ts';

export interface RunningServer {
  port: number;
  metricsPort?: number;
  /** Resolves when every signed order of this process has its note, PDF and mail, or was given up. */
  ordersDelivered(): Promise<void>;
  /** Resolves when no background work is running. */
  backgroundDone(): Promise<void>;
  /** Accepts no new work, finishes accepted work (including writes), then closes. */
  stop(): Promise<void>;
}

const WARM_UP_MS = 2_000;

/** Starts the BFF; resolves when it is listening. */
export async function startServer(config: Config, log: Log, clock: Clock = systemClock): Promise<RunningServer> {
  const metrics = createMetrics();
  const traces = await openTraces(config.otlpEndpoint, log);
  const sharedStore = await openSharedStore(config, log, clock, metrics.watchStore);
  const reading = crmAccess(config, log, clock, metrics, sharedStore, traces);
  const access = routeAccess(config, clock, reading.linkReads, sharedStore);
  await sharedStore.divideSlots(config.crm.maxConcurrency, {
    inUse: reading.crm.slotsInUse,
    setMost: reading.crm.setSlots,
  });
  if (config.portal.callsNeedPermission === undefined && !config.sandbox) {
    log.warn(
      {},
      'the portal file does not say callsNeedPermission: since 1 July 2026 unasked sales calls need permission',
    );
  }
  const { crm, background, stages } = reading;
  const features = wireFeatures(config, log, clock, metrics, reading, access.customers, sharedStore);
  const app = await createApp({ config, log, clock, metrics, traces, access, features });
  const connections = new Connections(app.server);
  warmUp(reading);
  const renewStages = () => background.run('stages.renew', () => stages.read(crmOptionsFor('background'), 0));
  const renewal = setInterval(renewStages, STAGES_RENEWED_MS).unref();
  const endSweeps = sweepEveryHour(features);
  await Promise.race([background.settled(), wait(WARM_UP_MS, undefined, { ref: false })]);
  const metricsListener =
    config.metricsPort === undefined ? undefined : await listenForMetrics(metrics, config.metricsPort, config.host);
  // Listening is the last step, so that only a completely started process serves.
  await app.listen({ port: config.port, host: config.host });
  const most = mostConnections(config.crm.maxConcurrency);
  if (most !== null) connections.keepRoom(most, { log, clock });
  const { port } = app.server.address() as AddressInfo;
  return {
    port,
    ...(metricsListener && { metricsPort: metricsListener.port }),
    ordersDelivered: () => features.orders.idle(),
    backgroundDone: () => background.settled(),
    stop: async () => {
      app.draining = true;
      endSweeps();
      clearInterval(renewal);
      // The balancer has to see the change of /readyz before connections are refused.
      await connections.close(config.drainDelayMs);
      await app.close();
      await metricsListener?.close();
      await background.settled();
      // These two close after the background work, because the delivery of a signed order may need them.
      await Promise.all([features.pdfDrawer.close(), features.fileChecker.close()]);
      await crm.close();
      await sharedStore.close();
      await traces?.close();
    },
  };
}

/**
 * Reads prices, staff, tags, callbacks and stages in advance, so that the first request does not wait for them. The
 * start does not depend on the CRM.
 */
function warmUp({ background, prices, owners, doNotCall, callbacks, stages }: CrmAccess): void {
  for (const [name, cached] of Object.entries({ prices, owners, 'do-not-call': doNotCall, callbacks })) {
    background.run(`${name}.warm`, () => cached.read(0, crmOptionsFor('background')));
  }
  background.run('stages.warm', () => stages.read(crmOptionsFor('background')));
}

/** OpenTelemetry is loaded only if there is a collector. */
async function openTraces(otlpEndpoint: string | null, log: Log): Promise<Traces | null> {
  if (otlpEndpoint === null) return null;
  const { otlpTraces } = await import('./traces/traces.ts');
  return otlpTraces({
    endpoint: otlpEndpoint,
    reportDelivery(isDelivered) {
      if (isDelivered) log.info({}, 'the trace collector accepts spans again');
      else log.warn({}, 'the trace collector does not accept spans: they are dropped, and nothing else is affected');
    },
  });
}

/** The store of this process. Redis code is loaded only if it is used. */
async function openSharedStore(
  { sharedStoreUrl: url, crm }: Config,
  log: Log,
  clock: Clock,
  watchStore: () => StoreReport,
): Promise<SharedStore> {
  if (url === null) return new InMemoryStore(clock);
  const { RedisStore } = await import('./shared-store/redis-store.ts');
  const metrics = watchStore();
  const store = new RedisStore({
    url,
    // Not PORTAL_SECRET, which may be rotated while the portal runs: old and new processes would count separately.
    secret: crm.clientSecret,
    portalName: `${crm.apiUrl} ${crm.clientId} ${crm.refreshToken}`,
    clock,
    report: {
      ...metrics,
      changed(isUp) {
        metrics.changed(isUp);
        if (isUp) log.info({}, 'the shared store answers');
        else log.warn({}, 'the shared store does not answer: this process continues without it');
      },
    },
  });
  await store.open();
  return store;
}
