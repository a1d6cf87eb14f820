import { startAlteredCrm } from './altered-crm.ts';

/** A CRM that executes a number of writes about a record, withholds its answer to the last one, and executes no more. */
export async function startStoppingCrm(crmUrl: string) {
  const crm = await startAlteredCrm(crmUrl);
  const stops: { left: number; about: readonly string[]; reach: () => void }[] = [];
  crm.alter(async ({ method, path, body }, pass) => {
    const isWrite = method !== 'GET' && path !== '/coql' && !path.startsWith('/oauth');
    const stop = isWrite
      ? stops.find(({ about }) => about.some((word) => path.includes(word) || body.includes(word)))
      : null;
    if (!stop) return pass();
    stop.left -= 1;
    if (stop.left >= 0) {
      const answer = await pass();
      if (stop.left > 0) return answer;
    }
    stop.reach();
    return new Promise(() => {});
  });
  return {
    url: crm.url,
    stop: crm.stop,
    /**
     * Resolves when the CRM has executed this many writes that contain one of these words, and executes no more of
     * them.
     */
    stopAfter: (writes: number, about: readonly string[]) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      stops.push({ left: writes, about, reach: resolve });
      return promise;
    },
  };
}
