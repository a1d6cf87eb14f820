import { describe, expect } from 'vitest';
import { z } from 'zod';
import { prefixed, unprefixed } from '../../crm-contract/coql.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import {
  amount,
  calendarDate,
  count,
  type Drift,
  fieldsOf,
  flag,
  instant,
  jsonText,
  lookup,
  readRecords,
  recordId,
  tagNames,
  text,
} from '../../crm-contract/shapes/read-record.ts';
import { CONTACT_ID, connect, DEAL_ID, errorOf, NOTE_ID, test } from './connect.ts';
import { empty, json } from './fault-crm.ts';

const table: [string, z.ZodType, unknown, unknown][] = [
  ['text', text, 'abc', 'abc'],
  ['text', text, 2, '2'],
  ['text', text, '', null],
  ['text', text, '  ', null],
  ['text', text, { a: 1 }, null],
  ['jsonText', jsonText, '{"a":1}', '{"a":1}'],
  ['jsonText', jsonText, { a: 1 }, '{"a":1}'],
  ['jsonText', jsonText, '{broken', '{broken'],
  ['amount', amount, 12.5, 12.5],
  ['amount', amount, '12.5', 12.5],
  ['amount', amount, '12,5', 12.5],
  ['amount', amount, '1.250,00', 1250],
  ['amount', amount, '1,250.00', 1250],
  ['amount', amount, '€ 1.250.000', 1_250_000],
  ['amount', amount, '-99,95', -99.95],
  ['amount', amount, '0.125', 0.125],
  ['amount', amount, '1250', 1250],
  ['amount', amount, '1.250', null],
  ['amount', amount, '1,250', null],
  ['amount', amount, '1.25.00', null],
  ['amount', amount, 'twaalf', null],
  ['amount', amount, '1e3', null],
  ['amount', amount, true, null],
  ['count', count, '15', 15],
  ['count', count, 15, 15],
  ['count', count, 1.5, null],
  ['count', count, -1, null],
  ['count', count, 'XL', null],
  ['flag', flag, true, true],
  ['flag', flag, 'true', true],
  ['flag', flag, 'TRUE', true],
  ['flag', flag, 1, true],
  ['flag', flag, '0', false],
  ['flag', flag, 'misschien', null],
  ['lookup', lookup, { id: CONTACT_ID, name: 'Jan' }, { id: CONTACT_ID, name: 'Jan' }],
  ['lookup', lookup, { id: CONTACT_ID }, { id: CONTACT_ID, name: null }],
  ['lookup', lookup, CONTACT_ID, { id: CONTACT_ID, name: null }],
  ['lookup', lookup, { id: 4150868 }, null],
  ['lookup', lookup, null, null],
  ['instant', instant, '2026-10-20T10:00:00+02:00', '2026-10-20T10:00:00+02:00'],
  ['instant', instant, '2026-10-20T10:00:00', null],
  ['instant', instant, '2026-13-40T10:00:00+02:00', null],
  ['calendarDate', calendarDate, '2026-10-20', '2026-10-20'],
  ['calendarDate', calendarDate, '20-10-2026', null],
  ['tagNames', tagNames, [{ name: 'niet-bellen', id: NOTE_ID }], ['niet-bellen']],
  ['tagNames', tagNames, null, []],
];

describe('A4 values that sales ops can break', () => {
  test.each(table)('%s %#: each value is read if it makes sense', (_name, block, raw, expected) => {
    expect(block.parse(raw)).toEqual(expected);
  });

  test.each([text, jsonText, amount, count, flag, lookup, instant, calendarDate])(
    'null and a missing key are null',
    (block) => {
      const shape = z.object({ field: block });
      expect(shape.parse({ field: null })).toEqual({ field: null });
      expect(shape.parse({})).toEqual({ field: null });
    },
  );
});

/** A deal in which every field exists and is empty. */
const emptyDeal = () => ({ ...Object.fromEntries(fieldsOf(dealShape).map((field) => [field, null])), id: DEAL_ID });

