import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mustListen, stopChild } from '../../commands/child.ts';
import { programPath } from '../../commands/programs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Clock ticks per second of /proc; the same on every Linux that Node runs on. */
const TICKS = 100;

/** The measured server has its own core; the load and its upstream share the other. */
export const MEASURED_CORE = 0;
export const LOAD_CORE = 1;

interface Program {
  pid: number;
  url: string;
  stop(): Promise<void>;
}

/** Gives `keep` to some work, and afterwards stops the programs that it kept, the last one first. */
export async function withPrograms<T>(work: (keep: (program: Program) => Program) => Promise<T>): Promise<T> {
  const programs: Program[] = [];
  try {
    return await work((program) => {
      programs.push(program);
      return program;
    });
  } finally {
    for (const program of programs.reverse()) await program.stop();
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
