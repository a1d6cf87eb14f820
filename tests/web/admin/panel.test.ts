import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AdminContact, AdminDeal } from '../../../bff/view-models/callcenter.ts';
import { mapAddress } from '../../../web/admin/desk/contact/ContactDetails.tsx';
import {
  contactQuery,
  fetchContactAgain,
  keepContact,
  photoQuery,
  photosQuery,
  timelineQuery,
} from '../../../web/admin/desk/contact/contact-query.ts';
import { PhoneLink } from '../../../web/admin/desk/contact/PhoneLink.tsx';
import { Timeline } from '../../../web/admin/desk/contact/Timeline.tsx';
import { dealFields } from '../../../web/admin/desk/deal/DealPanel.tsx';
import { historyBars } from '../../../web/admin/stats/period.ts';

test('§2.10 the field list has the fields survey1* and gaikan* with a truthy value that is no object', () => {
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

test('§7.5 the map searches for street, city and the country of the contact, or NL', () => {
  const ede = { Mailing_Street: 'Kastanjelaan 14', Mailing_City: 'Ede', Mailing_Country: 'Nederland' };
  expect(mapAddress(ede)).toBe('Kastanjelaan 14, Ede, NL');
  expect(mapAddress({ ...ede, Mailing_Country: 'België' })).toBe('Kastanjelaan 14, Ede, België');
  expect(mapAddress({ Mailing_Street: null, Mailing_City: null, Mailing_Country: 'Nederland' })).toBeUndefined();
});

test('§2.9 the chart has a bar for every day up to the newest', () => {
  const newest = { date: '2026-11-21', contactCount: 1, leadCount: 3 };
  const before = { date: '2026-11-19', contactCount: 2, leadCount: 0 };
  const empty = (date: string) => ({ date, contactCount: 0, leadCount: 0 });
  expect(historyBars([newest, before], 4)).toEqual([empty('2026-11-18'), before, empty('2026-11-20'), newest]);
  expect(historyBars([], 4)).toEqual([]);
});

test.each([
  ['knows the calls is kept', '0f-nb-c1.2', false],
  [
    'read no calls is kept, and the panel is read again, so that no promise of a colleague is replaced unseen',
    '0f-nb',
    true,
  ],
])('J10 an answer that %s', (_, version, isReadAgain) => {
  const client = new QueryClient();
  const { queryKey } = contactQuery('1');
  const withVersions = (...versions: string[]) =>
    ({ id: '1', deals: versions.map((each, n) => ({ id: String(n), version: each })) }) as AdminContact;
  client.setQueryData(queryKey, withVersions('0a-c3.4', '0e-c1.2'));
  const contact = withVersions('0a-c3.4', version);
  keepContact(client, contact, false);
  expect(client.getQueryData(queryKey)).toEqual(contact);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(isReadAgain);
});

test.each([
  ['06-12345678', 'tel:0612345678'],
  ['onbekend', undefined],
])('G7 a number is a link only if it has digits to dial: %s', (phone, url) => {
  const shown = renderToStaticMarkup(createElement(PhoneLink, { phone, name: null, mayCall: true }));
  expect(/href="([^"]*)"/.exec(shown)?.[1]).toBe(url);
  expect(shown).toContain(phone);
});

test('J10 loading the new state reads the list of photos again, but no photo that is already here', () => {
  const client = new QueryClient();
  const [list, photo] = [photosQuery('1').queryKey, photoQuery('1', '2').queryKey];
  client.setQueryData(list, []);
  client.setQueryData(photo, { name: 'foto.jpg', content: new Blob() });
  fetchContactAgain(client, '1');
  expect([list, photo].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, false]);
});

test('J10 after an outcome, whose note is read only if the colleague stays, the panel does not say that there are none', () => {
  const client = new QueryClient();
  const contact = { id: '1', deals: [] as AdminDeal[] } as AdminContact;
  client.setQueryData(timelineQuery('1').queryKey, { events: [], wishes: {}, linkSentAt: null });
  const shown = () => {
    const timeline = createElement(Timeline, { contactId: '1', contact });
    return renderToStaticMarkup(createElement(QueryClientProvider, { client }, timeline));
  };
  expect(shown()).toContain('Nog geen notities.');
  keepContact(client, contact, true);
  expect(shown()).not.toContain('Nog geen notities.');
});
