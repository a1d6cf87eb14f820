import { describe, expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import type { QuoteRow } from '../../bff/view-models/quote.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { openFreshPortal, ownPortal } from './own-portal.ts';
import type { Answer } from './send.ts';

const portal = await openFreshPortal();

const dealOf = (answer: Answer) => answer.body.deal as Deal;
const { pathOf, dealOf: shown } = pdfDesk(portal);

describe('§7.2 update deal', () => {
  const MODULES = 'gaikan_saltion_battery_modules';
  const DISTANCE = 'survey1_battery_box_distance_m';

  test.each([
    ['PUT /deals/{id} {props}', 'PUT', '', (_: string, props: object) => ({ props })],
    ['POST /deals/{id} {props}', 'POST', '', (_: string, props: object) => ({ props })],
    ['PUT /deals/ with the deal', 'PUT', '/', (id: string, props: object) => ({ id, ...props })],
  ])('%s saves, and the answer holds the deal as it is now', async (_, method, path, body) => {
    const anna = portal.as('anna');
    const id = anna.dealId;
    const props = { survey_1_has_solar_panels: true, survey1_number_of_panels: '12', survey1_panels_age: '3-4' };
    const url = path === '/' ? '/api/contacts/deals/' : `/api/contacts/deals/${id}`;
    const answer = await portal.call(method, url, { hash: anna.hash, body: body(id, props) });
    expect(answer.status).toBe(200);
    expect(dealOf(answer)).toMatchObject(props);
    expect(await portal.record('Deals', id)).toMatchObject(props);
  });

  test('E1–E7 anna with 6 modules and 8 m: the figures from the CRM products, in calc, Amount and answer', async () => {
    const anna = portal.as('anna');
    const id = anna.dealId;
    await anna.put(pathOf('anna'), { props: { [MODULES]: '6' } });
    expect(await portal.record('Deals', id)).toMatchObject({ survey1_calc: null, Amount: null });
    const answer = await anna.put(pathOf('anna'), { props: { [DISTANCE]: '8' } });

    const stored = await portal.record('Deals', id);
    expect(stored.survey1_calc_complete).toBe(true);
    const calc = JSON.parse(String(stored.survey1_calc));
    expect(calc.output.products.map(({ type, amount }: QuoteRow) => [type, amount])).toEqual([
      ['battery_module', 6],
      ['inverter', 1],
      ['installation', 1],
      ['cable', 3],
    ]);
    // 6 × 2545.50, 2895.75, 1945.50 and 3 × 18.75: the prices of the sandbox.
    expect(calc.priceCalc).toEqual({ productUnitPriceSum: 20_170.5, vat: 4235.81, finalInclVat: 24_406.31 });
    expect(stored.Amount).toBe(calc.priceCalc.finalInclVat);
    expect(dealOf(answer).survey1_calc).toEqual(calc);
    expect(dealOf(answer)).toMatchObject({ quoteArea: 'closed', survey1_calc_complete: true });
  });

  test('E7 bram chooses again: quote, Amount and fingerprint follow in the same answer', async () => {
    const bram = portal.as('bram');
    const before = await shown('bram');
    const after = dealOf(await bram.put(pathOf('bram'), { props: { [MODULES]: '8' } }));
    expect(after.survey1_calc?.module).toEqual({ num_modules: 8, kwh: 45.6 });
    expect(after.fingerprint).not.toBe(before.fingerprint);
    const { Amount } = await portal.record('Deals', after.id);
    expect(Amount).toBe(after.survey1_calc?.priceCalc.finalInclVat);
  });

  test('F2 a new calculation takes back an earlier approval; an answer that does not affect the quote leaves quote and approval', async () => {
    const bram = portal.as('bram');
    await bram.post(`${pathOf('bram')}/approve`, { survey1_approve_clicked: true });
    const answered = dealOf(await bram.put(pathOf('bram'), { props: { survey1_number_of_panels: '31' } }));
    expect(answered).toMatchObject({ survey1_number_of_panels: '31', survey1_approve_clicked: true });
    const after = dealOf(await bram.put(pathOf('bram'), { props: { [MODULES]: '8' } }));
    expect(after.survey1_approve_clicked).toBe(false);
    const { status } = await bram.post(`${pathOf('bram')}/approve`, { gaikan_signature_plain: 'Bram' });
    expect(status).toBe(409);
  });

  test('C4, F2 a size without a price takes back an earlier approval, because the offer that was approved is gone', async () => {
    const bram = portal.as('bram');
    await bram.post(`${pathOf('bram')}/approve`, { survey1_approve_clicked: true });
    const after = dealOf(await bram.put(pathOf('bram'), { props: { [MODULES]: 'L' } }));
    expect(after).toMatchObject({ survey1_calc: null, survey1_approve_clicked: false });
  });

  test('E8 a quote without a price is stored, shown as incomplete, and cannot be approved', async () => {
    const priceless = await ownPortal();
    await priceless.editProduct('INST', { Unit_Price: null });
    await priceless.restart();
    const anna = priceless.as('anna');
    const id = anna.dealId;
    await priceless.salesOps('Deals', id, { survey1_client_visible: true });
    const answer = await anna.put(`/api/contacts/deals/${id}`, { props: { [MODULES]: '6', [DISTANCE]: '8' } });
    expect(dealOf(answer)).toMatchObject({ quoteArea: 'incomplete', survey1_calc_complete: false });
    expect(await priceless.record('Deals', id)).toMatchObject({ Amount: null });
    const { status, body } = await anna.post(`/api/contacts/deals/${id}/approve`, { survey1_approve_clicked: true });
    expect([status, body.error]).toEqual([409, 'quote_incomplete']);
  });

  test('C4 "L" has no price, so nothing is calculated, and the owner has one task however often "L" is sent', async () => {
    const anna = portal.as('anna');
    const id = anna.dealId;
    await anna.put(pathOf('anna'), { props: { [DISTANCE]: '4' } });
    for (const size of ['L', '6', 'L']) await anna.put(pathOf('anna'), { props: { [MODULES]: size } });
    const deal = await portal.record('Deals', id);
    expect(deal).toMatchObject({ [MODULES]: 'L', survey1_calc: null, Amount: null });
    expect(deal.survey1_calc_complete).not.toBe(true);
    const tasks = await portal.related('Deals', id, 'Tasks', 'Subject,Owner');
    expect(tasks).toHaveLength(1);
    expect(tasks[0]?.Owner).toMatchObject({ id: (deal.Owner as { id: string }).id });
  });

  test.each([
    [MODULES, ['0', '16', '1.5', 'l', 16, null, ['6']]],
    [DISTANCE, ['0', '1000', '-1', '1e2', 1.5, 0, true]],
    ['survey1_number_of_panels', ['0', '10000', 'twaalf', '']],
    ['survey1_panels_age', ['', '6', '1 tot 2 jaar']],
    ['survey_1_has_solar_panels', ['true', 1, null]],
  ])('§5, C3 %s refuses values that do not fit', async (field, values) => {
    const calls = await portal.crmCallsOf(async () => {
      for (const value of values) {
        const { status, body } = await portal.as('anna').put(pathOf('anna'), { props: { [field]: value } });
        expect([status, body.error, Object.keys(body.fields as object)]).toEqual([422, 'field_invalid', [field]]);
      }
    });
    expect(calls).toEqual([]);
  });

  test('C3 240 panels, and modules and a distance as JSON numbers, are accepted', async () => {
    const props = { survey1_number_of_panels: '240', [MODULES]: 6, [DISTANCE]: 12 };
    const answer = await portal.as('anna').put(pathOf('anna'), { props });
    expect(dealOf(answer)).toMatchObject({ survey1_number_of_panels: '240', [MODULES]: '6', [DISTANCE]: '12' });
  });
});
