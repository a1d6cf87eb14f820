import { z } from 'zod';
import { plainLine } from '../view-models/body-fields.ts';
import type { AddressFound } from '../view-models/contact.ts';

export type Address = NonNullable<AddressFound['address']>;

const LARGEST_ANSWER_BYTES = 256 * 1024;
/** A house number with its letters and additions: more than this are never one house. */
const MOST_ROWS = 50;
const line = plainLine(100);

const answer = z.object({
  response: z.object({ docs: z.array(z.object({ straatnaam: line, woonplaatsnaam: line })) }),
});

/**
 * Asks a service in the form of PDOK's Locatieserver 3.1 (`GET {url}/free`), which refuses parameters that it does not know.
 * Null where no address, or more than one street, has this postcode and number. The service learns nothing about who asks.
 * @throws when it does not answer, or otherwise than described
 */
export async function askAddressService(
  url: string,
  zip: string,
  number: number,
  signal: AbortSignal,
): Promise<Address | null> {
  const query = new URLSearchParams({ fl: 'straatnaam,woonplaatsnaam', rows: String(MOST_ROWS) });
  for (const filter of ['type:adres', `postcode:${zip}`, `huisnummer:${number}`]) query.append('fq', filter);
  const response = await fetch(`${url}/free?${query}`, {
    signal,
    redirect: 'error',
    headers: { accept: 'application/json' },
  });
  const { docs } = answer.parse(JSON.parse(await readText(response))).response;
  const [first] = docs;
  if (!first) return null;
  const isOne = docs.every((doc) => doc.straatnaam === first.straatnaam && doc.woonplaatsnaam === first.woonplaatsnaam);
  return isOne ? { street: first.straatnaam, city: first.woonplaatsnaam } : null;
}

async function readText({ ok, status, body }: Response): Promise<string> {
  if (!ok || !body) {
    await body?.cancel();
    throw new Error(`the look-up answers ${status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LARGEST_ANSWER_BYTES) throw new Error('the answer of the look-up is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
