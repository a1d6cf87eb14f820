import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { KeyedMarks } from '../../../bff/access/keyed-marks.ts';
import { isProven, newKeyedLink, readSurveyHash } from '../../../bff/access/survey-link.ts';
import { checkQuestions } from '../../../bff/organisation/check-organisation.ts';
import { giveHashes } from '../../../bff/organisation/give-hashes.ts';
import type { CrmClient } from '../../../crm-contract/client.ts';
import { CrmError } from '../../../crm-contract/errors.ts';
import { OTHER_WAY } from '../../../fixtures/crm-sandbox/behaviours.ts';
import { startSandbox } from '../../../fixtures/crm-sandbox/server.ts';
import { type SandboxUnderTest, sandboxUnderTest } from '../../crm-sandbox/sandbox-under-test.ts';
import { clientOf, commandsOn } from './commands.ts';

// The commands for connecting a CRM, on a CRM over real HTTP. A few run as npm runs them, in a process of their own;
// the others are the same programs in this process.

let crm: SandboxUnderTest;
beforeEach(async () => {
  crm = await sandboxUnderTest({ contacts: 130 });
});

const { check, setup, runAsProcess, deleteField, hashes, writes } = commandsOn(() => crm);

describe('crm:check and crm:setup', () => {
  test('a CRM with the schema of decision D has no faults, and nothing is to be made', async () => {
    const checked = await check();
    expect(checked.said).toContain('The portal can work with this CRM.');
    // One person typed a name before the portal existed (decision J3).
    expect(checked.said.match(/^.* (fault|advice): .*$/gm)).toEqual([
      expect.stringMatching(/portal_signature_evidence +1 signatures have none +advice: they are shown as signed/),
    ]);
    expect(checked.said).toMatch(
      /^What the API does not tell, to look at by hand:\n1\. Approval and review processes.*\n +http/m,
    );
    expect(checked.exitCode).toBe(0);
    const applied = await setup(['--apply']);
    expect(applied).toMatchObject({ exitCode: 0, said: expect.stringContaining('Nothing to do.') });
    expect(await writes()).toEqual([]);
  });

  test('missing parts are reported, shown, created, and then exist', async () => {
    await deleteField('Contacts', 'survey1_hash');
    await deleteField('Deals', 'survey1_no_calc');
    await deleteField('Deals', 'survey1_calc');
    const small = { fields: [{ field_label: 'survey1_calc', data_type: 'textarea', textarea: { type: 'small' } }] };
    await crm.crm('POST', '/settings/fields?module=Deals', small);
    await crm.control('DELETE', '/requests');

    const before = await check();
    expect(before.exitCode).toBe(1);
    expect(before.said).toMatch(/survey1_hash +is missing +no personal link opens/);
    expect(before.said).toMatch(/survey1_no_calc +is missing +a quote cannot be made by hand/);
    expect(before.said).toMatch(/survey1_calc +takes 2000 characters, 32000 are needed/);

    const shown = await setup();
    expect(shown.exitCode).toBe(0);
    expect(shown.said).toMatch(/Contacts\.survey1_hash +text of 255 characters, unique\n/);
    expect(shown.said).toContain('Nothing was changed.');
    expect(await writes()).toEqual([]);

    const applied = await setup(['--apply']);
    expect(applied.said).toMatch(/Contacts\.survey1_hash .*\n +made\n/);
    expect(applied.said).toMatch(/Deals\.survey1_no_calc .*\n +made\n/);
    expect(applied.exitCode).toBe(0);
    const given = [...(await hashes()).values()];
    expect(applied.said).toContain(`${given.length} given`);
    expect(given.every((hash) => /^[A-Za-z0-9_-]{22,}$/.test(hash ?? ''))).toBe(true);
    expect(new Set(given).size).toBe(given.length);

    // The command never changes an existing value, even a wrong one: a person decides about it.
    const after = await check();
    expect(after.said).toMatch(/survey1_calc +takes 2000/);
    expect(after.said).not.toMatch(/is missing {2}/);
    expect(after.exitCode).toBe(1);
    expect((await setup(['--apply'])).said).toContain('Nothing to do.');
  });

  test('B1 only contacts without a hash get one, with its link; no workflow runs', async () => {
    await crm.control('POST', '/workflow', { afterMs: 0 });
    const [anna, bram] = [(await crm.person('anna')).contactId, (await crm.person('bram')).contactId];
    for (const id of [anna, bram]) {
      await crm.control('PATCH', `/records/Contacts/${id}`, { survey1_hash: null, survey1_url: null });
    }
    const before = await hashes();
    expect((await check()).said).toMatch(/survey1_hash +2 contacts have none +advice: /);
    expect((await setup(['--apply'])).said).toMatch(
      /a link to https:\/\/portaal\.example for the 2 contacts without one\n +2 given/,
    );
    const after = await hashes();
    for (const [id, hash] of before) if (id !== anna && id !== bram) expect(after.get(id)).toBe(hash);
    const contact = (await crm.control('GET', `/records/Contacts/${anna}`)).json;
    expect(contact.survey1_url).toBe(`https://portaal.example/?survey_hash=${after.get(anna)}`);
    expect(contact.Description).toBeNull();

    // The secret is replaced: links of the old one still work, as links without a check.
    const dropped = newKeyedLink(new KeyedMarks(['a secret that was replaced and then removed']));
    await crm.control('PATCH', `/records/Contacts/${bram}`, { survey1_hash: dropped });
    const { said, exitCode } = await check();
    expect(said).toMatch(/survey1_hash +1 contacts have one of a removed PORTAL_SECRET +advice: they work, /);
    expect(exitCode).toBe(0);
  });

  test('each query of the portal is tried, and the report says what another behaviour means', async () => {
    const asDocumented = await check();
    expect(await writes()).toEqual([]);
    expect(await crm.control('GET', '/outbox')).toMatchObject({ json: [] });
    expect(asDocumented.said).toMatch(/opening a link +works +good/);
    expect(asDocumented.said).toMatch(/the order of the leads +works +good/);
    await crm.control('PATCH', '/behaviours', OTHER_WAY);
    const { said, exitCode } = await check();
    expect(said).toMatch(/closed_activities +works the other way +advice: calls that were made are found by a query/);
    expect(said).toMatch(/tags_by_query +works the other way +advice: who must not be called is read from the list/);
    expect(said).toMatch(/extremes_of_moments +works the other way +advice: calls are read one by one/);
    expect(said).toMatch(/large_text_by_query +works the other way +advice: quote, signature and evidence are read/);
    // Each screen that depends on the behaviour says so.
    for (const screen of ['opening a link', 'the quote', 'a contact at the desk', 'the copy of a signed order']) {
      expect(said).toMatch(new RegExp(`^${screen} +works +good, with advice\\n  large_text_by_query`, 'm'));
    }
    for (const screen of ['tasks about a deal', 'tasks about a contact', 'the outcome of a call']) {
      expect(said).toMatch(new RegExp(`^${screen} +works +good, with advice\\n  closed_activities`, 'm'));
    }
    expect(said).toMatch(
      /^ {2}voorbeeld@\S+ +the CRM does not mail for us \(.*NO_PERMISSION.*\) +advice: no link and no/m,
    );
    expect(said).toContain('The portal can work with this CRM.');
    expect(exitCode).toBe(0);
    expect(await writes()).toEqual([]);
  });

  test('if their query is refused, the figures of the stats and the owners of callbacks are reported as missing', async () => {
    for (const sent of ['Lead_Owner_Flow from Deals', 'What_Id, Owner, Call_Start_Time']) {
      await crm.control('POST', '/faults', { kind: 'status', status: 400, match: 'coql', sent });
    }
    const { said, exitCode } = await check();
    expect(said).toMatch(
      /^the stats +works +good, with advice\n {2}funnel +missing +advice: the stats go on without it/m,
    );
    expect(said).toMatch(/^agreed calls +works +good, with advice\n {2}callbacks +missing +advice: a lead whose/m);
    expect(exitCode).toBe(0);
  });

  test('data that the CRM never gives are reported as missing, and the report says how the screen works without them', async () => {
    const client = clientOf(crm.url);
    const query: CrmClient['query'] = async (asked, ...rest) => {
      if ('write' in asked || !asked.text.includes('Call_Result')) return client.query(asked, ...rest);
      throw new CrmError({ kind: 'refused', operation: 'query.Calls', status: 400, code: 'INVALID_QUERY', sent: 'no' });
    };
    const areas = await checkQuestions({ ...client, query });
    const order = areas.find(({ name }) => name === 'the order of the leads');
    expect(order?.findings).toEqual([
      {
        level: 'advice',
        what: 'call history',
        is: 'missing',
        means: 'the leads go on in the order of their registration, and staff is told',
      },
    ]);
  });

  test('B1 a hash that somebody else set meanwhile stays', async () => {
    const [anna, bram] = [(await crm.person('anna')).contactId, (await crm.person('bram')).contactId];
    for (const id of [anna, bram]) await crm.control('PATCH', `/records/Contacts/${id}`, { survey1_hash: null });
    const marks = new KeyedMarks(['a secret of at least thirty-two letters']);
    const theirs = 'a-hash-that-a-colleague-made';
    const client = clientOf(crm.url);
    const query: CrmClient['query'] = async (...asked) => {
      const rows = await client.query(...asked);
      await crm.control('PATCH', `/records/Contacts/${anna}`, { survey1_hash: theirs });
      return rows;
    };
    expect(await giveHashes({ ...client, query }, marks, 'https://portaal.example')).toContain(
      '1 refused (ALREADY_MODIFIED)',
    );
    expect((await hashes()).get(anna)).toBe(theirs);
    const given = readSurveyHash((await hashes()).get(bram) ?? '');
    expect(given).toHaveLength(44);
    expect(given && isProven(given, marks)).toBe(true);
    expect(given && isProven(given, new KeyedMarks(['another secret of at least 32 letters']))).toBe(false);
  });

  test('a refusal of the CRM is reported with its reason, and not called done', async () => {
    await deleteField('Deals', 'survey1_no_calc');
    await crm.control('POST', '/faults', { match: 'POST .*/settings/fields', kind: 'status', status: 403 });
    const { exitCode, said } = await setup(['--apply']);
    expect(said).toMatch(/survey1_no_calc +boolean\n +refused \(unauthorized 403 NO_PERMISSION\)/);
    expect(said).toContain('The CRM does not have Deals.survey1_no_calc yet.');
    expect(exitCode).toBe(1);
  });

  test('if the token may not read the settings, a check that people can do by hand is advice', async () => {
    await crm.control('POST', '/faults', {
      match: 'GET .*/settings/(related_lists|blueprints|record_locking)',
      kind: 'status',
      status: 403,
    });
    const { exitCode, said } = await check();
    expect(said).toMatch(/settings\.layouts +refused \(unauthorized 403 NO_PERMISSION\) +advice: nothing is known/);
    expect(said).toMatch(/settings\.blueprints +refused .* +advice: nothing is known about it/);
    expect(said).toMatch(/settings\.locking +refused .* +advice: nothing is known about it/);
    expect(said).toContain('The portal can work with this CRM.');
    expect(exitCode).toBe(0);
  });

  test('a CRM that gives no token or is down is reported in one sentence', async () => {
    const strict = await startSandbox({ port: 0, strict: true });
    onTestFinished(() => strict.close());
    const refused = await check([], strict.url);
    expect(refused.said).toContain('settings.scopes failed (unauthorized invalid_client).');
    const nowhere = await runAsProcess('commands/crm-setup.ts', ['--apply'], 'http://127.0.0.1:9');
    expect(nowhere.said).toContain('failed (unreachable ECONNREFUSED).');
    expect([refused.exitCode, nowhere.exitCode]).toEqual([1, 1]);
  });

  test('in production a missing CRM_API_URL is reported in one sentence, and the sandbox is not called', async () => {
    await crm.control('DELETE', '/requests');
    const env = { NODE_ENV: 'production', CRM_API_URL: '', SANDBOX_PORT: new URL(crm.url).port };
    for (const command of ['commands/crm-check.ts', 'commands/crm-setup.ts']) {
      expect(await runAsProcess(command, [], crm.url, env)).toEqual({
        exitCode: 1,
        said: 'CRM_API_URL is missing: run this with the environment of the portal (docs/operations.md, "Running a command").\n',
      });
    }
    expect((await crm.control('GET', '/requests')).json).toEqual([]);
  });

  test('text of the CRM reaches the terminal as text, not as commands to it', async () => {
    const token = { access_token: 'x', expires_in: 3600, scope: 'ZohoCRM.modules.ALL', token_type: 'Bearer' };
    const hostile = createServer(({ url }, answer) => {
      const isToken = url?.startsWith('/oauth') === true;
      const field = { id: '1', api_name: 'survey1_hash', data_type: '\u001b]0;owned\u0007\u202enekot' };
      answer.end(JSON.stringify(isToken ? token : { fields: [field] }));
    });
    hostile.listen(0, '127.0.0.1');
    await once(hostile, 'listening');
    onTestFinished(() => void hostile.close());
    const { port } = hostile.address() as AddressInfo;
    const { said } = await check([], `http://127.0.0.1:${port}`);
    expect(said).toContain('is a field of type ?]0;owned??nekot, not');
  });

  test('zoho:prove writes the output and the end of each command, as a dated page', async () => {
    const into = await mkdtemp(join(tmpdir(), 'zoho-prove-'));
    onTestFinished(() => rm(into, { recursive: true }));
    await crm.control('PATCH', '/behaviours', { largeTextInCoql: false });
    const proved = await runAsProcess('commands/zoho-prove.ts', ['--only', 'crm:check', '--into', into]);
    expect(proved).toMatchObject({ exitCode: 0, said: expect.stringContaining('is written') });
    const [name = ''] = await readdir(into);
    expect(name).toMatch(/^\d{4}-\d\d-\d\d\.md$/);
    const page = await readFile(join(into, name), 'utf8');
    expect(page).toMatch(
      /^# \d{4}-\d\d-\d\d: 127\.0\.0\.1:\d+, commit [0-9a-f]{7,}\n\n- `npm run crm:check -- --write`: exit 0\n/,
    );
    expect(page).toMatch(/large_text_by_query +works the other way/);
    expect(page).toContain('The portal can work with this CRM.');
    await crm.control('POST', '/faults', { kind: 'status', status: 400, match: 'POST /crm/v8/coql' });
    const failed = await runAsProcess('commands/zoho-prove.ts', ['--only', 'crm:check', '--into', into]);
    expect(failed.exitCode).toBe(1);
    const blocked = await readFile(join(into, name), 'utf8');
    expect(blocked).toContain('- `npm run crm:check -- --write`: exit 1');
    expect(blocked).toMatch(/in the way: refused/);
  });

  test('an organisation whose unticked checkboxes read "no" gets advice, and does not fail', async () => {
    for (const id of (await hashes()).keys()) {
      await crm.control('PATCH', `/records/Contacts/${id}`, { survey_1_has_solar_panels: false });
    }
    const { exitCode, said } = await check();
    expect(said).toMatch(/survey_1_has_solar_panels +is empty at no contact +advice: unticked reads "no"/);
    expect(exitCode).toBe(0);
  });
});
