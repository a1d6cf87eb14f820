import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished } from 'vitest';
import { check as checkWork } from '../../../bff/organisation/check.ts';
import { onOrganisation, type Work } from '../../../bff/organisation/finding.ts';
import { setup as setupWork } from '../../../bff/organisation/setup.ts';
import { sandboxEnvironment } from '../../../commands/sandbox-environment.ts';
import { type CrmClient, createCrmClient } from '../../../crm-contract/client.ts';
import type { SandboxUnderTest } from '../../crm-sandbox/sandbox-under-test.ts';
import { ROOT } from '../../house/sources.ts';

const CREDENTIALS = { clientId: 'x', clientSecret: 'x', refreshToken: 'x' };

export function clientOf(url: string): CrmClient {
  const client = createCrmClient({ apiUrl: url, accountsUrl: url, ...CREDENTIALS, maxConcurrency: 4 });
  onTestFinished(() => client.close());
  return client;
}

/** The commands on a CRM, and the CRM's state afterwards. */
export function commandsOn(crm: () => SandboxUnderTest) {
  const environment = (sandboxUrl = crm().url) => ({
    ...process.env,
    ...sandboxEnvironment({ port: 0, sandboxPort: 0, publicUrl: 'https://portaal.example', sandboxUrl }),
  });

  /**
   * A program in this process. In its own process it would cost a second of a processor, most of it to load the same
   * modules.
   */
  async function run(program: Work, args: string[] = [], url = crm().url) {
    let said = '';
    const hear = (line: string) => {
      said += `${line}\n`;
    };
    const exitCode = await onOrganisation(program, { args, env: environment(url), say: hear, complain: hear });
    return { exitCode, said };
  }

  /** A command as npm runs it, in a process of its own. */
  async function runAsProcess(file: string, args: string[] = [], url = crm().url, env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [file, ...args], { cwd: ROOT, env: { ...environment(url), ...env } });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [exitCode] = await once(child, 'close');
    return { exitCode, said };
  }

  async function deleteField(module: string, name: string): Promise<void> {
    const { fields } = (await crm().crm('GET', `/settings/fields?module=${module}`)).json;
    const { id } = fields.find((field: { api_name: string }) => field.api_name === name);
    expect((await crm().crm('DELETE', `/settings/fields/${id}?module=${module}`)).status).toBe(200);
  }

  async function hashes(): Promise<Map<string, string | null>> {
    const { data } = (await crm().coql('select id, survey1_hash from Contacts where id is not null limit 2000')).json;
    return new Map(data.map((row: { id: string; survey1_hash: string | null }) => [row.id, row.survey1_hash]));
  }

  /** The writes to the CRM since the log was emptied. */
  async function writes(): Promise<string[]> {
    type Asked = { method: string; path: string; status: number };
    const requests: Asked[] = (await crm().control('GET', '/requests')).json;
    const done = requests.filter(({ method, status }) => method !== 'GET' && status < 400);
    return done.filter(({ path }) => !/oauth|coql/.test(path)).map(({ path }) => path);
  }

  return {
    check: (args?: string[], url?: string) => run(checkWork, args, url),
    setup: (args?: string[], url?: string) => run(setupWork, args, url),
    runAsProcess,
    environment,
    deleteField,
    hashes,
    writes,
  };
}
