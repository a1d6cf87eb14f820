import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../../bff/config.ts';
import { setupPlan } from '../../../bff/organisation/setup-plan.ts';
import type { CrmClient } from '../../../crm-contract/client.ts';
import type { Behaviours } from '../../../fixtures/crm-sandbox/behaviours.ts';
import { seedProducts } from '../../../fixtures/crm-sandbox/seed/products.ts';
import { type SandboxUnderTest, sandboxUnderTest } from '../../crm-sandbox/sandbox-under-test.ts';
import { ROOT } from '../../house/sources.ts';
import { clientOf, commandsOn } from './commands.ts';

// An administrator's way through docs/zoho.md, from an untouched organisation to exit 0.

const SENDER = 'voorbeeld@gaikan.example';

async function emptyOrganisation(behaviours: Partial<Behaviours> = {}) {
  const crm = await sandboxUnderTest({ empty: true });
  await crm.control('PATCH', '/behaviours', behaviours);
  await crm.control('DELETE', '/requests');
  return { crm, ...commandsOn(() => crm) };
}

const PRODUCTS: Record<string, unknown>[] = JSON.parse(readFileSync(join(ROOT, 'products.json'), 'utf8'));
const ALL = PRODUCTS.length;

/** A copy of products.json with prices, and with the power that one module asks of the inverter. */
async function filledInProducts(): Promise<string> {
  const filled = PRODUCTS.map((product) => ({
    ...product,
    Unit_Price: seedProducts.find(({ code }) => code === product.Product_Code)?.price ?? null,
    ...(product.Product_Category === 'battery_module' && { gaikan_kw: 1.9 }),
  }));
  const folder = await mkdtemp(join(tmpdir(), 'products-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'products.json');
  await writeFile(path, JSON.stringify(filled));
  return path;
}

/** The numbered list of work left for a person, without the links. */
const byHand = (said: string) => [...said.matchAll(/^\d+\. (.*)$/gm)].map(([, step]) => step);

const addSender = (crm: SandboxUnderTest) => crm.control('POST', '/senders', { email: SENDER });

const NEW_CONTACTS = expect.stringContaining('New contacts get their link by a workflow');
const ADD_SENDER = `Setup, Channels, Email, Organization Emails: add and confirm ${SENDER}.`;

describe('connecting an organisation that nobody has set up', () => {
  test('the steps of docs/zoho.md: a command, a file of prices and one address lead to exit 0', async () => {
    const { crm, check, setup, writes, hashes } = await emptyOrganisation();
    expect((await check()).exitCode).toBe(1);

    const shown = await setup(['--dry-run']);
    expect(shown.exitCode).toBe(0);
    expect(shown.said).toMatch(/^Deals\.survey1_battery_box_distance_m +text of 255 characters$/m);
    expect(shown.said).toMatch(/^Calls\.Call_Result +options "Neemt niet op", .*"Niet meer bellen"$/m);
    expect(shown.said).toMatch(/^Products\.Product_Category +options "battery_module", /m);
    expect(shown.said).toMatch(/^Deals\.Stage +stages "Available For Customer", "Viewed" of the pipeline "Standard/m);
    expect(shown.said).toMatch(/^Nothing was changed\. npm run crm:setup -- --apply makes all of this\.$/m);
    expect(await writes()).toEqual([]);
    expect(byHand(shown.said)).toEqual([
      expect.stringContaining('fill in a copy of products.json, and run this with --products'),
      ADD_SENDER,
      NEW_CONTACTS,
    ]);
    expect(shown.said).toMatch(/\n {3}http:\/\/127\.0\.0\.1:\d+\/crm\/sandbox\/settings\/workflow-rules\n/);

    const applied = await setup(['--apply', '--products', await filledInProducts()]);
    expect(applied.said).toMatch(/^Deals\.survey1_battery_box_distance_m .*\n +made$/m);
    expect(applied.said).toMatch(new RegExp(`^Products +${ALL} of .*\n +${ALL} made$`, 'm'));
    expect(applied.said).toMatch(/a link to https:\/\/portaal\.example for every contact\n +12 given/);
    expect(applied.said).toContain('The CRM has all of it now.');
    expect(byHand(applied.said)).toEqual([ADD_SENDER, NEW_CONTACTS]);
    expect(applied.exitCode).toBe(0);
    expect([...(await hashes()).values()].every(Boolean)).toBe(true);

    await addSender(crm);
    const checked = await check();
    expect(checked.said).toContain('The portal can work with this CRM.');
    expect(checked.exitCode).toBe(0);
    expect(await setup(['--apply'])).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining('Nothing to do.'),
    });
  });

  test('if the CRM accepts long labels, it makes the field names of them, and the request holds no names', async () => {
    const { crm, check, setup } = await emptyOrganisation({ longLabels: true, apiNameOfRequest: false });
    const { said, exitCode } = await setup(['--apply', '--products', await filledInProducts()]);
    expect(said).toContain('The CRM has all of it now.');
    expect(exitCode).toBe(0);
    await addSender(crm);
    expect((await check()).exitCode).toBe(0);
  });

  test('if the CRM accepts neither long labels nor names, people name six fields by hand, and the list says which, also the next time', async () => {
    const { crm, check, setup } = await emptyOrganisation({ apiNameOfRequest: false });
    const first = await setup(['--apply', '--products', await filledInProducts()]);
    expect(first.exitCode).toBe(1);
    const again = await setup(['--apply']);
    expect(again.exitCode).toBe(1);
    expect(again.said).not.toContain('refused');
    for (const { said } of [first, again]) {
      const renames = byHand(said).flatMap(
        (step) => step?.match(/API names, (\w+): (\w+) becomes (\w+)\.$/)?.slice(1) ?? [],
      );
      expect(renames).toHaveLength(6 * 3);
      expect(said).toContain('Contacts: survey1_battery_box_dista becomes survey1_battery_box_distance_m.');
    }
    const renames = [...again.said.matchAll(/API names, (\w+): (\w+) becomes (\w+)\.$/gm)];
    for (const [, module, name, api_name] of renames) {
      await crm.control('PATCH', `/fields/${module}/${name}`, { api_name });
    }
    await addSender(crm);
    expect((await check()).exitCode).toBe(0);
    expect((await setup()).said).toContain('Nothing to do.');
  });

  test('with 2,000 other products in the catalogue ours are made once, and every quote has its prices', async () => {
    const { crm, check, setup } = await emptyOrganisation();
    for (let at = 0; at < 2_000; at += 100) {
      const data = Array.from({ length: 100 }, (_, n) => ({
        Product_Name: `Omvormer ${at + n}`,
        Product_Code: `ANDER-${at + n}`,
        Product_Active: true,
      }));
      expect((await crm.crm('POST', '/Products', { data })).status).toBe(201);
    }
    const made = async () => (await setup(['--apply', '--products', await filledInProducts()])).said;
    expect(await made()).toContain(`${ALL} made`);
    expect(await made()).not.toContain('made');
    await addSender(crm);
    expect((await check()).exitCode).toBe(0);
  });

  test('if only people can change picklists in the CRM, the list names the options to add', async () => {
    const { crm, check, setup } = await emptyOrganisation({ ownPicklistsByApi: false });
    const { said, exitCode } = await setup(['--apply', '--products', await filledInProducts()]);
    expect(exitCode).toBe(1);
    expect(said).toMatch(/^Calls\.Call_Result .*\n +refused \(invalid 400 NOT_ALLOWED pick_list_values\)$/m);
    const steps = byHand(said);
    expect(steps).toEqual([
      expect.stringMatching(
        /^Setup, Customization, Modules and Fields, Products, Product Category: add the options "battery_mo/,
      ),
      expect.stringMatching(/, Calls, Call Result: add the options "Neemt niet op", /),
      expect.stringMatching(/, Deals, Stage and its pipelines: add the stages "Available For Customer", "Viewed"\.$/),
      expect.stringMatching(new RegExp(`^Make ${ALL} of `)),
      ADD_SENDER,
      NEW_CONTACTS,
    ]);
    for (const [field, step] of [
      ['Products/Product_Category', steps[0]],
      ['Calls/Call_Result', steps[1]],
      ['Deals/Stage', steps[2]],
    ]) {
      const { pick_list_values } = (await crm.control('PATCH', `/fields/${field}`, {})).json;
      const there = pick_list_values.map(({ actual_value }: { actual_value: string }) => actual_value);
      const added = [...(step ?? '').matchAll(/"([^"]+)"/g)].map(([, option]) => option);
      await crm.control('PATCH', `/fields/${field}`, { options: [...there, ...added] });
    }
    await addSender(crm);
    expect((await setup(['--apply', '--products', await filledInProducts()])).exitCode).toBe(0);
    expect((await check()).exitCode).toBe(0);
  });

  test('a product without a price is named and not made; an existing one is not made again', async () => {
    const { setup } = await emptyOrganisation();
    const template = await setup(['--apply', '--products', 'products.json']);
    expect(template.said).not.toMatch(/^Products /m);
    expect(byHand(template.said)[0]).toMatch(/^products\.json: fill in what is null at BM-01, BM-02, .*KABEL, and run/);
    const path = await filledInProducts();
    const made = await setup(['--apply', '--products', path]);
    expect(made.said).toContain(`${ALL} made`);
    expect((await setup(['--apply', '--products', path])).said).not.toMatch(/^Products /m);
    const unreadable = await setup(['--products', 'docs/zoho.md']);
    expect(unreadable).toMatchObject({ exitCode: 1, said: expect.stringMatching(/^docs\/zoho\.md cannot be read: /m) });
  });

  test('if several pipelines could be the portal’s, a person chooses one: the stages become options, and no pipeline is changed', async () => {
    const { crm, environment } = await emptyOrganisation();
    const client = clientOf(crm.url);
    const config = loadConfig(environment());
    const pipelines: CrmClient['settings']['pipelines'] = async (context) => {
      const [one] = await client.settings.pipelines(context);
      return one ? [one, { ...one, display_value: 'Zonnepanelen' }] : [];
    };
    const plan = () => setupPlan({ ...client, settings: { ...client.settings, pipelines } }, config, null);
    const stagesIn = async () => (await plan()).steps.find(({ what }) => what === 'Deals.Stage');
    const first = await stagesIn();
    expect(first?.detail).toBe('stages "Available For Customer", "Viewed"');
    await first?.make?.(() => {});
    const then = await stagesIn();
    expect(then?.make).toBeUndefined();
    expect(then?.byHand?.say).toContain(
      'Deals, Stage and its pipelines: add the stages "Available For Customer", "Viewed".',
    );
    const [standard] = (await crm.crm('GET', '/settings/pipeline?layout_id=1')).json.pipeline;
    expect(standard.maps).toHaveLength(9);
  });

  test('an unknown option is reported in a sentence, and nothing is made', async () => {
    const { setup, writes } = await emptyOrganisation();
    const { said, exitCode } = await setup(['--apply', '--aply']);
    expect(said).toMatch(/^Unknown option '--aply'/m);
    expect(said).not.toContain('    at ');
    expect(exitCode).toBe(1);
    expect(await writes()).toEqual([]);
  });

  test('settings that the token may not change are listed for a person, and the rest is made', async () => {
    const { crm, setup } = await emptyOrganisation();
    await crm.control('POST', '/faults', { kind: 'status', status: 403, match: '(PATCH|PUT) /crm/v8/settings' });
    await crm.control('POST', '/faults', { kind: 'status', status: 403, match: 'GET .*/settings/pipeline' });
    const { said, exitCode } = await setup(['--apply']);
    expect(said).toMatch(/^Deals\.Stage .*\n +refused/m);
    expect(said).toMatch(/a link to https:\/\/portaal\.example for every contact\n +12 given/);
    expect(byHand(said)).toContainEqual(expect.stringContaining('Deals, Stage and its pipelines: add the stages'));
    expect(exitCode).toBe(1);
  });
});
