import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminDeal } from '../../../bff/view-models/callcenter.ts';
import { confirmPress, pressKey } from '../../../web/admin/callcenter/actions/press-key.ts';
import { mapAddress } from '../../../web/admin/callcenter/contact/map-address.ts';
import { dealFields } from '../../../web/admin/callcenter/deal/deal-fields.ts';
import { historyBars } from '../../../web/admin/stats/history-bars.ts';
import { stubBrowser } from './stubbed-browser.ts';

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  browser = stubBrowser();
});
afterEach(() => vi.unstubAllGlobals());

describe('G3 one press, one key', () => {
  const body = { action: 'skip', contactId: '1', dealId: '2', note: 'a' };

  test('a retry carries the same key, also when more has been seen since; another body another', async () => {
    const key = await pressKey(body, 'note-1');
    expect(await pressKey(body, 'note-2')).toBe(key);
    expect(await pressKey({ ...body, note: 'b' }, 'note-1')).not.toBe(key);
  });

  test('once it is confirmed, the same press is a new one', async () => {
    const key = await pressKey(body, 'note-1');
    confirmPress(body);
    expect(await pressKey(body, 'note-1')).not.toBe(key);
  });

  test('the same press in a second tab is the same, unless that tab saw what came of it', async () => {
    const key = await pressKey(body, 'note-1');
    stubBrowser(browser.localStorage);
    expect(await pressKey(body, 'note-1')).toBe(key);
    stubBrowser(browser.localStorage);
    expect(await pressKey(body, 'note-2')).not.toBe(key);
  });

  test('where nothing was seen no key is like another', async () => {
    const key = await pressKey(body, undefined);
    stubBrowser();
    expect(await pressKey(body, undefined)).not.toBe(key);
  });
});

test('§2.10 the field list has survey1* and gaikan*, truthy and no object', () => {
  const deal = {
    id: '1',
    Stage: 'Viewed',
    survey_1_has_solar_panels: true,
    survey1_number_of_panels: '14',
    survey1_no_calc: false,
    survey1_calc: { output: {} },
    gaikan_discount: 0,
    gaikan_deal_version: '2',
    gaikan_discount_reason: '',
  } as unknown as AdminDeal;
  expect(dealFields(deal)).toEqual([
    { name: 'survey1_number_of_panels', value: '14' },
    { name: 'gaikan_deal_version', value: '2' },
  ]);
});

test('§7.5 the map is asked for street, city and NL, or the country that the contact lives in', () => {
  const ede = { Mailing_Street: 'Kastanjelaan 14', Mailing_City: 'Ede', Mailing_Country: 'Nederland' };
  expect(mapAddress(ede)).toBe('Kastanjelaan 14, Ede, NL');
  expect(mapAddress({ ...ede, Mailing_Country: 'België' })).toBe('Kastanjelaan 14, Ede, België');
  expect(mapAddress({ Mailing_Street: null, Mailing_City: null, Mailing_Country: 'Nederland' })).toBeUndefined();
});

test('§2.9 the chart has a place for every day up to the newest, as parts of the highest', () => {
  const bars = historyBars(
    [
      { date: '2026-11-21', contactCount: 1, leadCount: 3 },
      { date: '2026-11-19', contactCount: 2, leadCount: 0 },
    ],
    4,
  );
  expect(bars).toEqual([
    { date: '2026-11-18', contacts: 0, leads: 0 },
    { date: '2026-11-19', contacts: 0.5, leads: 0 },
    { date: '2026-11-20', contacts: 0, leads: 0 },
    { date: '2026-11-21', contacts: 0.25, leads: 0.75 },
  ]);
  expect(historyBars([], 4)).toEqual([]);
});
