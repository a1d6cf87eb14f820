import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// `npm run zoho:prove` runs the commands below against the CRM that `.env` names, and writes their results to a dated
// page in `docs/zoho-results`, to be committed (docs/zoho.md). With `-- --only <command>` it runs one command; with
// `-- --into <folder>` it writes the page to another folder.

const RUNS: readonly (readonly [script: string, args: string, env: NodeJS.ProcessEnv])[] = [
  ['crm:setup', '', {}],
  ['crm:check', '-- --write', {}],
  ['conformance', '', { CONFORMANCE_WRITES: '1' }],
  ['record:check', '', {}],
  ['soak', '-- --organisation --journeys 10', {}],
];
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, into: { type: 'string' } } });
const { only, into = 'docs/zoho-results' } = values;
if (existsSync('.env')) process.loadEnvFile('.env');
const { CRM_API_URL } = process.env;
if (!CRM_API_URL) {
  console.error('CRM_API_URL is not set: this runs on an organisation, named in .env.');
  process.exit(1);
}

const runs = RUNS.filter(([script]) => only === undefined || only.includes(script));
const results = runs.map(([script, args, env]) => {
  const command = `npm run ${script} ${args}`.trim();
  console.log(command);
  const { status, stdout, stderr } = spawnSync(command.replace('run', 'run -s'), {
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  const said = `${stdout}${stderr}`.replace(COLOURS, '').trim();
  console.log(`  exit ${status}`);
  return { command, status, said };
});

const date = new Date().toISOString().slice(0, 10);
const path = join(into, `${date}.md`);
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
mkdirSync(into, { recursive: true });
writeFileSync(
  path,
  [
    `# ${date}: ${new URL(CRM_API_URL).host}, commit ${commit}`,
    '',
    ...results.map(({ command, status }) => `- \`${command}\`: exit ${status}`),
    ...results.map(({ command, said }) => `\n## \`${command}\`\n\n\`\`\`\n${said}\n\`\`\``),
    '',
  ].join('\n'),
);
console.log(`${path} is written: read it through before you commit it.`);
process.exit(results.length > 0 && results.every(({ status }) => status === 0) ? 0 : 1);
