import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { RedisStore } from '../../bff/shared-store/redis-store.ts';
import { programPath } from '../../commands/programs.ts';
import { freePort } from '../bench/free-port.ts';

/** A proxy to a store that delays each answer by this much. */
export async function slowWayTo(url: string, answerMs: number) {
  const { hostname, port } = new URL(url);
  const way = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.pipe(server);
    server.on('data', (answer) => setTimeout(() => client.write(answer), answerMs));
  });
  await once(way.listen(0, '127.0.0.1'), 'listening');
  return { url: `redis://127.0.0.1:${(way.address() as AddressInfo).port}`, close: () => way.close() };
}

/** A real store, which can be killed, paused and restarted empty. */
export async function startRedisServer() {
  const port = await freePort();
  let server = await start();

  async function start(): Promise<ChildProcess> {
    const options = ['--port', String(port), '--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'];
    const child = spawn(programPath('redis-server'), options, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of child.stdout) if (String(line).includes('Ready to accept')) break;
    child.stdout.resume();
    return child;
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    async hang(): Promise<void> {
      server.kill('SIGSTOP');
    },
    async goOn(): Promise<void> {
      server.kill('SIGCONT');
    },
    async kill(): Promise<void> {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGCONT');
      server.kill('SIGKILL');
      await ended;
    },
    async restart(): Promise<void> {
      if (server.exitCode === null && server.signalCode === null) return;
      server = await start();
    },
  };
}

/** The store of a process, whose clock stands still. */
export function storeAt(url: string): RedisStore {
  const report = { changed: () => {}, failed: () => {}, processes: () => {} };
  return new RedisStore({ url, secret: 'of the CRM', portalName: 'a portal', clock: { now: () => 1_000_000 }, report });
}
