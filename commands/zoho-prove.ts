import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';

// `npm run zoho:prove`: what this tree does on the CRM of `.env`, as a dated page to commit (docs/zoho.md).

if (existsSync('.env')) process.loadEnvFile('.env');
if (!process.env.CRM_API_URL) {
  console.error('CRM_API_URL is not set: this runs on an organisation, named in .env.');
  process.exit(1);
}

const RUNS: readonly (readonly [command: string, env: NodeJS.ProcessEnv])[] = [
  ['npm run -s crm:check', {}],
  ['npm run -s conformance', { CONFORMANCE_WRITES: '1' }],
  ['npm run -s record:check', {}],
];
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

const results = RUNS.map(([command, env]) => {
  console.log(command);
  const { status, stdout, stderr } = spawnSync(command, {
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  const said = `${stdout}${stderr}`.replace(COLOURS, '').trimEnd();
  console.log(`  exit ${status}`);
  return { command, status, said };
});

const date = new Date().toISOString().slice(0, 10);
const path = `docs/zoho-results/${date}.md`;
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
mkdirSync('docs/zoho-results', { recursive: true });
writeFileSync(
  path,
  [
    `# ${date}: ${new URL(process.env.CRM_API_URL).host}, commit ${commit}`,
    ...results.map(({ command, status, said }) => `\n## \`${command}\`: exit ${status}\n\n\`\`\`\n${said}\n\`\`\``),
    '',
  ].join('\n'),
);
console.log(`${path} is written: read it through before you commit it.`);
process.exit(results.every(({ status }) => status === 0) ? 0 : 1);
