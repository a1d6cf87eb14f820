import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { BFF_FLAGS, mustListen } from '../../commands/child.ts';
import { programPath } from '../../commands/programs.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import { environmentOn } from '../bff/portal.ts';

const DESCRIPTORS = 64;
const CROWD = 120;

/** The portal as a process with few file descriptors, and its log. */
async function startWithFewDescriptors() {
  const sandbox = await startSandbox({ port: 0 });
  const child = spawn(
    programPath('sh'),
    ['-c', `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`, process.execPath, ...BFF_FLAGS, 'bff/main.ts'],
    {
      env: { ...process.env, ...environmentOn(sandbox.url), LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  let logged = '';
  child.stdout?.on('data', (piece) => {
    logged += piece;
  });
  const port = await mustListen(child);
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await sandbox.close();
  });
  return { port, logged: () => logged };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const livez = (connection: string) => `GET /livez HTTP/1.1\r\nHost: portal.test\r\nConnection: ${connection}\r\n\r\n`;

/** The first line of the answer; empty if the connection is closed without an answer. */
async function alive(port: number): Promise<string> {
  const socket = await open(port);
  socket.write(livez('close'));
  return (await text(socket).catch(() => '')).split('\r\n')[0] ?? '';
}

test('the process answers and logs its state once when there are more connections than descriptors, silent or kept open after an answer', async () => {
  const portal = await startWithFewDescriptors();
  for (const first of ['', livez('keep-alive')]) {
    const crowd: Socket[] = [];
    for (let n = 0; n < CROWD; n += 1) {
      const socket = await open(portal.port);
      if (first !== '') socket.write(first);
      crowd.push(socket);
    }
    for (let n = 0; n < 5; n += 1) expect(await alive(portal.port)).toBe('HTTP/1.1 200 OK');
    for (const socket of crowd) socket.destroy();
  }
  expect(portal.logged().match(/"level":40.*connections/g)).toHaveLength(1);
});
