import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { refuseSlowBodies } from '../../bff/http/connections.ts';
import type { ZodTypes } from '../../bff/http/route-description.ts';

const app = fastify().withTypeProvider<ZodTypes>();
refuseSlowBodies(app, {}, 200);
app.post('/api/contacts/contactDetails', async () => 'saved');
app.post('/api/contacts/upload', { config: { slowBody: true } }, async () => 'stored');
const listening = app.listen({ port: 0 });
afterEach(() => app.close());

async function answerToSlow(path: string, ms: number): Promise<string> {
  await listening;
  const socket = connect((app.server.address() as AddressInfo).port, 'localhost');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{`);
  const rest = setTimeout(() => socket.write('}'), ms);
  const [answer] = await once(socket, 'data');
  clearTimeout(rest);
  socket.destroy();
  return String(answer).split('\r\n')[0] ?? '';
}

test('security 35 a body that does not arrive ends the connection; photos may take longer', async () => {
  const answers = await Promise.all([
    answerToSlow('/api/contacts/contactDetails', 600),
    answerToSlow('/api/contacts/contactDetails', 20),
    answerToSlow('/api/contacts/upload', 600),
  ]);
  expect(answers).toEqual(['HTTP/1.1 408 Request Timeout', 'HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
});
