import { describe, expect, test } from 'vitest';
import { STORING_RULES } from '../../../fixtures/crm-sandbox/behaviours.ts';
import { type SandboxUnderTest, sandboxUnderTest } from '../../crm-sandbox/sandbox-under-test.ts';
import { commandsOn } from './commands.ts';

// `crm:check -- --write`: everything that the portal writes is written once, read back and removed.

const MODULES = ['Contacts', 'Deals', 'Calls', 'Tasks', 'Notes', 'Attachments'];

async function rehearsalOn(behaviours: Record<string, boolean> = {}) {
  const crm = await sandboxUnderTest();
  await crm.control('PATCH', '/behaviours', behaviours);
  const { check } = commandsOn(() => crm);
  const before = await leftIn(crm);
  const { said, exitCode } = await check(['--write']);
  return { crm, check, said, exitCode, before, after: await leftIn(crm) };
}

/** Records that were made and not deleted, by the CRM's own journal. */
async function leftIn(crm: SandboxUnderTest): Promise<string[]> {
  type Entry = { did: string; module: string; id: string };
  const journal: Entry[] = (await crm.control('GET', '/journal')).json;
  const ids = (did: string) => journal.filter((entry) => entry.did === did && MODULES.includes(entry.module));
  const gone = new Set(ids('delete').map(({ id }) => id));
  return ids('create').flatMap(({ module, id }) => (gone.has(id) ? [] : `${module} ${id}`));
}

describe('crm:check -- --write', () => {
  test('on a CRM that is set up as the portal needs it, everything reads back as written, and no test record is left', async () => {
    const { crm, check, said, before, after } = await rehearsalOn();
    for (const part of ['leftovers', 'contacts', 'deals', 'records about a deal', 'removing']) {
      expect(said).toMatch(new RegExp(`^writing: ${part} .* good$`, 'm'));
    }
    expect(after).toEqual(before);
    expect(await crm.control('GET', '/outbox')).toMatchObject({ json: [] });

    const to = 'beheer@thuisbatterij.example';
    expect(await check(['--write', '--mail-to', to])).toMatchObject({ exitCode: 0 });
    expect((await crm.control('GET', '/outbox')).json).toMatchObject([{ to: [{ email: to }] }]);
    expect(await check(['--mail-to', to])).toMatchObject({
      exitCode: 1,
      said: expect.stringContaining('goes with --write'),
    });
  });

  test.each<[keyof typeof STORING_RULES, RegExp[]]>([
    [
      'requiredFields',
      [/layout "Standard" +refused \(invalid 400 MANDATORY_NOT_FOUND Mobile\) +no contact can be made/],
    ],
    ['signatureNotByApi', [/gaikan_signature_plain +does not come back as written +Standard: nobody can sign/]],
    ['signatureReadOnly', [/portal_signature_evidence +does not come back as written +Standard: nobody can sign/]],
    ['secondLayout', [/portal_withdrawn_at +does not come back as written +Zakelijk, won: nobody can withdraw/]],
    ['pipelineWithoutClosedWon', [/Stage "Closed Won" +refused \(invalid 400 INVALID_DATA Stage\)/]],
    [
      'wonDealsLocked',
      [/portal_withdrawn_at +refused \(locked 400 RECORD_LOCKED.*\) +Standard, won: nobody can withdraw/],
    ],
    ['tasksCreatable', [/Tasks +refused \(.*NO_PERMISSION.*\) +colleagues get no tasks/]],
  ])(
    '%s: a value that does not read back is named, with what depends on it, and nothing is left',
    async (rule, sentences) => {
      const { said, exitCode, before, after } = await rehearsalOn({ [rule]: STORING_RULES[rule] });
      const written = said.slice(said.indexOf('writing:'));
      for (const sentence of sentences) expect(written).toMatch(sentence);
      expect(exitCode).toBe(1);
      expect(after).toEqual(before);
    },
  );

  test('the next run removes what an interrupted run left', async () => {
    const crm = await sandboxUnderTest();
    const { check } = commandsOn(() => crm);
    await crm.control('POST', '/faults', { kind: 'status', status: 500, match: 'DELETE ' });
    expect(await check(['--write'])).toMatchObject({
      exitCode: 1,
      said: expect.stringMatching(/Portaalproef crm:check +is left in the CRM +advice: the next run removes it/),
    });
    expect(await leftIn(crm)).not.toEqual([]);
    await crm.control('DELETE', '/faults');
    expect(await check(['--write'])).toMatchObject({ exitCode: 0 });
    expect(await leftIn(crm)).toEqual([]);
  });
});
