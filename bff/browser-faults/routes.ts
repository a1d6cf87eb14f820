import { z } from 'zod';
import { callerAt } from '../access/caller-address.ts';
import { MINUTE_MS } from '../crm/clock.ts';
import type { Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import type { App } from '../http/route-description.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';

const PER_ADDRESS = 10;
const OF_ALL = 600;
const MOST_BYTES = 16 * 1024;
const MOST_FRAMES = 6;
/**
 * The places of our own code in a stack: file name and position. The rest of a stack is not logged, because messages
 * and URLs can quote user input.
 */
const FRAME = /\/assets\/([\w.-]{1,80}\.js):(\d{1,6}):(\d{1,6})/g;
const FAULT_NAME = /^[A-Z][A-Za-z]{2,40}$/;
/** Keywords that a browser may report as the blocked content, instead of a URL. */
const REFUSED_WORDS = ['inline', 'eval', 'wasm-eval', 'data', 'blob', 'trusted-types-sink'];

export interface BrowserFaultContext {
  log: Log;
  sharedStore: SharedStore;
}

/** Logs faults in browsers: names of faults, positions in our code, policy directives; nothing else. */
export function browserFaultRoutes(app: App, { log, sharedStore }: BrowserFaultContext): void {
  const perAddress = sharedStore.limit('browser faults of an address', PER_ADDRESS, MINUTE_MS);
  const ofAll = sharedStore.limit('browser faults', OF_ALL, MINUTE_MS);

  async function admit(ip: string): Promise<void> {
    const isAllowed = (await perAddress.take(callerAt(ip))) && (await ofAll.take(''));
    if (!isAllowed) throw new ProblemError('too_many', { retryAfterSeconds: 60 });
  }

  app.post(
    '/browser-faults',
    { bodyLimit: MOST_BYTES, schema: { body: browserFault } },
    async ({ body, ip }, reply) => {
      await admit(ip);
      const fault = FAULT_NAME.test(body.name) ? body.name : 'Error';
      const stack = [...(body.stack ?? '').matchAll(FRAME)]
        .slice(0, MOST_FRAMES)
        .map(([, ...place]) => place.join(':'));
      log.warn({ kind: 'script', fault, stack: stack.join('\n') }, 'a fault in a browser');
      return reply.code(204).send();
    },
  );

  app.post(
    '/policy-reports',
    { bodyLimit: MOST_BYTES, schema: { body: policyReports } },
    async ({ body, ip }, reply) => {
      await admit(ip);
      for (const { effectiveDirective, blockedURL } of body.slice(0, MOST_FRAMES).map((report) => report.body)) {
        const field = /^[a-z-]{1,40}$/.test(effectiveDirective) ? effectiveDirective : 'other';
        const fault = REFUSED_WORDS.includes(blockedURL) ? blockedURL : 'address';
        log.warn({ kind: 'policy', field, fault }, 'a browser refused something by our policy');
      }
      return reply.code(204).send();
    },
  );
}

/** A script error in a browser. The server keeps its name and the positions in our code. */
const browserFault = z.strictObject({
  name: z.string().max(200),
  stack: z.string().max(8_000).optional(),
});

/** The body that browsers send to `report-to` (Reporting API). */
const policyReports = z
  .array(z.object({ body: z.object({ effectiveDirective: z.string(), blockedURL: z.string().catch('') }) }))
  .min(1)
  .max(50);
