import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BFF_FLAGS, mustListen, stopChild } from '../../commands/child.ts';
import { programPath } from '../../commands/programs.ts';
import { sandboxEnvironment } from '../../commands/sandbox-environment.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Clock ticks per second of /proc; the same on every Linux that Node runs on. */
const TICKS = 100;

/** The measured server has its own core; the load and its upstream share the other. */
export const MEASURED_CORE = 0;
const LOAD_CORE = 1;

interface Program {
  pid: number;
  url: string;
  stop(): Promise<void>;
}

/**
 * Gives some work a BFF, a CRM that costs nothing, and a proxy that only passes on the CRM's answers; afterwards stops
 * them.
 */
export async function withServers<T>(
  work: (servers: { crm: Program; bff: Program; proxy: Program }) => Promise<T>,
  more: NodeJS.ProcessEnv = {},
): Promise<T> {
  const started: Program[] = [];
  const start = async (...how: Parameters<typeof startServer>) => {
    const program = await startServer(...how);
    started.unshift(program);
    return program;
  };
  try {
    const crm = await start(LOAD_CORE, 'tests/bench/stub-crm.ts', {});
    const own = sandboxEnvironment({ port: 0, sandboxPort: 0, publicUrl: 'http://localhost', sandboxUrl: crm.url });
    const env = { ...own, ...more };
    const bff = await start(MEASURED_CORE, 'bff/main.ts', env, BFF_FLAGS);
    const proxy = await start(MEASURED_CORE, 'tests/bench/passing-on.ts', env);
    return await work({ crm, bff, proxy });
  } finally {
    for (const program of started) await program.stop();
  }
}

/**
 * Starts a program of ours on one core and waits until it reports its port. Its output goes through a pipe, as to a log
 * collector, and is dropped.
 */
export async function startServer(
  core: number,
  script: string,
  env: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
): Promise<Program> {
  const child = spawn(programPath('taskset'), ['-c', String(core), process.execPath, ...flags, script], {
    cwd: ROOT,
    env: { ...process.env, NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/node`, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.stdout?.resume();
  const port = await mustListen(child);
  return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, stop: () => stopChild(child) };
}

/** Processor time that a process has used so far, user and system, in milliseconds, in steps of 10 ms. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** Resident memory of a process in MB: now, and at its highest so far. */
export function residentMb(pid: number): { now: number; highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string) => Number(status.match(new RegExp(`${name}:\\s+(\\d+) kB`))?.[1]) / 1024;
  return { now: mb('VmRSS'), highest: mb('VmHWM') };
}

/** Resets the peak. */
export function forgetHighest(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Bytes that a process has written to files so far; sockets do not count. */
export function diskBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/io`, 'utf8').match(/^write_bytes: (\d+)/m)?.[1]);
}

/** Moves this process, which sends the load, to the core of the load. */
export function pinOurselves(): void {
  spawnSync(programPath('taskset'), ['-cp', String(LOAD_CORE), String(process.pid)]);
}
