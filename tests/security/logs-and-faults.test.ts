import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../bff/app.ts';
import { loadConfig } from '../../bff/config.ts';
import { systemClock } from '../../bff/crm/clock.ts';
import { createLog, faultFields, type LogFields } from '../../bff/http/logging.ts';
import { createMetrics } from '../../bff/http/metrics.ts';
import { InMemoryStore } from '../../bff/shared-store/shared-store.ts';
import { crmAccess } from '../../bff/wiring/crm-access.ts';
import { wireFeatures } from '../../bff/wiring/features.ts';
import { routeAccess } from '../../bff/wiring/wire-access.ts';
import { mustListen } from '../../commands/child.ts';
import { ownPortal } from '../bff/own-portal.ts';
import { photoDesk } from '../bff/photos/photo-desk.ts';
import { jpeg } from '../bff/photos/picture-files.ts';
import { ADMIN_DIGEST, environmentOn, type Portal, startPortal } from '../bff/portal.ts';
import { ADMIN, staffOf, subjectOf } from '../bff/staff.ts';
import { ROOT } from '../house/sources.ts';
import { personalTraces } from './personal-traces.ts';
import { ROUTES } from './route-matrix.ts';
import { type ReceivedSpan, startSpanReceiver } from './span-receiver.ts';

let portal: Portal;
let collector: Awaited<ReturnType<typeof startSpanReceiver>>;
beforeAll(async () => {
  collector = await startSpanReceiver();
  portal = await startPortal({
    UNKNOWN_LINKS_PER_MINUTE: '10000',
    LINK_REQUESTS_PER_IP: '1000',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
});
afterEach(() => portal.reset());
afterAll(async () => {
  await portal.close();
  await collector.close();
});

const ENVIRONMENT = {
  ...environmentOn('http://127.0.0.1:9'),
  CRM_CLIENT_SECRET: 'sandbox-secret',
  CRM_REFRESH_TOKEN: '1000.sandbox.refresh',
};

describe('security 38 logs', () => {
  test('security 38 the search finds planted data', async () => {
    const bram = portal.as('bram');
    const { Email, Phone, Mailing_Zip } = await portal.record('Contacts', bram.contactId);
    const telling = [
      bram.hash,
      ADMIN_DIGEST,
      Email,
      Phone,
      Mailing_Zip,
      "van 't Hof",
      'Kastanjelaan 14',
      'Tom Verhoeven',
    ];
    for (const text of [...telling, '06 1234 5678', '+31612345678', 'Bearer x']) {
      expect([text, personalTraces(`{"level":30,"msg":"${text}"}`).length]).toEqual([text, 1]);
    }
    const innocent =
      '{"level":30,"time":1795270920123,"requestId":"e180ab04-4513-4157-9327-061234567890","route":"/api/contacts/deals/:id","recordId":"4150868000003194003","ms":12}';
    expect(personalTraces(innocent)).toEqual([]);
  });

  test('security 38 logs and traces of a day’s work hold ids, codes and times, and no name, address, hash, token or typed text', async () => {
    const bram = portal.as('bram');
    const deal = bram.deal;
    const typed = [
      'Geheime straat 1',
      'geheim@example.nl',
      '0698765432',
      'geheime vraag',
      'geheime notitie',
      'geheim.jpg',
    ];
    await portal.call('GET', `/api/contacts/verify?survey_hash=${bram.hash}&naam=geheim`, { hash: bram.hash });
    await portal.call('GET', `/nergens/${bram.hash}`);
    await bram.post('/api/contacts/contactDetails', { properties: { Mailing_Street: typed[0], Phone: typed[2] } });
    await bram.post('/api/contacts/contactDetails', { properties: { Phone: `${typed[2]}`.repeat(9) } });
    await portal.call('POST', '/api/contacts/link', { body: { email: typed[1] } });
    await bram.post(`${deal}/question`, { text: typed[3] }, { 'idempotency-key': 'geheime-sleutel' });
    await bram.post(`${deal}/approve`, { survey1_approve_clicked: true, gaikan_signature_plain: "Bram van 't Hof" });
    await staffOf(portal).act({ action: 'gaikan_called_noanswer', ...subjectOf(portal, 'carla'), note: typed[4] });
    await staffOf(portal).get(`${ADMIN}/contacts/${bram.contactId}/notes`);
    await photoDesk(() => portal).upload('joke', [{ name: 'geheim.jpg', bytes: jpeg(5).bytes }]);
    // Faults are most likely to reveal something: in the CRM, on the way, and in its data.
    for (const kind of ['html', 'truncate', 'reset', 'status']) {
      await portal.fault({ kind, match: '/crm/', times: 4 });
      await bram.post('/api/contacts/contactDetails', { properties: { Mailing_Street: typed[0] } });
      await portal.noFaults();
    }
    await portal.unchecked('Deals', bram.dealId, {
      survey1_calc: '{"geheim": "van Bram',
      gaikan_discount: 'geheim',
    });
    await bram.get(deal);
    const log = portal.logged();
    expect(log).toContain('"route":"/api/contacts/verify"');
    expect(log).toContain('"recordId"');
    expect(personalTraces(log)).toEqual([]);
    for (const secret of [...typed, 'geheim']) expect(log).not.toContain(secret);
    expect(personalTraces(String((await portal.call('GET', '/metrics')).body))).toEqual([]);

    // A process sends the rest when it stops.
    await portal.restart();
    const spans = collector.spans();
    expect(personalTraces(collector.text())).toEqual([]);
    for (const secret of [...typed, 'geheim']) expect(collector.text()).not.toContain(secret);
    const names = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    expect(
      [...names].filter(
        (name) => !/^http\.|^portal\.(requestId|operation|lane|outcome|crmCode|sent|problem)$/.test(name),
      ),
    ).toEqual([]);
    const causedBy = (route: string) => {
      const request = spans.find(({ name }) => name === route);
      const isBelow = (span: ReceivedSpan) => span.traceId === request?.traceId && span.parentSpanId === request.spanId;
      return spans.filter(isBelow).map(({ name }) => name);
    };
    expect(causedBy('GET /api/contacts/verify')).toContainEqual(expect.stringMatching(/^CRM /));
    // Also below values that were read from a body.
    expect(causedBy('POST /api/contacts/contactDetails')).toContain('CRM contacts.update');
  });

  test('security 38 a log line leaves out the fields it may not hold, and the messages of errors', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    log.error({ requestId: 'r-1', name: 'Bram', body: { Phone: '06' } } as LogFields, 'x');
    log.error(faultFields(new Error('cannot read Kastanjelaan 14')), 'x');
    expect(lines.join('')).toContain('r-1');
    expect(lines.join('')).toContain('"fault":"Error"');
    expect(lines.join('')).not.toMatch(/Bram|Phone|Kastanjelaan/);
  });
});

describe('security 39 faults', () => {
  test('security 39 a fault of our own is 500 with a code and an id, without details', async () => {
    const lines: string[] = [];
    const config = loadConfig(ENVIRONMENT);
    const log = createLog('info', { write: (line) => lines.push(line) });
    const metrics = createMetrics();
    const store = new InMemoryStore(systemClock);
    const reading = crmAccess(config, log, systemClock, metrics, store);
    const access = routeAccess(config, systemClock, reading.linkReads, store);
    const features = wireFeatures(config, log, systemClock, metrics, reading, access.customers, store);
    features.stats.read = async () => {
      throw new TypeError('cannot read Kastanjelaan 14 at /srv/portal');
    };
    const app = await createApp({ config, log, clock: systemClock, metrics, access, features });
    const answer = await app.inject({ url: '/api/admin/stats', headers: { authorization: ADMIN_DIGEST } });
    await app.close();
    await reading.crm.close();
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ error: 'internal', message: 'request failed', requestId: expect.any(String) });
    expect(lines.join('')).toContain('"fault":"TypeError"');
    expect(lines.join('')).not.toContain('Kastanjelaan');
  });

  /** Starts the portal; `output` holds what it has written. */
  function startProcess(env: NodeJS.ProcessEnv, ...flags: string[]) {
    const child = spawn(process.execPath, [...flags, 'bff/main.ts'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...ENVIRONMENT, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const output: string[] = [];
    child.stdout?.on('data', (chunk) => output.push(String(chunk)));
    child.stderr?.on('data', (chunk) => output.push(String(chunk)));
    return { child, output };
  }

  /** A server on a port of its own, closed after the test. */
  async function listen(onCall = () => {}): Promise<number> {
    const server = createServer(onCall).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const REJECTION = 'Promise.reject(new Error(text))';

  test.each([
    ['a promise that nobody waits for', REJECTION, 'listening'],
    ['an exception that nobody catches', 'setTimeout(() => { throw new Error(text); })', 'listening'],
    ['a promise that nobody waits for, during the start', REJECTION, 'starting'],
  ])('security 39 %s is logged without its message, and the process fails', async (_, fault, when) => {
    const trap = `data:text/javascript,process.on('message', (text) => { ${fault} })`;
    const tell = () => child.send('geheim van Bram');
    // The start reads the CRM before the portal listens.
    const crm = when === 'starting' ? { CRM_ACCOUNTS_URL: `http://127.0.0.1:${await listen(tell)}` } : {};
    const { child, output } = startProcess(crm, '--import', trap);
    const ended = once(child, 'close');
    if (when === 'listening') {
      await mustListen(child);
      tell();
    }
    const [code] = await ended;
    expect(code).toBe(1);
    expect(output.join('')).toContain('a fault that nothing caught');
    expect(output.join('')).not.toContain('geheim');
  });

  test.each(['PORT', 'METRICS_PORT'])(
    'a start whose %s is in use ends with a failure and one line that says why, also with a shared store',
    async (name) => {
      const port = String(await listen());
      const store = { SHARED_STORE_URL: `redis://127.0.0.1:${await listen()}` };
      const { child, output } = startProcess({ ...store, LOG_LEVEL: 'silent', [name]: port });
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(output.join('')).toBe(`listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`);
    },
  );
});

test('when the disk of the log is full, the portal works without a log and says so once on stderr', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['bff/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...ENVIRONMENT },
    stdio: ['ignore', full, 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: string[] = [];
  child.stderr?.on('data', (chunk) => said.push(String(chunk)));
  const port = await mustListen(child);
  for (let asked = 0; asked < 3; asked += 1) {
    expect((await request(`http://127.0.0.1:${port}/livez`)).statusCode).toBe(200);
  }
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(said.join('')).toBe('The log cannot be written (ENOSPC): the portal goes on without it.\n');
  closeSync(full);
});

describe('security 45 a person who asks to be forgotten', () => {
  test('security 45 once the CRM has deleted a contact, the link is dead and nothing about them is shown', async () => {
    const own = await ownPortal();
    const bram = own.as('bram');
    expect((await bram.get(bram.deal)).status).toBe(200);
    const staff = staffOf(own);
    expect(JSON.stringify(await staff.leads())).toContain("van 't Hof");
    expect((await own.crm(`/Contacts/${bram.contactId}`, 'DELETE')).status).toBe(200);
    for (const [name, { audience, example }] of Object.entries(ROUTES)) {
      if (audience !== 'customer' && audience !== 'customer-of-deal') continue;
      const [method = ''] = name.split(' ');
      const { path, body, headers } = example(bram);
      if (body instanceof Uint8Array) continue;
      const answer = await own.call(method, path, { hash: bram.hash, body, ...(headers && { headers }) });
      expect([name, answer.status]).toEqual([name, 404]);
    }
    expect((await staff.get(`${ADMIN}/contacts/${bram.contactId}`)).status).toBe(404);
    expect(JSON.stringify(await staff.leads())).not.toContain("van 't Hof");
    expect(personalTraces(own.logged())).toEqual([]);
  });
});
