import { describe, expect } from 'vitest';
import { sandboxUnderTest } from '../crm-sandbox/sandbox-under-test.ts';
import {
  crmUnderTest,
  flat,
  newContact,
  newDeal,
  type Row,
  reads,
  sandboxOnly,
  unique,
  writes,
} from './crm-under-test.ts';

const criteria = (text: string) => `criteria=${encodeURIComponent(text)}`;
/** A search finds a write some time later; in a real organisation after minutes. */
const INDEXED = { timeout: 50_000, interval: 500 };

describe('crm-api §3.1 search', () => {
  writes('finds by criteria, by address, by number and by word', async ({ call, make }) => {
    const word = unique('conformance').replace(' ', '');
    const digits = String(Date.now()).slice(-9);
    const fields = {
      First_Name: 'Jan',
      Last_Name: `${word} (praktijk)`,
      Email: `${word}@example.nl`,
      Phone: `0${digits}`,
    };
    const id = await make('Contacts', fields);
    const found = async (query: string) => (await call('GET', `/Contacts/search?${query}&fields=Last_Name`)).json?.data;
    const it = [{ id, Last_Name: fields.Last_Name }];
    await expect.poll(() => found(`word=${word}`), INDEXED).toEqual(it);
    expect(await found(`email=${encodeURIComponent(fields.Email)}`)).toEqual(it);
    expect(await found(`phone=0${digits}`)).toEqual(it);
    // "equals" means "contains" on a text; a bracket in a value needs a backslash.
    expect(await found(criteria(`(Last_Name:equals:${word})`))).toEqual(it);
    expect(await found(criteria(`(Last_Name:equals:${word} \\(praktijk\\))`))).toEqual(it);
    expect(await found(criteria(`((Last_Name:starts_with:${word})and(First_Name:equals:Jan))`))).toEqual(it);
    // Criteria come before a word.
    expect(await found(`word=nobody&${criteria(`(Last_Name:equals:${word})`)}`)).toEqual(it);
    const { info } = (await call('GET', `/Contacts/search?word=${word}`)).json;
    expect(info).toMatchObject({ per_page: 200, count: 1, page: 1, more_records: false });
  });

  writes('joins criteria in pairs, and compares numbers and lists', async ({ call, make }) => {
    const word = unique('conformance').replace(' ', '');
    for (const [Stage, Amount] of [
      ['Survey', 100],
      ['Viewed', 200],
    ]) {
      await make('Deals', { ...newDeal(), Deal_Name: `${word} ${Stage}`, Stage, Amount });
    }
    const found = async (text: string) => {
      const all = criteria(`((Deal_Name:starts_with:${word})and(${text}))`);
      const rows = (await call('GET', `/Deals/search?${all}&fields=Stage`)).json?.data ?? [];
      return rows.map(({ Stage }: Row) => Stage).sort();
    };
    await expect.poll(() => found('Stage:in:Survey,Viewed'), INDEXED).toEqual(['Survey', 'Viewed']);
    expect(await found('(Stage:equals:Survey)or(Stage:equals:Closed Won)')).toEqual(['Survey']);
    expect(await found('Amount:between:150,250')).toEqual(['Viewed']);
    expect(await found('Amount:less_than:150')).toEqual(['Survey']);
  });

  reads('that finds nothing is 204', async ({ call }) => {
    expect(await call('GET', '/Contacts/search?word=nobodyiscalledthis')).toMatchObject({ status: 204, text: '' });
  });

  reads.each([
    ['nothing to search for', '', 'EXPECTED_PARAM_MISSING', { param_names: ['criteria', 'email', 'phone', 'word'] }],
    ['an unknown field', criteria('(Nope:equals:1)'), 'INVALID_QUERY', {}],
    ['an operator that the type has not', criteria('(Last_Name:greater_than:a)'), 'INVALID_QUERY', {}],
    ['a bracket left open', criteria('(Last_Name:equals:a'), 'INVALID_QUERY', {}],
    ['no criterion at all', criteria('Last_Name'), 'INVALID_QUERY', {}],
    ['eleven criteria', criteria(Array(11).fill('(Last_Name:equals:aa)').join('or')), 'INVALID_QUERY', {}],
    ['one letter', 'word=a', 'INVALID_DATA', {}],
    ['two digits', 'phone=06', 'INVALID_DATA', {}],
    ['row 2,001', 'word=aa&page=11', 'LIMIT_REACHED', {}],
  ])('of %s is refused', async (_, query, code, details) => {
    const { call } = await crmUnderTest();
    const { status, json } = await call('GET', `/Contacts/search?${query}`);
    expect(status).toBe(400);
    expect(json).toMatchObject({ ...flat(code), details });
  });

  sandboxOnly('finds a record by its new values only after a while, and until then by its old values', async () => {
    const { crm, clock } = await sandboxUnderTest({ searchLagMs: 3_000 });
    const { json } = await crm('POST', '/Contacts', { data: [newContact()] });
    const { id } = json.data[0].details;
    clock.advance(3_000);
    await crm('PUT', `/Contacts/${id}`, { data: [{ Mailing_City: 'Venlo' }] });
    const status = async () => (await crm('GET', '/Contacts/search?word=venlo')).status;
    expect(await status()).toBe(204);
    clock.advance(2_999);
    expect(await status()).toBe(204);
    clock.advance(1);
    expect(await status()).toBe(200);
  });
});
