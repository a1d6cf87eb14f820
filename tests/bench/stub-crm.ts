import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';

// A CRM without cost: it sends each request to the sandbox once and repeats the same bytes. `GET /answers/{n}` returns
// the n-th answer, for proxies. Uploaded files are counted and dropped, both the CRM's and those sent to `/files`; `GET
// /files` returns the number of bytes.

const TYPE = 'application/json;charset=UTF-8';
const sandbox = await startSandbox({ port: 0, contacts: 20 });
const remembered = new Map<string, { status: number; body: Buffer }>();
const answers: Buffer[] = [];
let fileBytes = 0;
const STORED = Buffer.from(
  JSON.stringify({
    data: [{ code: 'SUCCESS', status: 'success', message: '', details: { id: '600000000000000001' } }],
  }),
);

async function answerTo(asked: IncomingMessage, body: string) {
  const key = `${asked.method} ${asked.url} ${body}`;
  const known = remembered.get(key);
  if (known) return known;
  const { authorization, 'content-type': type } = asked.headers;
  const response = await request(`${sandbox.url}${asked.url}`, {
    method: asked.method as 'GET',
    headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
    ...(body !== '' && { body }),
  });
  const answer = { status: response.statusCode, body: Buffer.from(await response.body.arrayBuffer()) };
  remembered.set(key, answer);
  if (asked.url === '/crm/v8/coql' && answer.body.length > 0) answers.push(answer.body);
  return answer;
}

const server = createServer((asked, reply) => {
  const [, place] = asked.url?.match(/^\/answers\/(\d+)$/) ?? [];
  if (place !== undefined) {
    const body = answers[Number(place)] ?? Buffer.alloc(0);
    reply.writeHead(body.length > 0 ? 200 : 404, { 'content-type': TYPE, 'content-length': body.length }).end(body);
    return;
  }
  if (asked.url?.startsWith('/files') || (asked.method === 'POST' && asked.url?.includes('/Attachments'))) {
    asked.on('data', (chunk: Buffer) => {
      fileBytes += chunk.length;
    });
    asked.on('end', () => {
      const body = asked.method === 'GET' ? Buffer.from(String(fileBytes)) : STORED;
      reply.writeHead(200, { 'content-type': TYPE, 'content-length': body.length }).end(body);
    });
    return;
  }
  let text = '';
  asked.setEncoding('utf8');
  asked.on('data', (chunk) => {
    text += chunk;
  });
  asked.on('end', async () => {
    const { status, body } = await answerTo(asked, text);
    reply.writeHead(status, { 'content-type': TYPE, 'content-length': body.length }).end(body);
  });
});
// Connections stay open, so that reconnecting does not count.
server.keepAliveTimeout = 10 * 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ listening: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit(0));
