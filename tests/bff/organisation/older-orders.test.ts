import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { operationRef } from '../../../bff/access/operation-ref.ts';
import { loadConfig } from '../../../bff/config.ts';
import { checkOrganisation } from '../../../bff/organisation/check-organisation.ts';
import { report } from '../../../bff/organisation/report.ts';
import { setupPlan } from '../../../bff/organisation/setup-plan.ts';
import { sandboxEnvironment } from '../../../commands/sandbox-environment.ts';
import { type CrmClient, createCrmClient } from '../../../crm-contract/client.ts';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { type Portal, startPortal } from '../portal.ts';

// What an earlier version of the portal kept in notes alone, and `npm run crm:setup -- --apply` brings into the fields.

const DAY_MS = 24 * 60 * 60_000;

let portal: Portal;
let desk: ReturnType<typeof pdfDesk>;
let crm: CrmClient;
let config: ReturnType<typeof loadConfig>;
beforeAll(async () => {
  portal = await startPortal();
  desk = pdfDesk(portal);
  const run = { port: 0, sandboxPort: 0, publicUrl: 'http://portal.test', sandboxUrl: portal.crmUrl };
  config = loadConfig(sandboxEnvironment(run));
  crm = createCrmClient(config.crm);
});
afterEach(() => portal.reset());
afterAll(async () => {
  await crm.close();
  await portal.close();
});

const step = async (on = config) => (await setupPlan(crm, on)).find(({ what }) => what === 'earlier orders');
const dealOf = (name: string) => portal.record('Deals', desk.dealIdOf(name));

async function leave(name: string, title: string, mark: string): Promise<string> {
  const at = new Date(Date.now() - 3 * DAY_MS).toISOString();
  const Parent_Id = { module: { api_name: 'Deals' }, id: desk.dealIdOf(name) };
  const Note_Content = ['De klant …', `Tijd (server): ${at}`, `Ref: ${mark}`].join('\n');
  await portal.crm('/Notes', 'POST', { data: [{ Note_Title: title, Note_Content, Parent_Id }] });
  return at;
}

async function ask(name: string, Subject: string): Promise<void> {
  const task = { Subject, What_Id: { id: desk.dealIdOf(name) }, $se_module: 'Deals' };
  await portal.crm('/Tasks', 'POST', { data: [task] });
}

test('a signature comes into its field once, with the facts of its note; page and PDF read as before', async () => {
  const before = await desk.dealOf('daan');
  const paper = (await desk.pdfOf('daan')).text;
  const found = await step();
  expect(found?.detail).toBe('1 signature in notes alone');
  expect(await found?.make()).toBe('1 brought in');
  const evidence = JSON.parse(String((await dealOf('daan')).portal_signature_evidence));
  expect(evidence).toMatchObject({ name: 'Daan de Vries', fingerprint: before.fingerprint, ip: null, copy: null });
  const { signing, ...after } = await desk.dealOf('daan');
  expect(after).toEqual({ ...before, signing: undefined });
  expect(signing).toMatchObject({ at: evidence.signedAt, changedSince: false, copy: null });
  for (const line of ['Getekend door', 'Daan de Vries', before.kenmerk]) {
    expect(paper).toContain(line);
    expect((await desk.pdfOf('daan')).text).toContain(line);
  }
  expect(await step()).toBeUndefined();
  // A copy was never promised of it: nobody is mailed and nobody asked to.
  await portal.restart();
  await portal.delivered();
  expect(await portal.sandbox('GET', '/sandbox/outbox')).toEqual([]);
});

test('a signature under terms that were replaced since comes in with those, not with today’s', async () => {
  const { terms } = config.portal;
  const later = { ...config.portal, terms: { ...terms, version: 'later' }, earlierTerms: [terms] };
  const found = await step({ ...config, portal: later });
  expect(await found?.make()).toBe('1 brought in');
  const { fingerprint } = await desk.dealOf('daan');
  const evidence = JSON.parse(String((await dealOf('daan')).portal_signature_evidence));
  expect(evidence).toMatchObject({ termsVersion: terms.version, fingerprint });
});

test('a withdrawal and a refusal become states of their deals, with the moment of their notes', async () => {
  const id = desk.dealIdOf('daan');
  const { kenmerk } = await desk.dealOf('daan');
  const withdrawnAt = await leave('daan', `Herroeping ${kenmerk}`, operationRef(`withdraw ${id} Daan de Vries null`));
  const quote = await desk.dealOf('bram');
  const declinedAt = await leave('bram', `Offerte afgewezen ${quote.kenmerk}`, 'ABCDEF012345');
  await ask('bram', `Klant wil offerte ${quote.kenmerk} niet`);
  const found = await step();
  expect(found?.detail).toContain('1 signature, 1 withdrawal, 1 refusal');
  expect(await found?.make()).toBe('2 brought in');
  const second = (at: string) => Math.floor(Date.parse(at) / 1_000);
  const [daan, bram] = [await desk.dealOf('daan'), await desk.dealOf('bram')];
  expect(daan.quoteArea).toBe('withdrawn');
  expect(second(String(daan.withdrawnAt))).toBe(second(withdrawnAt));
  expect(bram.quoteArea).toBe('declined');
  expect(second(String(bram.declinedAt))).toBe(second(declinedAt));
  // Who agrees after all has not declined, however often the command is run.
  const approval = { survey1_approve_clicked: true, fingerprint: bram.fingerprint };
  expect((await portal.as('bram').post(`${desk.pathOf('bram')}/approve`, approval)).status).toBe(200);
  expect(await step()).toBeUndefined();
  expect((await desk.dealOf('bram')).quoteArea).toBe('approve');
});

test.each([
  [
    'the name on the deal is another',
    () => portal.salesOps('Deals', desk.dealIdOf('daan'), { gaikan_signature_plain: 'Een ander' }),
  ],
  [
    'the quote is another, and no file says what was signed',
    () => portal.salesOps('Deals', desk.dealIdOf('daan'), { survey1_pending_subsidy: true }),
  ],
])('nothing is invented: %s', async (_, edit) => {
  await edit();
  expect(await step()).toBeUndefined();
  expect((await dealOf('daan')).portal_signature_evidence).toBeNull();
});

test('crm:check says what stands in notes alone, and that there is no certificate to seal with', async () => {
  const said = async (seal = config.seal) => report(await checkOrganisation(crm, { ...config, seal })).join('\n');
  expect(await said(null)).toMatch(/SEAL_CERTIFICATE_FILE +names no certificate +advice: .*without a seal/);
  expect(await said()).toMatch(/1 signature in notes alone/);
  await (await step())?.make();
  expect(await said()).not.toMatch(/in notes alone|SEAL_CERTIFICATE_FILE/);
});
