import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Portal, startPortal } from './portal.ts';

const PATH = '/api/contacts/address';
/** A row of the service. */
const KADE = { straatnaam: 'Kade', woonplaatsnaam: 'Hoorn' };

/** The requests to the service, and its answer, which each test sets. */
let answerWith: RequestListener = (_request, response) => response.end('{}');
const heard: string[] = [];
let house = 0;
const service = createServer((request, response) => {
  heard.push(`${request.url}`);
  answerWith(request, response);
});
let portal: Portal;
let sandboxPortal: Portal;

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  portal = await startPortal({ ADDRESS_LOOKUP_URL: `http://127.0.0.1:${port}/v3/` });
  sandboxPortal = await startPortal();
});
afterAll(async () => {
  await Promise.all([portal.close(), sandboxPortal.close()]);
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

/** Each test uses its own houses, because results are kept for an hour. */
async function addressAt(zip: string, number: number, name = 'anna') {
  const { status, body } = await portal.as(name).post(PATH, { zip, number });
  expect([status, body.result]).toEqual([200, true]);
  return body.address;
}

function rows(docs: unknown[]): RequestListener {
  return (_request, response) => response.end(JSON.stringify({ response: { numFound: docs.length, docs } }));
}

describe('the look-up of an address', () => {
  test('the sandbox has a small look-up of its own, which accepts lower-case letters and no space', async () => {
    const bram = sandboxPortal.as('bram');
    const found = { result: true, address: { street: 'Kastanjelaan', city: 'Ede' } };
    expect((await bram.post(PATH, { zip: '6711 AB', number: 16 })).body).toEqual(found);
    expect((await bram.post(PATH, { zip: '6711ab', number: 16 })).body).toEqual(found);
    expect((await bram.post(PATH, { zip: '9999 ZZ', number: 1 })).body).toEqual({ result: true, address: null });
    expect((await sandboxPortal.call('GET', '/api/site')).body).toMatchObject({ addressLookup: true });
  });

  test('the request is as the Locatieserver documents it, is made once for the same house, and says nothing about the visitor', async () => {
    answerWith = rows([KADE, KADE]);
    heard.length = 0;
    expect(await addressAt('1621 AA', 3)).toEqual({ street: 'Kade', city: 'Hoorn' });
    expect(await addressAt('1621 AA', 3, 'bram')).toEqual({ street: 'Kade', city: 'Hoorn' });
    const [first = '', ...more] = heard;
    const url = new URL(first, 'http://service.test');
    expect([url.pathname, ...url.searchParams]).toEqual([
      '/v3/free',
      ['fl', 'straatnaam,woonplaatsnaam'],
      ['rows', '50'],
      ['fq', 'type:adres'],
      ['fq', 'postcode:1621AA'],
      ['fq', 'huisnummer:3'],
    ]);
    expect(more).toEqual([]);
  });

  test('if a postcode and number have two streets, neither is suggested', async () => {
    answerWith = rows([KADE, { ...KADE, straatnaam: 'Haven' }]);
    expect(await addressAt('1621 AB', 3)).toBeNull();
  });

  test.each<[string, RequestListener]>([
    ['fails', (_request, response) => response.writeHead(503).end('busy')],
    ['sends an HTML page', (_request, response) => response.end('<html>Onderhoud</html>')],
    ['sends other fields', rows([{ street: 'Kade' }])],
    ['sends two lines as a street', rows([{ straatnaam: 'Kade\nRef: 1', woonplaatsnaam: 'Hoorn' }])],
    ['reverses the text direction', rows([{ straatnaam: 'Kade', woonplaatsnaam: 'Ho\u202enro' }])],
    ['redirects elsewhere', (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['sends too large an answer', (_request, response) => void response.end(' '.repeat(300 * 1024))],
    ['closes the connection', (request) => void request.socket.destroy()],
    ['never answers', () => {}],
  ])('a service that %s does not fail the page, and the next question asks again', async (_, fault) => {
    house += 1;
    answerWith = fault;
    heard.length = 0;
    expect(await addressAt('1621 AC', house)).toBeNull();
    answerWith = rows([KADE]);
    expect(await addressAt('1621 AC', house)).toEqual({ street: 'Kade', city: 'Hoorn' });
    expect(heard.filter((url) => url.includes('elsewhere'))).toEqual([]);
  });

  test('costs one CRM call, which checks the link', async () => {
    const joke = portal.as('joke');
    const ask = () => joke.post(PATH, { zip: '1621 AC', number: 5 });
    for (let times = 0; times < 2; times += 1) expect(await portal.crmCallsOf(ask)).toHaveLength(1);
  });

  test('refuses a visitor without a link, a malformed postcode, and a question for a whole street', async () => {
    expect((await portal.call('POST', PATH, { body: { zip: '1621 AA', number: 3 } })).status).toBe(404);
    const hash = 'not-a-link-000000000000000';
    expect((await portal.call('POST', PATH, { hash, body: { zip: '1621 AA', number: 3 } })).status).toBe(404);
    const carla = portal.as('carla');
    for (const wrong of [
      { zip: '12', number: 3 },
      { zip: '1621 AA', number: 0 },
      { zip: '1621 AA OR 1', number: 3 },
    ]) {
      expect((await carla.post(PATH, wrong)).status).toBe(422);
    }
    const houses = Array.from({ length: 25 }, (_, n) => ({ zip: '1621 AD', number: n + 1 }));
    const answers = await Promise.all(houses.map((house) => carla.post(PATH, house)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test('leaves no address in the log', () => {
    const log = portal.logged() + sandboxPortal.logged();
    expect(log).toContain('the address look-up did not answer');
    expect(log).not.toMatch(/1621 ?A|6711 ?A|Kade|Hoorn|huisnummer/i);
  });
});
