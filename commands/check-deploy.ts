import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { parseAllDocuments } from 'yaml';
import { absence, bringPrograms, type ProgramName, programPath, programsOf } from './programs.ts';

// `npm run deploy:check`: checks every file of deploy/ with its own tool. A tool that is missing and cannot be
// installed is a failure.

const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url));
const KUBERNETES_KINDS = { CronJob, NetworkPolicy, Deployment, PodDisruptionBudget, Service };
/** systemd's exposure scale: 0 is best, 10 worst. */
const MOST_EXPOSURE = 1.5;

const room = mkdtempSync(join(tmpdir(), 'deploy-check-'));
let failed = 0;

/** Runs a tool and returns its output; an error counts as a failure, with its message. */
const run = (what: string, name: ProgramName, args: string[], cwd: string = DEPLOY): string =>
  outputOf(what, spawnSync(programPath(name), args, { cwd, encoding: 'utf8' }));

function outputOf(what: string, { status, stdout, stderr }: SpawnSyncReturns<string>): string {
  report(what, status === 0 ? '' : `${stdout}${stderr}`.trim());
  return stdout;
}

function report(what: string, fault: string): void {
  if (fault !== '') failed += 1;
  console.log(fault === '' ? `ok      ${what}` : `FAILED  ${what}\n${fault}`);
}

function checkDockerfile(): void {
  const linter = fileURLToPath(new URL('../node_modules/.bin/dockerfile-utils', import.meta.url));
  outputOf(
    'Dockerfile',
    spawnSync(process.execPath, [linter, 'lint', 'Dockerfile'], { cwd: DEPLOY, encoding: 'utf8' }),
  );
}

/** If no portal answers, Caddy's error log contains the request. The log must contain neither link nor key. */
async function checkCaddyLog(): Promise<void> {
  const environment = { PORTAL_HOST: 'http://localhost:8446', PORTAL_UPSTREAMS: '127.0.0.1:9', XDG_DATA_HOME: room };
  const caddy = spawn(programPath('caddy'), ['run', '--adapter', 'caddyfile', '--config', `${DEPLOY}Caddyfile`], {
    env: { ...process.env, ...environment, XDG_CONFIG_HOME: room },
  });
  let said = '';
  caddy.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = once(caddy, 'exit');
  const ask = () =>
    fetch('http://localhost:8446/?survey_hash=SECRET', { headers: { 'x-survey-hash': 'SECRET' } }).then(
      ({ status }) => status,
      () => undefined,
    );
  let status = await ask();
  for (let tries = 0; status === undefined && tries < 50; tries += 1) {
    await wait(100);
    status = await ask();
  }
  caddy.kill();
  await ended;
  const fault = said.includes('SECRET') ? 'it holds the link' : said.includes('http.log.error') ? '' : 'no fault in it';
  report('Caddyfile, its log of a request that no portal answers', fault);
}

/** The file refers to an environment file and a certificate that exist only on the target machine. */
function checkCompose(): void {
  mkdirSync(join(room, 'deploy'));
  copyFileSync(`${DEPLOY}compose.yaml`, join(room, 'deploy/compose.yaml'));
  writeFileSync(join(room, '.env'), '');
  const profiles = ['--profile', 'several', '--profile', 'watched'];
  run('compose.yaml', 'docker-compose', ['-f', 'compose.yaml', ...profiles, 'config', '-q'], join(room, 'deploy'));
}

function checkHaproxy(): void {
  const pem = join(room, 'portal.pem');
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=portaal.example'];
  run('a certificate to try HAProxy with', 'openssl', [...request, '-keyout', pem, '-out', `${pem}.crt`]);
  writeFileSync(pem, readFileSync(pem, 'utf8') + readFileSync(`${pem}.crt`, 'utf8'));
  const file = join(room, 'haproxy.cfg');
  writeFileSync(file, readFileSync(`${DEPLOY}haproxy.cfg`, 'utf8').replace('/etc/haproxy/portal.pem', pem));
  run('haproxy.cfg', 'haproxy', ['-c', '-f', file]);
}

/** /opt/portal does not exist here, so the checked units start another program. */
function checkUnits(): void {
  const units = ['portal.service', 'crm-setup.service', 'crm-setup.timer'];
  for (const unit of units) {
    const text = readFileSync(DEPLOY + unit, 'utf8').replaceAll(/^ExecStart=\S+/gm, 'ExecStart=/bin/true');
    writeFileSync(join(room, unit), text);
  }
  run('systemd units', 'systemd-analyze', ['verify', ...units.map((unit) => join(room, unit))]);
  for (const unit of units.filter((name) => name.endsWith('.service'))) {
    const threshold = `--threshold=${MOST_EXPOSURE * 10}`;
    run(`${unit}, how exposed`, 'systemd-analyze', ['security', '--offline=true', threshold, join(room, unit)]);
  }
}

function checkKubernetes(folder: string, count: number): void {
  const rendered = run(`${folder}, put together`, 'kubectl', ['kustomize', folder]);
  const manifests = parseAllDocuments(rendered).map((document) => document.toJS() as { kind: string });
  report(
    `${folder}, every manifest there`,
    manifests.length === count ? '' : `${manifests.length} of ${count} manifests`,
  );
  for (const manifest of manifests) {
    const Kind = KUBERNETES_KINDS[manifest.kind as keyof typeof KUBERNETES_KINDS];
    try {
      new Kind(manifest as never).validate();
      report(`${folder} ${manifest.kind}`, '');
    } catch (error) {
      report(`${folder} ${manifest.kind}`, error instanceof Error ? error.message : 'unknown fault');
    }
  }
}

const missing = bringPrograms(programsOf('deploy:check'));
for (const name of missing) report(name, absence(name));
if (missing.length > 0) process.exit(1);

checkDockerfile();
checkCompose();
run('Caddyfile', 'caddy', ['validate', '--adapter', 'caddyfile', '--config', 'Caddyfile']);
await checkCaddyLog();
checkHaproxy();
run('connections.nft, tried in a network of its own', 'unshare', [
  '--user',
  '--map-root-user',
  '--net',
  process.execPath,
  fileURLToPath(new URL('try-connections.ts', import.meta.url)),
]);
checkUnits();
checkKubernetes('kubernetes', 4);
checkKubernetes('kubernetes-several', 6);
run('prometheus.yaml', 'promtool', ['check', 'config', 'prometheus.yaml']);
run('alert rules', 'promtool', ['check', 'rules', 'alerts.yaml']);
run('alert rules, tested', 'promtool', ['test', 'rules', 'alerts.test.yaml']);
run('alertmanager.yaml', 'amtool', ['check-config', 'alertmanager.yaml']);
for (const [severity, receiver] of [
  ['page', 'duty'],
  ['warn', 'mailbox'],
]) {
  const route = ['--config.file=alertmanager.yaml', `--verify.receivers=${receiver}`, `severity=${severity}`];
  run(`an alert of severity ${severity} reaches ${receiver}`, 'amtool', ['config', 'routes', 'test', ...route]);
}
rmSync(room, { recursive: true });
process.exit(failed === 0 ? 0 : 1);
