import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import type { JournalEntry } from '../../fixtures/crm-sandbox/journal.ts';
import type { Connection } from '../../fixtures/scenarios/scenario.ts';
import { draws } from '../bff/photos/picture-files.ts';
import { takeToken } from '../crm-conformance/real-org.ts';
import { committedBy, type PassedCall } from './committed-writes.ts';
import type { CountedFault } from './stage-crm.ts';

/** Faults between the portal and a CRM that we cannot break. */
const TROUBLE = [
  { kind: 'latency', when: 'before', status: null, rate: 0.04 },
  { kind: 'reset', when: 'before', status: null, rate: 0.03 },
  { kind: 'reset', when: 'after', status: null, rate: 0.06 },
  { kind: 'status', when: 'before', status: 500, rate: 0.02 },
  { kind: 'status', when: 'after', status: 503, rate: 0.03 },
] as const;
const LATENCY_MS = 400;
/**
 * Headers that the proxy does not pass on: those of the connection, and those that would compress the answers it reads.
 */
const NOT_PASSED_ON = ['host', 'connection', 'transfer-encoding', 'accept-encoding', 'content-length'];

/**
 * A proxy in front of a CRM: passes calls on, records their changes, and loses some of the answers. The whole run uses
 * one token, because the CRM gives only ten in ten minutes.
 */
export async function watchCrm(organisation: Connection) {
  const journal: JournalEntry[] = [];
  const faults = TROUBLE.map((fault) => ({ ...fault, announce: false, seen: 0, hits: 0 }));
  const turns = new Map<string, Promise<unknown>>();
  // Without the API's address, because callers use this proxy's.
  const { api_domain: _, ...grant } = await takeToken(organisation);
  let draw: (() => number) | null = null;

  /** Passes a call on; changes of one record are sent one after another, so that the journal has the CRM's order. */
  async function pass(by: JournalEntry['by'], method: string, path: string, body: Buffer, headers: object) {
    const go = async () => {
      const answer = await request(`${organisation.apiUrl}/crm/v8${path}`, {
        method: method as 'GET',
        headers: { ...headers, authorization: `Zoho-oauthtoken ${grant.access_token}` },
        ...(body.length > 0 && { body }),
      });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      const [plainPath = ''] = path.split('?');
      const call: PassedCall = { method, path: plainPath, body, status: answer.statusCode, answer: bytes };
      journal.push(...committedBy(call).map((write) => ({ ...write, at: Date.now(), by })));
      return { status: answer.statusCode, headers: answer.headers, bytes };
    };
    if (method !== 'PUT') return go();
    const turn = (turns.get(path) ?? Promise.resolve()).then(go, go);
    turns.set(path, turn);
    return turn;
  }

  function faultOfThisCall() {
    if (draw === null) return null;
    for (const fault of faults) {
      fault.seen += 1;
      if (draw() >= fault.rate) continue;
      fault.hits += 1;
      return fault;
    }
    return null;
  }

  async function answerCall(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = asked;
    const body = Buffer.concat((await asked.toArray()) as Buffer[]);
    if (url.startsWith('/oauth/')) return send(response, 200, {}, Buffer.from(JSON.stringify(grant)));
    const fault = faultOfThisCall();
    if (fault?.kind === 'latency') await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    const isBefore = fault?.when === 'before' && fault.kind !== 'latency';
    const told = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !NOT_PASSED_ON.includes(name)));
    const answer = isBefore ? null : await pass('api', method, url.replace('/crm/v8', ''), body, told);
    if (fault?.kind === 'reset') asked.socket.destroy();
    else if (fault?.kind === 'status') send(response, fault.status, {}, Buffer.from('{"code":"INTERNAL_ERROR"}'));
    else if (answer) send(response, answer.status, answer.headers, answer.bytes);
  }

  const server = createServer((asked, response) => {
    answerCall(asked, response).catch(() => asked.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    journal,
    /** A call of our own, without faults. */
    async call(method: string, path: string, record?: Record<string, unknown>, by: JournalEntry['by'] = 'sales-ops') {
      const body = Buffer.from(record === undefined ? '' : JSON.stringify({ data: [record], trigger: [] }));
      const { status, bytes } = await pass(by, method, path, body, { 'content-type': 'application/json' });
      if (status >= 300) throw new Error(`${method} ${path}: ${status} ${bytes}`);
      return (bytes.length === 0 ? {} : JSON.parse(bytes.toString())) as { data?: Record<string, unknown>[] };
    },
    trouble(seed: number): void {
      draw = draws(seed);
    },
    calm(): readonly CountedFault[] {
      draw = null;
      return faults;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, headers: object, bytes: Buffer): void {
  const { 'content-type': type = 'application/json' } = headers as Record<string, string>;
  response.writeHead(status, { 'content-type': type }).end(status === 204 ? undefined : bytes);
}
