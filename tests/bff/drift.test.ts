import { afterEach, describe, expect, type TestContext, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { startAlteredCrm } from './faults/altered-crm.ts';
import { startWork } from './faults/at-work.ts';
import { openPortal, portalOf } from './own-portal.ts';
import type { Portal } from './portal.ts';
import type { Answer } from './send.ts';
import { staffOf, subjectOf } from './staff.ts';

// Decision A4: damage by sales ops. The page shows what is still true, staff see what is not, and nothing is signed,
// calculated or overwritten on a guess. faults/drift.test.ts has the same faults one by one, as the CRM gives them.

const MODULES = 'gaikan_saltion_battery_modules';
const DISTANCE = 'survey1_battery_box_distance_m';

/** For deals with odd values, of which the portal remembers nothing. */
const shared = await openPortal();

/** The portal of one test. Tests cannot share it, because a portal remembers missing fields and what it has logged. */
async function startDrift(context: TestContext) {
  return driftOf((await startWork(context)).portal);
}

function driftOf(portal: Portal) {
  const staff = staffOf(portal);
  return {
    portal,
    staff,
    seen: async (name: string) => (await portal.as(name).get(portal.as(name).deal)).body.deal as Deal,
    byStaff: async (name: string) => (await staff.contact(portal.as(name).contactId)).deals[0],
    stored: (name: string) => portal.record('Deals', portal.as(name).dealId),
    unchecked: (name: string, fields: object) => portal.unchecked('Deals', portal.as(name).dealId, fields),
    edit: (name: string, body: object) => staff.act({ ...subjectOf(portal, name), ...body }),
  };
}

/** The log lines about an unreadable stored quote. */
function toldOfCalc(portal: Portal): string[] {
  const lines = portal.logged().split('\n');
  return lines.filter((line) => line.includes('"field":"survey1_calc"'));
}

const problemOf = ({ status, body }: Answer) => [status, body.error];

describe.concurrent('A4 a field that decides the quote is gone', () => {
  test.for([
    ['survey1_pending_subsidy', 'karel'],
    ['gaikan_discount', 'carla'],
    ['gaikan_discount_reason', 'carla'],
    ['gaikan_deal_version', 'bram'],
    ['gaikan_self_installation', 'bram'],
    ['gaikan_saltion_fixed_inverter_kw', 'bram'],
    ['survey1_battery_box_distance_m', 'bram'],
    ['survey1_preferred_battery_size', 'carla'],
    ['survey1_no_calc', 'gerrit'],
  ] as const)(
    '%s: %s’s quote is hidden, cannot be approved, and staff see which field',
    async ([field, name], context) => {
      const { portal, seen, byStaff } = await startDrift(context);
      expect((await seen(name)).quoteArea).toBe('approve');
      await portal.deleteField('Deals', field);
      const { fingerprint, ...hidden } = await seen(name);
      expect(hidden).toMatchObject({ quoteArea: 'incomplete', survey1_calc: null, products: [] });
      const approved = await portal
        .as(name)
        .post(`${portal.as(name).deal}/approve`, { survey1_approve_clicked: true, fingerprint });
      expect(problemOf(approved)).toEqual([409, 'quote_incomplete']);
      expect((await byStaff(name))?.unreadable).toEqual([field]);
    },
  );

  test('if the field of the signature is gone, the quote cannot be signed again or changed, and is not called unsigned', async (context) => {
    const { portal, seen, stored } = await startDrift(context);
    expect((await seen('daan')).quoteArea).toBe('signed');
    const before = await stored('daan');
    await portal.deleteField('Deals', 'gaikan_signature_plain');
    expect((await seen('daan')).quoteArea).toBe('incomplete');
    const daan = portal.as('daan');
    const key = { 'idempotency-key': 'press-0000000001' };
    for (const answer of [
      await daan.put(daan.deal, { props: { [MODULES]: '2' } }),
      await daan.post(`${daan.deal}/withdraw`, {}, key),
    ]) {
      expect(problemOf(answer)).toEqual([503, 'crm_unavailable']);
    }
    const { gaikan_signature_plain: _gone, ...kept } = before;
    expect(await stored('daan')).toEqual(kept);
  });

  test('a signed quote stays visible when another field is gone', async (context) => {
    const { portal, seen } = await startDrift(context);
    await portal.deleteField('Deals', 'survey1_pending_subsidy');
    const deal = await seen('daan');
    expect(deal).toMatchObject({ quoteArea: 'signed', gaikan_signature_plain: 'Daan de Vries' });
    expect(deal.survey1_calc?.priceCalc.finalInclVat).toBeGreaterThan(0);
  });

  test('without a quote an answer is kept and none is calculated; a quote stays, and a change of its price is a request', async (context) => {
    const { portal, stored } = await startDrift(context);
    await portal.deleteField('Deals', 'gaikan_discount');
    const answers = { [MODULES]: '8', [DISTANCE]: '12' };
    expect((await portal.as('anna').put(portal.as('anna').deal, { props: answers })).status).toBe(200);
    expect(await stored('anna')).toMatchObject({ ...answers, survey1_calc: null, Amount: null });
    const before = await stored('bram');
    expect(problemOf(await portal.as('bram').put(portal.as('bram').deal, { props: answers }))).toEqual([
      409,
      'quote_fixed',
    ]);
    expect((await portal.as('bram').post(`${portal.as('bram').deal}/wish`, { props: answers })).status).toBe(200);
    expect(await stored('bram')).toEqual(before);
  });

  test('staff cannot change such a quote, and read why', async (context) => {
    const { portal, edit, stored } = await startDrift(context);
    await portal.deleteField('Deals', 'gaikan_saltion_fixed_inverter_kw');
    const before = await stored('bram');
    const answer = await edit('bram', { action: 'set-battery-module-num', value: 9 });
    expect(problemOf(answer)).toEqual([409, 'quote_incomplete']);
    expect(answer.body.detail).toContain('gaikan_saltion_fixed_inverter_kw');
    expect(await stored('bram')).toEqual(before);
  });

  test('if a field of the contact is gone, the deal is shown without it, and staff see which field', async (context) => {
    const { portal, staff, seen } = await startDrift(context);
    await portal.deleteField('Contacts', 'Lead_Owner_Flow');
    expect((await seen('bram')).quoteArea).toBe('approve');
    for (const name of ['bram', 'joke']) {
      const contact = await staff.contact(portal.as(name).contactId);
      expect(contact).toMatchObject({ Lead_Owner_Flow: null, unreadable: ['Lead_Owner_Flow'] });
    }
  });
});

describe('A4 a value of another type', () => {
  const { seen, byStaff, stored, unchecked } = driftOf(shared);
  const { editCalc } = pdfDesk(shared);
  afterEach(() => shared.reset());

  test.for([
    ['gaikan_discount', 'in overleg'],
    ['gaikan_discount', '1.250'],
    ['survey1_pending_subsidy', 'misschien'],
    ['survey1_no_calc', 'weet niet'],
  ] as const)('%s "%s": the quote is hidden, of that deal only', async ([field, value]) => {
    await unchecked('bram', { [field]: value });
    expect(await seen('bram')).toMatchObject({ quoteArea: 'incomplete', survey1_calc: null });
    expect((await byStaff('bram'))?.unreadable).toEqual([field]);
    expect((await seen('karel')).quoteArea).toBe('approve');
  });

  test.for([
    ['as text', String],
    ['with a comma', (figure: unknown) => String(figure).replace('.', ',')],
    ['as people write them', (figure: unknown) => DUTCH.format(Number(figure))],
  ] as const)('figures of the quote %s are the same figures', async ([, spell]) => {
    const before = await seen('bram');
    await editCalc('bram', ({ output, priceCalc, module }) => {
      for (const row of output.products) {
        row.amount = String(row.amount);
        row.pricePer = spell(row.pricePer);
        row.priceTotal = spell(row.priceTotal);
      }
      priceCalc.finalInclVat = spell(priceCalc.finalInclVat);
      Object.assign(module, { num_modules: '6', kwh: '34,2' });
    });
    const after = await seen('bram');
    expect(after).toMatchObject({ quoteArea: 'approve', survey1_calc: before.survey1_calc });
    expect(after.fingerprint).toBe(before.fingerprint);
  });

  test.for([
    ['null', null],
    ['""', ''],
    ['false', false],
    ['two readings', '24.497'],
    ['no figure', 'veel'],
    ['another sum', 24_397.06],
  ] as const)('a total of %s is never a total to sign', async ([, finalInclVat]) => {
    await editCalc('bram', ({ priceCalc }) => Object.assign(priceCalc, { finalInclVat }));
    expect((await seen('bram')).quoteArea).toBe('incomplete');
    const answer = await shared.as('bram').post(`${shared.as('bram').deal}/approve`, { survey1_approve_clicked: true });
    expect(problemOf(answer)).toEqual([409, 'quote_incomplete']);
  });

  test('a survey1_calc that was encoded twice is read as the same quote', async () => {
    const before = await seen('bram');
    const { survey1_calc } = await stored('bram');
    await unchecked('bram', { survey1_calc: JSON.stringify(survey1_calc) });
    expect(await seen('bram')).toMatchObject({ quoteArea: 'approve', fingerprint: before.fingerprint });
  });

  test('with a survey1_calc of 5 MB the deal is shown without its quote, staff are told, and the log says it once', async (context) => {
    const { portal, ...own } = await startDrift(context);
    const calc = await pdfDesk(portal).calcOf('bram');
    await own.unchecked('bram', { survey1_calc: JSON.stringify({ ...calc, scan: 'x'.repeat(5_000_000) }) });
    for (let visit = 0; visit < 3; visit += 1) {
      expect(await own.seen('bram')).toMatchObject({ quoteArea: 'incomplete', survey1_calc: null });
    }
    expect(toldOfCalc(portal)).toEqual([expect.stringContaining('"problem":"unreadable"')]);
    expect((await own.byStaff('bram'))?.warnings).toContain('calc_unreadable');
    expect(toldOfCalc(portal)).toHaveLength(1);
    expect(portal.logged()).not.toContain('xxx');
  });

  test('if survey1_calc is broken after the signature, the customer sees what was signed, and the log says so', async (context) => {
    const { portal, ...own } = await startDrift(context);
    const { survey1_calc } = await pdfDesk(portal).sign('bram', 'Bram');
    await own.unchecked('bram', { survey1_calc: '{' });
    expect(await own.seen('bram')).toMatchObject({ quoteArea: 'signed', survey1_calc });
    expect(toldOfCalc(portal)).toHaveLength(1);
  });

  test('fault 27: an unknown version, stage, inverter and picklist value are shown as they are, and a save leaves them alone', async () => {
    const odd = {
      gaikan_deal_version: '3',
      Stage: 'Wacht op net',
      gaikan_saltion_fixed_inverter_kw: 'groot',
      survey1_panels_age: '10+',
    };
    await unchecked('bram', odd);
    expect(await seen('bram')).toMatchObject(odd);
    expect(await byStaff('bram')).toMatchObject({ ...odd, warnings: expect.arrayContaining(['unknown_version']) });
    const saved = await shared.as('bram').put(shared.as('bram').deal, { props: { survey1_number_of_panels: '12' } });
    expect(saved.status).toBe(200);
    expect(await stored('bram')).toMatchObject({ ...odd, survey1_number_of_panels: '12' });
  });

  test('lookups without a name are identified by their id', async (context) => {
    const crm = await startAlteredCrm(shared.crmUrl);
    context.onTestFinished(() => crm.stop());
    crm.alter(async ({ path }, pass) => {
      const answer = await pass();
      if (path !== '/coql' || answer.status !== 200) return answer;
      const nameless = (_key: string, value: unknown) => (isLookup(value) ? { id: value.id } : value);
      return { ...answer, body: JSON.stringify(JSON.parse(answer.body, nameless)) };
    });
    const portal = await portalOf(context, { CRM_API_URL: crm.url, CRM_ACCOUNTS_URL: crm.url });
    const bram = shared.as('bram');
    const deal = (await portal.call('GET', bram.deal, { hash: bram.hash })).body.deal;
    expect(deal).toMatchObject({ quoteArea: 'approve', customer: { Full_Name: "Bram van 't Hof" } });
    const contact = await staffOf(portal).contact(bram.contactId);
    expect(contact.owner?.name).toBe('Tom Verhoeven');
    expect(contact.deals[0]?.unreadable).toEqual([]);
  });
});

const DUTCH = new Intl.NumberFormat('nl-NL', { minimumFractionDigits: 2 });

const isLookup = (value: unknown): value is { id: string; name: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;
