import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ProgramName, programPath } from './programs.ts';

// Tests deploy/connections.nft. `npm run deploy:check` starts it in its own network namespace (`unshare --net`), so
// that the machine's rules are not touched.

const FILE = fileURLToPath(new URL('../deploy/connections.nft', import.meta.url));
const rules = readFileSync(FILE, 'utf8');
const most = Number(/ct count over (\d+)/.exec(rules)?.[1]);
const half = most / 2;
const open = new Set<Socket>();

function run(name: ProgramName, args: string[], input?: string): string {
  const { status, stdout, stderr } = spawnSync(programPath(name), args, { encoding: 'utf8', ...(input && { input }) });
  if (status !== 0) throw new Error(`${name} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

async function connected(count: number, localAddress: string, host: string): Promise<void> {
  const sockets = Array.from({ length: count }, () => connect({ port: 80, host, localAddress }));
  for (const socket of sockets) {
    if (socket.connecting) await once(socket, 'connect');
    open.add(socket);
  }
}

/**
 * The rule refuses one more connection and counts it. A retry succeeds once a connection from the same address closes.
 */
async function expectFull(rule: number, localAddress: string, host: string): Promise<void> {
  const before = refused(rule);
  let isIn = false;
  const late = connected(1, localAddress, host).then(() => {
    isIn = true;
  });
  while (!isIn && refused(rule) === before) await wait(20);
  if (isIn) throw new Error(`connection ${most + 1} of ${localAddress} was taken`);
  const [first] = open;
  first?.destroy();
  await late;
}

function refused(rule: number): number {
  const counts = [...run('nft', ['list', 'table', 'inet', 'portal']).matchAll(/counter packets (\d+)/g)];
  return Number(counts[rule]?.[1]);
}

run('nft', ['-f', FILE]);
// Here all clients are on this machine, which the file always allows. So the test removes that line.
run('nft', ['-f', '-'], rules.replace('iif lo accept', ''));
run('ip', ['link', 'set', 'lo', 'up']);
for (const address of ['2001:db8:1::1', '2001:db8:1::2', '2001:db8:2::1']) {
  run('ip', ['address', 'add', `${address}/64`, 'dev', 'lo', 'nodad']);
}
const server = createServer();
server.listen(80, '::');
await once(server, 'listening');

await connected(most, '127.0.0.2', '127.0.0.1');
await expectFull(0, '127.0.0.2', '127.0.0.1');
await connected(1, '127.0.0.3', '127.0.0.1');
open.clear();
await connected(half, '2001:db8:1::1', '2001:db8:1::1');
await connected(most - half, '2001:db8:1::2', '2001:db8:1::1');
await expectFull(1, '2001:db8:1::2', '2001:db8:1::1');
await connected(1, '2001:db8:2::1', '2001:db8:1::1');
process.exit();
