import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { COSTS, capacity } from '../../../bff/organisation/capacity.ts';
import { ROOT } from '../../house/sources.ts';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { ownPortal } from '../own-portal.ts';

/** The command as npm runs it, in a process of its own. */
const asProcess = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bff/organisation/capacity.ts', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { exitCode: status, stdout, stderr };
};

describe('npm run capacity', () => {
  test('says which part of a day’s credits a campaign and a desk cost, over how many days to spread the links, and in which waves', () => {
    const asked = ['--edition', 'enterprise', '--users', '25', '--links', '40000', '--callers', '25'];
    const { exitCode, said } = capacity(asked);
    expect(exitCode).toBe(0);
    expect(said).toContain('CRM_CREDITS_A_DAY=75000, CRM_MAX_CONCURRENCY=18');
    expect(said).toContain('dials: 2,400, 24,000 calls, 24,000 credits');
    expect(said).toMatch(/together: [\d,]+ credits, 2\d\d % of the day's/);
    expect(said).toMatch(/spread them over 5 days/);
    expect(said).toMatch(/send in waves of 2,000 a minute/);
    expect(said).toMatch(/mails: 800 copies of orders, of 100 a day/);
  });

  test('a desk that uses the whole day’s credits leaves no day for links', () => {
    const { said } = capacity(['--edition', 'professional', '--users', '5', '--callers', '60', '--links', '100']);
    expect(said).toContain('links a day before the stats stop: 0 (spread them over no such days)');
  });

  test.each([
    [['--edition', 'standard'], '--edition is one of professional, enterprise, ultimate'],
    [['--callers', 'five'], '--callers is a number: callers at the desk'],
    [['--links', '-1'], '--links'],
    [['--guests', '5'], '--guests'],
  ])('%j is refused in a sentence', (args, sentence) => {
    const { exitCode, said } = capacity(args);
    expect(exitCode).toBe(1);
    expect(said).toContain(sentence);
    expect(said).not.toMatch(/ at .*\.ts:/);
  });
});

test('npm run capacity writes its answer, or a refusal as an error, and ends with its code', () => {
  const { said } = capacity([]);
  expect(asProcess()).toEqual({ exitCode: 0, stdout: said, stderr: '' });
  const refused = capacity(['--guests', '5']).said;
  expect(asProcess('--guests', '5')).toEqual({ exitCode: 1, stdout: '', stderr: refused });
});

test('a link with its quote, and a signature, never cost the CRM more calls and credits than the command says', async () => {
  const portal = await ownPortal({}, { now: () => Date.now() + 5_000 });
  await portal.settled();
  const expectAtMost = async (cost: { calls: number; credits: number }, work: () => Promise<unknown>) => {
    const calls = await portal.crmCallsOf(async () => {
      await work();
      await portal.delivered();
      await portal.settled();
    });
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.length).toBeLessThanOrEqual(cost.calls);
    expect(calls.reduce((sum, { credits }) => sum + credits, 0)).toBeLessThanOrEqual(cost.credits);
  };
  const bram = portal.as('bram');
  await expectAtMost(COSTS.link, async () => {
    await bram.get('/api/contacts/verify');
    await bram.get(bram.deal);
    await bram.post(`${bram.deal}/viewed`, {});
  });
  await expectAtMost(COSTS.signature, () => pdfDesk(portal).sign('bram', "Bram van 't Hof"));
});
