import { existsSync } from 'node:fs';
import { buildWebIfStale } from './build-web.ts';
import { BFF_FLAGS, listening, startChild, stopChild } from './child.ts';
import { adminLine, localRun, sandboxEnvironment, startSandbox } from './sandbox-environment.ts';

// `npm start`: builds the web if it is stale and runs the portal, with the CRM sandbox if no CRM is configured.

if (existsSync('.env')) process.loadEnvFile('.env');
if (await buildWebIfStale()) console.log('Built the web.');

const local = localRun(process.env);
const sandbox = process.env.CRM_API_URL ? undefined : await startSandbox(local);
const bff = startChild([...BFF_FLAGS, 'bff/main.ts'], sandbox ? sandboxEnvironment(local) : {});
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
if (sandbox) {
  const response = await fetch(`${local.sandboxUrl}/sandbox/people`);
  const people = (await response.json()) as { name: string; hash: string }[];
  for (const { name, hash } of people) console.log(`  ${name.padEnd(8)}${local.publicUrl}/?survey_hash=${hash}`);
  console.log(`Admin     ${adminLine(local)}`);
  console.log(`CRM sandbox  ${local.sandboxUrl}  (fresh at each start)`);
}
