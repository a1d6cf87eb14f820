import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { digestOf, SANDBOX_PASSWORD } from '../bff/access/admin-password.ts';
import { listening, startChild } from './child.ts';

/** Ports and URLs of a local run. */
interface LocalRun {
  /** Passwords that work beside the sandbox's own, as in `ADMIN_PASSWORD_SHA256`. */
  adminDigests?: string | undefined;
  port: number;
  sandboxPort: number;
  publicUrl: string;
  sandboxUrl: string;
}

export function localRun(env: NodeJS.ProcessEnv): LocalRun {
  const port = portIn(env, 'PORT', 3000);
  const sandboxPort = portIn(env, 'SANDBOX_PORT', 3001);
  return {
    adminDigests: env.ADMIN_PASSWORD_SHA256,
    port,
    sandboxPort,
    publicUrl: env.PUBLIC_URL || `http://localhost:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
  };
}

/** Connects the BFF to the sandbox, which accepts any non-empty credentials. */
export function sandboxEnvironment({ adminDigests, port, publicUrl, sandboxUrl }: LocalRun): NodeJS.ProcessEnv {
  return {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    SANDBOX: '1',
    CRM_API_URL: sandboxUrl,
    CRM_ACCOUNTS_URL: sandboxUrl,
    CRM_CLIENT_ID: 'sandbox',
    CRM_CLIENT_SECRET: 'sandbox',
    CRM_REFRESH_TOKEN: 'sandbox',
    ADMIN_PASSWORD_SHA256: [digestOf(SANDBOX_PASSWORD), adminDigests].join(),
  };
}

/** Starts the CRM sandbox; ends the command if it does not start. */
export async function startSandbox({ sandboxPort, publicUrl }: LocalRun): Promise<ChildProcess> {
  const env = { SANDBOX_PORT: String(sandboxPort), PUBLIC_URL: publicUrl };
  const sandbox = startChild(['fixtures/crm-sandbox/main.ts'], env);
  if (!(await listening(sandbox))) process.exit(1);
  return sandbox;
}

/** The staff area of a local run, for the terminal. */
export const adminLine = ({ publicUrl }: LocalRun) => `${publicUrl}/admin  (password: ${SANDBOX_PASSWORD})`;

/** A port from the environment; an invalid one stops the command before anything starts. */
function portIn(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name] || String(fallback);
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  console.error(`${name} is not a port number: "${text}".`);
  process.exit(1);
}

/** Runs a program on the CRM in `.env`, otherwise on the local sandbox; never on the sandbox in production. */
export async function runOnCrm(program: string): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const local = process.env.CRM_API_URL ? undefined : localRun(process.env);
  if (local && process.env.NODE_ENV === 'production') {
    console.error(
      'CRM_API_URL is missing: run this with the environment of the portal (docs/operations.md, "Running a command").',
    );
    process.exitCode = 1;
    return;
  }
  if (local) console.error(`Without CRM_API_URL this uses the CRM sandbox, ${local.sandboxUrl}.`);
  const env = local ? sandboxEnvironment(local) : {};
  const [exitCode] = await once(startChild([program, ...process.argv.slice(2)], env), 'exit');
  process.exitCode = exitCode ?? 1;
}
