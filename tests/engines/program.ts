import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type ProgramName, programPath } from '../../commands/programs.ts';

const PATIENCE_MS = 30_000;
const STEP_MS = 50;

/** A program that runs during a test, and ends with it. */
export interface Program {
  close(): Promise<void>;
}

/** Starts a program and waits until it is ready. Returns what `readiness` found, in the output or elsewhere. */
export async function startProgram(
  command: ProgramName,
  args: readonly string[],
  readiness: (written: string) => string | undefined | Promise<string | undefined>,
  env: NodeJS.ProcessEnv = {},
): Promise<Program & { ready: string }> {
  const child = spawn(programPath(command), args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  let fault: string | undefined;
  const read = (chunk: Buffer) => {
    written += chunk;
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  child.on('exit', (code) => {
    fault ??= `${command} ended with ${code} before it was ready`;
  });
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const ready = await readiness(written);
    if (ready !== undefined) return { ready, close };
    if (fault === undefined && Date.now() > deadline) fault = `${command} does not get ready`;
    if (fault !== undefined) {
      await close();
      throw new Error(`${fault}\n${written}`);
    }
    await pause(STEP_MS);
  }
}
