import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'undici';
import { BFF_FLAGS, mustListen, startChild } from '../../commands/child.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import type { SandboxSettings } from '../../fixtures/crm-sandbox/settings.ts';
import { environmentOn } from '../bff/portal.ts';
import { sandboxCrm } from '../bff/sandbox-crm.ts';

/** The way to end a child: as a deployment does, or as a crash does. */
export type Ending = 'SIGTERM' | 'SIGKILL';

/** Starts the portal as a process of its own, in which people may ask as often as they like. */
export async function startProcess(
  crmUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; port: number }> {
  const child = startChild([...BFF_FLAGS, 'bff/main.ts'], {
    ...environmentOn(crmUrl),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    UNKNOWN_LINKS_PER_MINUTE: '1000000',
    REQUESTS_PER_LINK: '1000000',
    ...env,
  });
  return { child, port: await mustListen(child) };
}

/** The portal as its own process, so that its memory and its end are real. */
export async function startChildPortal(settings: Partial<SandboxSettings>, env: NodeJS.ProcessEnv = {}) {
  const sandbox = await startSandbox({ port: 0, tokenGrants: 1_000, ...settings });
  let { child, port } = await startProcess(sandbox.url, env);

  async function end(signal: Ending, whileItStands?: () => Promise<void>): Promise<void> {
    const ended = once(child, 'exit');
    if (whileItStands) {
      child.kill('SIGSTOP');
      await whileItStands();
    }
    child.kill(signal);
    child.kill('SIGCONT');
    await ended;
  }

  return {
    ...sandboxCrm(sandbox.url),
    url: () => `http://127.0.0.1:${port}`,
    /** Megabytes that the portal uses, by its own /metrics. */
    async memoryMb(): Promise<number> {
      const { body } = await request(`http://127.0.0.1:${port}/metrics`);
      const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(await body.text()) ?? [];
      return Number(bytes) / 1024 / 1024;
    },
    /** With `whileItStands` the process is paused meanwhile, as if it were busy, and then asked to end. */
    async restart(signal: Ending = 'SIGTERM', whileItStands?: () => Promise<void>): Promise<void> {
      await end(signal, whileItStands);
      ({ child, port } = await startProcess(sandbox.url, env));
    },
    async close(): Promise<void> {
      await end('SIGTERM');
      await sandbox.close();
    },
  };
}

export type ChildPortal = Awaited<ReturnType<typeof startChildPortal>>;
