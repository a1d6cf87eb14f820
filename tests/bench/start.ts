import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BFF_FLAGS } from '../../commands/child.ts';
import { programPath } from '../../commands/programs.ts';
import { localRun, sandboxEnvironment } from '../../commands/sandbox-environment.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import { freePort } from './free-port.ts';
import { MEASURED_CORE, residentMb, startServer } from './pinned.ts';
import { figures, type Row } from './table.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = 5;
const SETTLING_MS = 2_000;

const BARE = `require('node:http').createServer().listen(0, '127.0.0.1', function () {
  process.send({ listening: this.address().port });
});
process.once('disconnect', () => process.exit(0));`;

/** The time from start to the first answer, the memory at rest, and the time from a clone to a running portal. */
export async function benchStart(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'start-'));
  const sandbox = await startSandbox({ port: 0 });
  try {
    const bare = join(folder, 'bare.cjs');
    writeFileSync(bare, BARE);
    const env = sandboxEnvironment({ ...localRun({}), port: 0, sandboxUrl: sandbox.url });
    const rounds: { bff: Start; bare: Start }[] = [];
    // The first start fills Node's compile cache, as the first start after a deployment does.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const starts = { bff: await start('bff/main.ts', env, BFF_FLAGS), bare: await start(bare, {}) };
      if (round > 0) rounds.push(starts);
    }
    const rowOf = (what: string, unit: string, figure: (start: Start) => number, atMost: number): Row => {
      const of = (name: 'bff' | 'bare') => rounds.map((each) => figure(each[name]));
      return {
        ...figures(what, unit, of('bff'), { atMost }),
        compared: { what: 'bare node:http', rounds: of('bare') },
      };
    };
    return [
      rowOf('ready after start', 'ms', ({ readyMs }) => readyMs, 1_000),
      rowOf('memory at rest', 'MB', ({ restMb }) => restMb, 160),
      figures('`npm ci && npm start` in a clone, to ready', 's', [await fromClone(join(folder, 'clone'))]),
    ];
  } finally {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Start {
  readyMs: number;
  restMb: number;
}

async function start(script: string, env: NodeJS.ProcessEnv, flags: readonly string[] = []): Promise<Start> {
  const began = performance.now();
  const program = await startServer(MEASURED_CORE, script, env, flags);
  const readyMs = performance.now() - began;
  await pause(SETTLING_MS);
  const restMb = residentMb(program.pid).now;
  await program.stop();
  return { readyMs, restMb };
}

/** Seconds until the portal prints its address. */
async function fromClone(clone: string): Promise<number> {
  execFileSync(programPath('git'), ['clone', '--quiet', ROOT, clone]);
  const began = performance.now();
  execFileSync(programPath('npm'), ['ci', '--silent'], { cwd: clone });
  const env = { ...process.env, PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
  const portal = spawn(programPath('npm'), ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(portal.stdout)) if (line.startsWith('Portal')) break;
  const seconds = (performance.now() - began) / 1000;
  const ended = once(portal, 'exit');
  portal.kill('SIGTERM');
  await ended;
  return seconds;
}
