import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type SandboxUnderTest, sandboxUnderTest } from '../../crm-sandbox/sandbox-under-test.ts';
import { ROOT } from '../../house/sources.ts';
import { commandsOn } from './commands.ts';

const ALL = 2_500;
/** The sandbox has twelve people of its own. */
const GENERATED = ALL - 12;

let crm: SandboxUnderTest;
beforeEach(async () => {
  crm = await sandboxUnderTest({ contacts: GENERATED, latencyMs: 60 });
});

const { setup, environment, deleteField, hashes, writes } = commandsOn(() => crm);

/** How many links each contact was given. */
const timesGiven = async () => {
  const journal: { module: string; id: string; values: object }[] = (await crm.control('GET', '/journal')).json;
  const times = new Map<string, number>();
  for (const { module, id, values } of journal) {
    if (module === 'Contacts' && 'survey1_hash' in values) times.set(id, (times.get(id) ?? 0) + 1);
  }
  return times;
};

describe('B1 links for many contacts', () => {
  // Deleting the field deletes its values.
  beforeEach(async () => {
    await deleteField('Contacts', 'survey1_hash');
    await crm.control('DELETE', '/requests');
    await crm.control('DELETE', '/at-once');
  });

  test('one call writes a hundred links, calls run at the same time in half of the slots, and progress is shown', async () => {
    const { said, exitCode } = await setup(['--apply']);
    expect(said).toMatch(
      /a link to https:\/\/portaal\.example for every contact\n1000 of 2500\n2000 of 2500\n +2500 given\n/,
    );
    expect(exitCode).toBe(0);
    expect((await writes()).filter((path) => path === '/crm/v8/Contacts')).toHaveLength(ALL / 100);
    const { most } = (await crm.control('GET', '/at-once')).json;
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(4);
    expect(new Set((await hashes()).values()).size).toBe(2_000);
  });

  test.each([
    ['is killed', 'bff/organisation/setup.ts', 'SIGKILL'],
    ['is stopped with Ctrl-C', 'commands/crm-setup.ts', 'SIGINT'],
  ] as const)(
    'a run that %s gives no more links, and the next run continues where it stopped',
    async (_how, program, signal) => {
      const child = spawn(process.execPath, [program, '--apply'], { cwd: ROOT, env: environment() });
      onTestFinished(() => void child.kill('SIGKILL'));
      let said = '';
      child.stdout.on('data', (chunk) => {
        said += chunk;
        if (said.includes('1000 of 2500')) child.kill(signal);
      });
      await once(child, 'close');
      const first = await timesGiven();
      expect(first.size).toBeGreaterThanOrEqual(1_000);
      expect(first.size).toBeLessThan(ALL);
      const { said: then, exitCode } = await setup(['--apply']);
      // Writes of the killed run may arrive after the new run has read: the guard refuses a second link.
      expect(then).toMatch(
        /a link to https:\/\/portaal\.example for the \d+ contacts without one\n(\d+ of \d+\n)* +\d+ given(, \d+ refused \(ALREADY_MODIFIED\))?\n/,
      );
      expect(exitCode).toBe(0);
      const all = await timesGiven();
      expect(all.size).toBe(ALL);
      expect([...all.values()].every((times) => times === 1)).toBe(true);
    },
  );

  test('a CRM that fails half-way ends the run with the links given so far, and exit 1', async () => {
    await crm.control('POST', '/faults', { kind: 'status', status: 403, match: 'PUT /crm/v8/Contacts', rate: 0.2 });
    const { said, exitCode } = await setup(['--apply']);
    expect(said).toMatch(/\d+ given, then stopped: unauthorized 403 NO_PERMISSION/);
    expect(said).toContain('The CRM does not have survey1_hash yet.');
    expect(exitCode).toBe(1);
  });
});

test('B1 with --links the command makes only links, and no fields', async () => {
  await deleteField('Deals', 'survey1_no_calc');
  const { contactId } = await crm.person('anna');
  await crm.control('PATCH', `/records/Contacts/${contactId}`, { survey1_hash: null });
  const { said, exitCode } = await setup(['--apply', '--links']);
  expect(said).toMatch(/a link to https:\/\/portaal\.example for the 1 contacts without one\n +1 given/);
  expect(said).not.toContain('survey1_no_calc');
  expect(exitCode).toBe(0);
});

test('B1 the timer’s unit makes only links, and is not stopped while it runs', () => {
  const unit = readFileSync(join(ROOT, 'deploy/crm-setup.service'), 'utf8');
  // The command of npm would also read an .env that was left behind.
  expect(unit).toMatch(/^ExecStart=.* bff\/organisation\/setup\.ts --apply --links$/m);
  expect(unit).toMatch(/^TimeoutStartSec=infinity$/m);
});

test('B1 the nightly job of compose and Kubernetes makes only links, from any folder, in a pod that gets no visitors', () => {
  const crontab = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  expect(crontab).toMatch(
    /`40 3 \* \* \* docker-compose -f \/opt\/portal\/deploy\/compose\.yaml run --rm -T portal bff\/organisation\/setup\.ts --apply --links`/,
  );
  const job = readFileSync(join(ROOT, 'deploy/kubernetes/links.yaml'), 'utf8');
  expect(job).toContain('args: ["bff/organisation/setup.ts", "--apply", "--links"]');
  expect(job).toMatch(/^ +app\.kubernetes\.io\/name: portal-links$/m);
});
