import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterAll, afterEach } from 'vitest';
import type { Clock } from '../../../bff/crm/clock.ts';
import { openPortal } from '../own-portal.ts';

export interface CrmAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Decides the answer to a call, whose path comes without `/crm/v8`; `pass` sends it to the real sandbox. */
export type Alter = (
  call: { method: string; path: string; body: Buffer },
  pass: () => Promise<CrmAnswer>,
) => Promise<CrmAnswer>;

/** A proxy between the portal and the CRM, for answers that the sandbox itself never gives. */
export async function startAlteredCrm(crmUrl: string): Promise<{
  url: string;
  server: Server;
  alter(by: Alter): void;
  stop(): Promise<void>;
}> {
  let alterBy: Alter = (_call, pass) => pass();
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/', headers } = incoming;
    const body = Buffer.concat(chunks);
    const pass = async (): Promise<CrmAnswer> => {
      const { host, connection, 'content-length': _length, 'transfer-encoding': _coding, ...rest } = headers;
      const answer = await request(`${crmUrl}${url}`, {
        method: method as 'GET',
        headers: rest,
        ...(body.length > 0 && { body }),
      });
      const type = String(answer.headers['content-type'] ?? '');
      const text = await answer.body.text();
      return { status: answer.statusCode, headers: type === '' ? {} : { 'content-type': type }, body: text };
    };
    const { pathname } = new URL(url, crmUrl);
    const answer = await alterBy({ method, path: pathname.replace('/crm/v8', ''), body }, pass);
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    alter: (by) => {
      alterBy = by;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Such a CRM for a portal: `through` is its environment. It is registered for clean-up before the portal, because the
 * last one that is registered runs first, and the portal has to stop before its CRM.
 */
export function alteredCrm(onEnd: (stop: () => Promise<void>) => void, first?: Alter) {
  let crm: Awaited<ReturnType<typeof startAlteredCrm>> | undefined;
  const through = async (crmUrl: string) => {
    crm = await startAlteredCrm(crmUrl);
    onEnd(crm.stop);
    if (first) crm.alter(first);
    return { CRM_API_URL: crm.url };
  };
  return { through, alter: (by: Alter) => crm?.alter(by) };
}

/** A portal for one test file on such a CRM; after every test the CRM is fresh, and answers as the sandbox does. */
export async function openAlteredPortal(env: NodeJS.ProcessEnv = {}, clock?: Clock) {
  const { through, alter } = alteredCrm(afterAll);
  const portal = await openPortal(async (crmUrl) => ({ ...(await through(crmUrl)), ...env }), clock);
  afterEach(async () => {
    alter((_, pass) => pass());
    await portal.settled();
    await portal.reset();
  });
  return { portal, alter };
}

/** The CRM's answers to the write of a record. */
export const writeDone = (id: string) =>
  jsonAnswer(200, { data: [{ code: 'SUCCESS', status: 'success', message: 'record updated', details: { id } }] });
export const writeRefused = (code: string, details: object = {}) =>
  jsonAnswer(400, { data: [{ code, status: 'error', message: 'invalid data', details }] });

export const jsonAnswer = (status: number, body: unknown, headers: Record<string, string> = {}): CrmAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
