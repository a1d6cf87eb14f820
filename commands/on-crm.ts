import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { startChild } from './child.ts';
import { localRun, sandboxEnvironment } from './sandbox-environment.ts';

/** Runs a program on the CRM in `.env`, otherwise on the local sandbox. */
export async function runOnCrm(program: string): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const env = process.env.CRM_API_URL ? {} : sandboxEnvironment(localRun(process.env));
  const [exitCode] = await once(startChild([program, ...process.argv.slice(2)], env), 'exit');
  process.exitCode = exitCode ?? 1;
}
