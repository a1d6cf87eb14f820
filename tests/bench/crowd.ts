import { request } from 'undici';

/** The calls of a look: the link, then its quote. */
export const CALLS_OF_A_LOOK = 2;

/** A round of people who open their link and their quote again and again. */
export interface Round {
  perSecond: number;
  /** How long each look took that was answered. */
  waits: readonly number[];
  busy: number;
  failed: number;
  /** The CRM's own log of the round. */
  calls: readonly { path: string; status: number }[];
}

/** Everybody with one of these links looks around for this long, and finishes the last look. */
export async function lookAround(
  { url, crmUrl }: { url: string; crmUrl: string },
  hashes: readonly string[],
  roundMs: number,
): Promise<Round> {
  await request(`${crmUrl}/sandbox/requests`, { method: 'DELETE' });
  const began = performance.now();
  const waits: number[] = [];
  const seen = { busy: 0, failed: 0 };
  const person = async (hash: string) => {
    while (performance.now() - began < roundMs) {
      const lookedAt = performance.now();
      const how = await look(url, hash);
      if (how === 'answered') waits.push(performance.now() - lookedAt);
      else seen[how] += 1;
    }
  };
  await Promise.all(hashes.map(person));
  const perSecond = (waits.length * 1_000) / (performance.now() - began);
  const { body } = await request(`${crmUrl}/sandbox/requests`);
  return { perSecond, waits, ...seen, calls: (await body.json()) as Round['calls'] };
}

/** Opens a link and its quote. */
export async function look(url: string, hash: string): Promise<'answered' | 'busy' | 'failed'> {
  const headers = { 'x-survey-hash': hash };
  const link = await request(`${url}/api/contacts/verify`, { headers });
  const { contact } = (await link.body.json()) as { contact?: { deals: { id: string }[] } };
  if (link.statusCode === 503) return 'busy';
  const deal = await request(`${url}/api/contacts/deals/${contact?.deals[0]?.id}`, { headers });
  await deal.body.dump();
  if (deal.statusCode === 503) return 'busy';
  return link.statusCode === 200 && deal.statusCode === 200 ? 'answered' : 'failed';
}

export async function mostAtOnce(crmUrl: string): Promise<number> {
  const { body } = await request(`${crmUrl}/sandbox/at-once`);
  return ((await body.json()) as { most: number }).most;
}
