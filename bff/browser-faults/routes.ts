import { z } from 'zod';
import { limitKey, siteOf } from '../access/limits.ts';
import type { Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import type { App } from '../http/typed-app.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';

const MINUTE_MS = 60_000;
const PER_ADDRESS = 10;
/** What addresses report after their first fault of a minute: one that everybody has is known after a few. */
const REPEATS = 60;
/** First faults of addresses, apart: who repeats made-up ones hides nobody's. */
const FIRSTS = 600;
const MOST_BYTES = 16 * 1024;
const MOST_FRAMES = 6;
/** Our own code in a stack: the file's name and place. Messages and addresses can quote what somebody typed. */
const FRAME = /\/assets\/([\w.-]{1,80}\.js):(\d{1,6}):(\d{1,6})/g;
const FAULT_NAME = /^[A-Z][A-Za-z]{2,40}$/;
/** What a policy refused, where that is a word of the browser's own. */
const REFUSED_WORDS = ['inline', 'eval', 'wasm-eval', 'data', 'blob', 'trusted-types-sink'];

export interface BrowserFaultContext {
  log: Log;
  sharedStore: SharedStore;
}

/** What went wrong in a browser, in the server's log: names of faults, places in our code, directives; nothing else. */
export function browserFaultRoutes(app: App, { log, sharedStore }: BrowserFaultContext): void {
  const perAddress = sharedStore.limit('browser faults of an address', PER_ADDRESS, MINUTE_MS);
  const repeats = sharedStore.limit('repeated browser faults', REPEATS, MINUTE_MS);
  const firsts = sharedStore.limit('first browser faults', FIRSTS, MINUTE_MS);

  async function admit(ip: string): Promise<void> {
    // An IPv6 /48 is one address here: anybody can have 65,536 networks.
    const address = siteOf(ip) ?? limitKey(ip);
    const isFirst = (await perAddress.count(address)) === 0;
    const isAllowed = (await perAddress.take(address)) && (await (isFirst ? firsts : repeats).take(''));
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

/** A fault of a script in a browser. The server keeps its name and the places in our own code. */
export const browserFault = z.strictObject({
  name: z.string().max(200),
  stack: z.string().max(8_000).optional(),
});

/** What browsers send to `report-to` (Reporting API). */
export const policyReports = z
  .array(z.object({ body: z.object({ effectiveDirective: z.string(), blockedURL: z.string().catch('') }) }))
  .min(1)
  .max(50);
