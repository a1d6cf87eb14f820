import { describe, expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { oneLine, pdfDesk } from './documents/pdf-desk.ts';
import { textOf } from './first-page.ts';
import { mailDesk, readable } from './mail-desk.ts';
import { openFreshPortal, ownPortal } from './own-portal.ts';
import { portalFileWith } from './portal-file.ts';
import type { Answer } from './send.ts';

// Quotes of the older format: their products, their discount, their financing. Carla has one, ready to approve.

const portal = await openFreshPortal();
const desk = pdfDesk(portal);
const carla = portal.as('carla');
const id = carla.dealId;
const path = carla.deal;

const dealOf = (answer: Answer) => answer.body.deal as Deal;
const shown = () => desk.dealOf('carla');
const errorOf = ({ status, body }: Answer) => [status, body.error];
const notes = () => portal.related('Deals', id, 'Notes', 'Note_Title,Note_Content');
const choices = async () =>
  (await notes()).filter(({ Note_Title }) => String(Note_Title).startsWith('Financiering')).map((n) => n.Note_Title);
const approve = (body: Record<string, unknown>, headers?: Record<string, string>) =>
  carla.post(`${path}/approve`, { survey1_approve_clicked: true, ...body }, headers);

/** Removes the rows from Carla's stored quote: then only the deal's own products name them. */
const withoutRows = () =>
  desk.editCalc('carla', (calc) => {
    calc.quote.products = [];
    calc.remark = 'kept';
  });

/** Links the products of those rows to the deal, and returns their ids. */
async function linkRows(): Promise<string[]> {
  const products = await portal.records('Products', 'Product_Code');
  const ids = ['LB-20', 'LO-20', 'LI'].map((code) =>
    String(products.find(({ Product_Code }) => Product_Code === code)?.id),
  );
  await portal.linkProducts(id, ids);
  return ids;
}

describe('§9, F6 financing', () => {
  test('the monthly amount depends on the battery size; a quote by modules has no financing', async () => {
    expect((await shown()).financing).toEqual({ monthlyEuros: 129 });
    expect((await desk.dealOf('eva')).financing).toEqual({ monthlyEuros: 212 });
    const fatima = portal.as('fatima');
    expect(dealOf(await fatima.get(`/api/contacts/deals/${fatima.dealIds[1]}`)).financing).toEqual({
      monthlyEuros: 298,
    });
    expect((await desk.dealOf('bram')).financing).toBeNull();
    for (const [size, financing] of [
      [80, { monthlyEuros: 427 }],
      [33, null],
    ]) {
      await desk.editCalc('carla', ({ quote }) => Object.assign(quote.battery, { size }));
      expect((await shown()).financing).toEqual(financing);
    }
  });

  test('without a choice there is no note, a repeated choice is noted once, and another choice gets a second note', async () => {
    const { fingerprint, kenmerk } = await shown();
    expect((await approve({ fingerprint })).status).toBe(200);
    expect(await choices()).toEqual([]);
    for (const key of ['press-number-1', 'press-number-1', 'press-number-2']) {
      expect((await approve({ fingerprint, financing: true }, { 'idempotency-key': key })).status).toBe(200);
    }
    expect(await choices()).toEqual([`Financiering: met (${kenmerk})`]);
    expect((await notes())[0]?.Note_Content).toContain('129,00 per maand');
    expect((await approve({ fingerprint, financing: false })).status).toBe(200);
    expect((await choices()).sort()).toEqual([`Financiering: met (${kenmerk})`, `Financiering: zonder (${kenmerk})`]);
  });

  test('a choice that alternates is noted ten times in ten minutes, and then refused', async () => {
    const own = await ownPortal();
    const press = (financing: boolean) =>
      own.as('carla').post(`${path}/approve`, { survey1_approve_clicked: true, financing });
    for (let n = 0; n < 10; n += 1) expect((await press(n % 2 === 0)).status).toBe(200);
    expect((await press(true)).status).toBe(429);
    expect((await press(false)).status).toBe(200);
    expect(await own.related('Deals', id, 'Notes', 'Note_Title')).toHaveLength(10);
  });

  test('I1 if only the approval sent the choice for financing, the evidence names it, and the order has no payments in parts', async () => {
    const { fingerprint, kenmerk } = await shown();
    await approve({ fingerprint, financing: true });
    const signature = { gaikan_signature_plain: 'Carla Timmermans', fingerprint };
    expect((await carla.post(`${path}/approve`, signature)).status).toBe(200);
    await portal.delivered();
    expect((await shown()).signing).toMatchObject({
      payment: expect.stringContaining('met financiering'),
      payments: [],
    });
    const evidence = (await notes()).find(({ Note_Title }) => Note_Title === `Ondertekening ${kenmerk}`);
    expect(evidence?.Note_Content).toContain('Betaling: met financiering');
  });

  test('financing cannot be chosen if it is not offered, and nothing is written', async () => {
    const choice = { survey1_approve_clicked: true, financing: true };
    const answer = await portal.as('bram').post(`${desk.pathOf('bram')}/approve`, choice);
    expect(errorOf(answer)).toEqual([422, 'field_invalid']);
    expect((await portal.record('Deals', desk.dealIdOf('bram'))).survey1_approve_clicked).not.toBe(true);
    expect(errorOf(await approve({ financing: 'ja' }))).toEqual([422, 'field_invalid']);
  });

  test('F6 FINANCING=off: portal and page say so, no deal offers it, and the fingerprint differs', async () => {
    const { fingerprint } = await shown();
    const off = await ownPortal({ FINANCING: 'off', FIRST_VIEW_WAIT_MS: '10000' });
    const page = textOf(await off.call('GET', `/?survey_hash=${off.as('carla').hash}`));
    expect(page).toContain('Verder zonder financiering');
    expect(page).not.toMatch(/Verder met financiering|15\sjaar vast|Geld lenen|180 maanden/);
    const [on, without] = [await portal.call('GET', '/api/site'), await off.call('GET', '/api/site')];
    expect([on.body.financing, without.body.financing]).toEqual([true, false]);
    const deal = await pdfDesk(off).dealOf('carla');
    expect(deal.financing).toBeNull();
    expect(deal.fingerprint).not.toBe(fingerprint);
    const answer = await off.as('carla').post(`${path}/approve`, { survey1_approve_clicked: true, financing: true });
    expect(errorOf(answer)).toEqual([422, 'field_invalid']);
  });

  test('I13 financing is offered only with its lender, wording, warning and worked example in the portal file', async () => {
    const { loan } = (await shown()).conditions ?? {};
    const { licenceHolder, warning, example } = loan ?? {};
    expect(warning).toContain('Let op! Geld lenen kost geld');
    const paper = (await desk.pdfOf('carla')).plain;
    for (const text of [licenceHolder, warning, example]) expect(paper).toContain(oneLine(text));

    const without = await ownPortal({ PORTAL_FILE: portalFileWith({ financingTerms: undefined }) });
    expect((await without.call('GET', '/api/site')).body.financing).toBe(false);
    expect(await pdfDesk(without).dealOf('carla')).toMatchObject({ financing: null, conditions: { loan: null } });
  });
});

describe('§3 the product list may be in the quote or with the deal', () => {
  test('without own rows the products of the deal are its rows: they cost one call more, are checked, and count in the fingerprint', async () => {
    await withoutRows();
    const bare = await shown();
    expect(bare).toMatchObject({ products: [], quoteArea: 'incomplete' });
    const [battery = ''] = await linkRows();
    let whole: Deal | undefined;
    const calls = await portal.crmCallsOf(async () => {
      whole = await shown();
    });
    expect(calls).toHaveLength(2);
    expect(whole?.quoteArea).toBe('approve');
    expect(whole?.products.map(({ Unit_Price }) => Unit_Price).sort()).toEqual([1725, 2150, 8950]);
    expect(whole?.fingerprint).not.toBe(bare.fingerprint);

    // Another product price makes another quote. The portal refuses its approval, and calls it incomplete.
    await portal.salesOps('Products', battery, { Unit_Price: 8900 });
    expect(errorOf(await approve({ fingerprint: whole?.fingerprint }))).toEqual([409, 'quote_changed']);
    expect((await shown()).quoteArea).toBe('incomplete');
  });

  test('the mail of a link checks these products too: it has the kenmerk of the page, and does not call a quote with a wrong sum ready', async () => {
    await withoutRows();
    const [battery = ''] = await linkRows();
    const mail = async () => readable(await mailDesk(portal).sendLink('carla'));
    expect(await mail()).toContain(`Offertekenmerk: ${(await shown()).kenmerk}`);
    await portal.salesOps('Products', battery, { Unit_Price: 8900 });
    expect(await mail()).toContain('Uw aanvraag is bij ons binnen');
  });

  test('E10 signing copies these products into the quote, so that a signed quote does not change', async () => {
    await withoutRows();
    const [battery = ''] = await linkRows();
    const { kenmerk } = await shown();
    const signed = await desk.sign('carla', 'Carla Timmermans', false);
    expect(signed).toMatchObject({ quoteArea: 'signed', kenmerk });
    await portal.salesOps('Products', battery, { Unit_Price: 1 });
    expect(await shown()).toMatchObject({ kenmerk, quoteArea: 'signed' });
    const { quote, remark } = await desk.calcOf('carla');
    expect([quote.products.length, remark]).toEqual([3, 'kept']);
  });
});