describe('A4 drift is reported, not thrown', () => {
  test('impossible values and absent fields are reported, empty ones not', async ({ crm, server, drifts, context }) => {
    const { survey1_no_calc: _renamed, ...deal } = { ...emptyDeal(), survey1_no_calc: null };
    server.answers(json(200, { data: [{ ...deal, Amount: 'veel', Stage: '', Extra__c: 1, $editable: true }] }));
    const read = await crm.deals.read(DEAL_ID, context());
    expect(read).toMatchObject({ id: DEAL_ID, Amount: null, Stage: null, survey1_no_calc: null });
    expect(read).not.toHaveProperty('Extra__c');
    expect(drifts).toEqual([
      { module: 'Deals', id: DEAL_ID, field: 'Amount', problem: 'unreadable' },
      { module: 'Deals', id: DEAL_ID, field: 'survey1_no_calc', problem: 'absent' },
    ]);
  });

  test('an absent field and an unreadable value are reported for each record', () => {
    const drifts: Drift[] = [];
    const rows = [1, 2].map((n) => ({ id: `415086800000000000${n}`, Stage: {} }));
    const shape = dealShape.pick({ id: true, Stage: true, Amount: true });
    readRecords(shape, rows, 'Deals', (drift) => drifts.push(drift));
    const of = (id: string, field: string, problem: Drift['problem']) => ({ module: 'Deals', id, field, problem });
    expect(drifts).toEqual([
      of('4150868000000000001', 'Stage', 'unreadable'),
      of('4150868000000000001', 'Amount', 'absent'),
      of('4150868000000000002', 'Stage', 'unreadable'),
      of('4150868000000000002', 'Amount', 'absent'),
    ]);
  });

  test('an absent field is reported even if its absence has a value, such as no tags', () => {
    const drifts: Drift[] = [];
    const shape = z.object({ id: recordId, Tag: tagNames });
    expect(readRecords(shape, [{ id: DEAL_ID }], 'Deals', (drift) => drifts.push(drift))).toEqual([
      { id: DEAL_ID, Tag: [] },
    ]);
    expect(drifts).toEqual([{ module: 'Deals', id: DEAL_ID, field: 'Tag', problem: 'absent' }]);
  });

  test('a healthy record reports nothing', async ({ crm, server, drifts, context }) => {
    server.answers(json(200, { data: [{ ...emptyDeal(), gaikan_deal_version: 2, survey1_calc: { a: 1 } }] }));
    expect(await crm.deals.read(DEAL_ID, context())).toMatchObject({
      gaikan_deal_version: '2',
      survey1_calc: '{"a":1}',
    });
    expect(drifts).toEqual([]);
  });

  test('an object nested too deeply to be serialised again is reported, and the rest of its record is read', () => {
    const deep: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
    const drifts: Drift[] = [];
    const deal = { ...emptyDeal(), Deal_Name: 'Batterij', survey1_calc: deep };
    const rows = readRecords(dealShape, [deal], 'Deals', (drift) => drifts.push(drift));
    expect(rows).toMatchObject([{ Deal_Name: 'Batterij', survey1_calc: null }]);
    expect(drifts).toMatchObject([{ field: 'survey1_calc' }]);
  });

  test('a __proto__ key in an answer reaches nobody', async ({ crm, server, context }) => {
    server.answers((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"data":[{"id":"${DEAL_ID}","__proto__":{"Stage":"Closed Won"}}]}`);
    });
    expect((await crm.deals.read(DEAL_ID, context()))?.Stage).toBeNull();
  });
});

describe('crm-api §2.1 what is not there', () => {
  test.each([
    ['204', empty(204)],
    ['an empty list', json(200, { data: [] })],
    [
      'INVALID_DATA on the id',
      json(400, { code: 'INVALID_DATA', details: { resource_path_index: 1 }, status: 'error' }),
    ],
  ])('%s reads as null', async (_name, answer) => {
    const { crm, server, context } = await connect();
    server.answers(answer);
    expect(await crm.contacts.read(CONTACT_ID, context())).toBeNull();
  });

  test('an empty 200 is malformed: a truncated answer deletes no record', async ({ crm, server, context }) => {
    server.answers(empty(200));
    expect(await errorOf(crm.contacts.read(CONTACT_ID, context()))).toMatchObject({ kind: 'malformed', sent: 'no' });
  });

  test('a row without an id is not a record', async ({ crm, server, context }) => {
    server.answers(json(200, { data: [{ Stage: 'Viewed' }] }));
    expect(await errorOf(crm.deals.read(DEAL_ID, context()))).toMatchObject({ kind: 'malformed', sent: 'no' });
  });
});

describe('crm-api §3.2 joined columns', () => {
  const row = dealShape
    .pick({ id: true, Stage: true, Contact_Name: true })
    .extend(
      prefixed(contactShape.pick({ id: true, First_Name: true, survey_1_has_solar_panels: true }), 'Contact_Name'),
    );

  test('the columns to select follow from the shape', () => {
    expect(fieldsOf(row)).toEqual([
      'id',
      'Stage',
      'Contact_Name',
      'Contact_Name.id',
      'Contact_Name.First_Name',
      'Contact_Name.survey_1_has_solar_panels',
    ]);
  });

  test.each([
    [
      'dotted keys',
      {
        Contact_Name: { id: CONTACT_ID },
        'Contact_Name.id': CONTACT_ID,
        'Contact_Name.First_Name': 'Jan',
        'Contact_Name.survey_1_has_solar_panels': 'true',
      },
    ],
    ['a nested object', { Contact_Name: { id: CONTACT_ID, First_Name: 'Jan', survey_1_has_solar_panels: true } }],
  ])('%s read the same', (_name, columns) => {
    const drifts: Drift[] = [];
    const records = readRecords(row, [{ id: DEAL_ID, Stage: 'New', ...columns }], 'Deals', (drift) =>
      drifts.push(drift),
    );
    const [record] = records ?? [];
    if (!record) throw new Error('no record');
    expect(record.Contact_Name).toEqual({ id: CONTACT_ID, name: null });
    expect(unprefixed(record, 'Contact_Name')).toEqual({
      id: CONTACT_ID,
      First_Name: 'Jan',
      survey_1_has_solar_panels: true,
    });
    expect(drifts).toEqual([]);
  });

  test('a deal without a contact has empty columns', () => {
    const rows = [{ id: DEAL_ID, Stage: 'New', Contact_Name: null, 'Contact_Name.First_Name': null }];
    const [record] = readRecords(row, rows, 'Deals', () => {}) ?? [];
    expect(record).toMatchObject({ Contact_Name: null, 'Contact_Name.First_Name': null, 'Contact_Name.id': null });
  });
});
