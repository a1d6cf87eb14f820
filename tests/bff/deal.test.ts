import { describe, expect, test } from 'vitest';
import type { Contact } from '../../bff/view-models/contact.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { openFreshPortal } from './own-portal.ts';

const portal = await openFreshPortal();

const { pathOf, dealOf } = pdfDesk(portal);

describe('§2.5, F7 the quote area of every person in the sandbox', () => {
  test.each([
    ['anna', 'none'],
    ['bram', 'approve'],
    ['carla', 'approve'],
    ['daan', 'signed'],
    ['eva', 'signed'],
    ['gerrit', 'approve'],
    ['hanna', 'closed'],
    ['ivo', 'none'],
    ['karel', 'approve'],
    ['lotte', 'none'],
  ])('%s: %s', async (name, area) => {
    const deal = await dealOf(name);
    expect(deal.quoteArea).toBe(area);
    expect(deal.kenmerk).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
  });
});

describe('A4 the list of deals gives each deal the same status and offer as its page does', () => {
  const DRAWN = `data:image/png;base64,${'A'.repeat(40)}`;

  test.each([
    ['bram', {}, 'ready'],
    ['carla', {}, 'ready'],
    ['anna', {}, 'survey'],
    ['hanna', {}, 'preparing'],
    ['bram', { Stage: 'Closed Won' }, 'ready'],
    ['bram', { survey1_signature: DRAWN }, 'signed'],
    ['bram', { survey1_calc: 'no figures' }, 'preparing'],
    ['anna', { survey1_client_visible: true }, 'survey'],
  ])('%s %j: %s', async (name, edit, status) => {
    const customer = portal.as(name);
    await portal.salesOps('Deals', customer.dealId, edit);
    const list = (await customer.get('/api/contacts/verify')).body.contact as Contact;
    const deal = await dealOf(name);
    expect([list.deals[0]?.status, deal.status]).toEqual([status, status]);
    expect(list.deals[0]?.offer).toEqual(deal.offer);
    expect(deal.quoteArea === 'signed').toBe(status === 'signed');
    expect(deal.quoteArea === 'approve').toBe(status === 'ready');
  });
});

describe('F5 viewed', () => {
  test('moves Available For Customer to Viewed, once, and no other stage', async () => {
    const bram = portal.as('bram');
    const stage = async (name: string) => (await portal.record('Deals', portal.as(name).dealId)).Stage;
    expect(await stage('bram')).toBe('Available For Customer');
    await bram.get(pathOf('bram'));
    expect(await stage('bram')).toBe('Available For Customer');
    expect((await bram.post(`${pathOf('bram')}/viewed`, {})).status).toBe(200);
    expect(await stage('bram')).toBe('Viewed');
    const calls = await portal.crmCallsOf(() => bram.post(`${pathOf('bram')}/viewed`));
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
    await portal.as('daan').post(`${pathOf('daan')}/viewed`, {});
    expect(await stage('daan')).toBe('Closed Won');
  });
});

test('F5 if the CRM fails, the answer says so, and the page reports the view again later', async () => {
  const bram = portal.as('bram');
  await portal.restart();
  await portal.fault({ match: 'PUT .*/Deals', kind: 'status', status: 503 });
  expect((await bram.post(`${pathOf('bram')}/viewed`, {})).status).toBe(503);
});

test('F5 an edit by sales ops after the page was read is checked first, and stays', async () => {
  const bram = portal.as('bram');
  const { dealId } = bram;
  await bram.get(pathOf('bram'));
  await portal.salesOps('Deals', dealId, { Stage: 'Closed Lost' });
  expect((await bram.post(`${pathOf('bram')}/viewed`, {})).status).toBe(200);
  expect((await portal.record('Deals', dealId)).Stage).toBe('Closed Lost');
});

describe('A4 values that sales ops can break', () => {
  test('a CRM whose untouched checkboxes read "no": the solar question is open until something is answered', async () => {
    const anna = portal.as('anna');
    const unticked = {
      survey_1_has_solar_panels: false,
      survey1_calc_complete: false,
      survey1_no_calc: false,
      survey1_client_visible: false,
    };
    await portal.salesOps('Deals', anna.dealId, unticked);
    const asked = async () => (await dealOf('anna')).survey_1_has_solar_panels;
    expect(await asked()).toBeNull();
    await anna.put(pathOf('anna'), {
      props: { survey_1_has_solar_panels: false, gaikan_saltion_battery_modules: '3' },
    });
    expect(await asked()).toBe(false);
  });

  test('only a png or jpeg data URL is passed on as a drawn signature', async () => {
    const eva = portal.as('eva');
    expect((await dealOf('eva')).survey1_signature).toMatch(/^data:image\/png;base64,/);
    const svg = 'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+';
    await portal.salesOps('Deals', eva.dealId, { survey1_signature: svg });
    expect(await dealOf('eva')).toMatchObject({ survey1_signature: null, quoteArea: 'signed' });
  });
});
