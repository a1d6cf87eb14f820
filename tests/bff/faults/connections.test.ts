import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { freePort } from '../../bench/free-port.ts';
import { expectReported, startWork } from './at-work.ts';
import { selfSigned } from './self-signed.ts';

// Faults 04 and 09: no connection, or one that the CRM closed while it was idle.

/** A portal that is configured for another host. */
const NO_SUCH_HOST = {
  SANDBOX: '0',
  PORTAL_FILE: 'portal.json',
  PORTAL_SECRET: randomUUID(),
  EVIDENCE_SECRETS: randomUUID(),
  CRM_WEB_URL: 'https://crm.example',
  CRM_API_URL: 'https://crm.invalid',
  ADMIN_PASSWORD_SHA256: createHash('sha256').update(randomUUID()).digest('hex'),
};

const UNREACHABLE: [string, (crmUrl: string) => Promise<NodeJS.ProcessEnv>][] = [
  ['fault 04: refused', async () => ({ CRM_API_URL: `http://127.0.0.1:${await freePort()}` })],
  ['fault 04: no TLS where TLS belongs', async (url) => ({ CRM_API_URL: url.replace('http:', 'https:') })],
];

describe.concurrent('reliability §2.2 without a connection nothing is stored, and the answer says so', () => {
  test.for(UNREACHABLE)('%s', async ([, env], context) => {
    const { look, save, savedAge, ask, noAnswer, open, stats } = await startWork(context, {}, env);
    for (const answer of await Promise.all([
      look(),
      save(),
      ask('question-1'),
      noAnswer('outcome-1'),
      open(),
      stats(),
    ])) {
      expectReported(answer, 'crm_unavailable');
    }
    expect(await savedAge()).toBeNull();
  });

  test('fault 04: no such host', async (context) => {
    const { look, save, ask, savedAge } = await startWork(context, {}, NO_SUCH_HOST);
    for (const answer of await Promise.all([look(), save(), ask('question-1')]))
      expectReported(answer, 'crm_unavailable');
    expect(await savedAge()).toBeNull();
  });

  test('fault 04: an untrusted certificate is not accepted', async (context) => {
    let asked = 0;
    const impostor = createServer(selfSigned(), (_request, response) => {
      asked += 1;
      response.end('{"data":[]}');
    });
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
    context.onTestFinished(() => void impostor.close());
    const env = async () => ({ CRM_API_URL: `https://127.0.0.1:${(impostor.address() as AddressInfo).port}` });
    const { portal, look, save } = await startWork(context, {}, env);
    expectReported(await look(), 'crm_unavailable');
    expectReported(await save(), 'crm_unavailable');
    expect(asked).toBe(0);
    expect(portal.logged()).toContain('"crmCode":"DEPTH_ZERO_SELF_SIGNED_CERT"');
  });
});

test('fault 09: the next call succeeds after the CRM closed the kept-alive connections', async (context) => {
  const sockets = new Set<Socket>();
  let crmPort = 0;
  const wire = createTcpServer((socket) => {
    const behind = connect(crmPort, '127.0.0.1');
    socket.pipe(behind).pipe(socket);
    sockets.add(socket);
    for (const end of [socket, behind]) end.on('error', () => end.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      behind.destroy();
    });
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  context.onTestFinished(() => void wire.close());
  const work = await startWork(context, {}, async (crmUrl) => {
    crmPort = Number(new URL(crmUrl).port);
    return { CRM_API_URL: `http://127.0.0.1:${(wire.address() as AddressInfo).port}` };
  });
  for (let round = 1; round <= 5; round += 1) {
    const answers = await Promise.all([work.look(), work.save(), work.ask(`question-${round}`)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(sockets.size).toBeGreaterThan(0);
    // One idle connection is closed cleanly, the others are reset.
    for (const [index, socket] of [...sockets].entries()) index % 2 === 0 ? socket.end() : socket.resetAndDestroy();
  }
  expect(await work.asked()).toEqual({ notes: 5, tasks: 5 });
});
