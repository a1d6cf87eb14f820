import { existsSync } from 'node:fs';
import { buildWebIfStale } from './build-web.ts';
import { BFF_FLAGS, listening, startChild, stopChild } from './child.ts';
import { localRun, SANDBOX_ADMIN_PASSWORD, sandboxEnvironment } from './sandbox-environment.ts';

// `npm start`: builds the web if it is stale and runs the portal, with the CRM sandbox if no CRM is configured.

if (existsSync('.env')) process.loadEnvFile('.env');
if (await buildWebIfStale()) console.log('Built the web.');

const local = localRun(process.env);
const withSandbox = !process.env.CRM_API_URL;
const sandbox = withSandbox
  ? startChild(['fixtures/crm-sandbox/main.ts'], {
      SANDBOX_PORT: String(local.sandboxPort),
      PUBLIC_URL: local.publicUrl,
    })
  : undefined;
if (sandbox && !(await listening(sandbox))) process.exit(1);

const bff = startChild([...BFF_FLAGS, 'bff/main.ts'], withSandbox ? sandboxEnvironment(local) : {});
let stopping = false;
const stop = async (exitCode: number) => {
  if (stopping) return;
  stopping = true;
  await stopChild(bff);
  if (sandbox) await stopChild(sandbox);
  process.exit(exitCode);
};
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));

if (!(await listening(bff))) await stop(1);
bff.once('exit', () => void stop(1));
sandbox?.once('exit', () => void stop(1));

console.log(`\nPortal    ${local.publicUrl}`);
if (withSandbox) {
  const response = await fetch(`${local.sandboxUrl}/sandbox/people`);
  const people = (await response.json()) as { name: string; hash: string }[];
  for (const { name, hash } of people) console.log(`  ${name.padEnd(8)}${local.publicUrl}/?survey_hash=${hash}`);
  console.log(`Admin     ${local.publicUrl}/admin  (password: ${SANDBOX_ADMIN_PASSWORD})`);
  console.log(`CRM sandbox  ${local.sandboxUrl}  (fresh at each start)`);
}
