import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { columns, coql, FittingPage, oneOf, recordId } from '../../crm-contract/coql.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { CONTACT_ID, DEAL_ID, test } from './connect.ts';
import { empty, json } from './fault-crm.ts';

/** Reads a literal as COQL does, from the opening quote to the closing quote. A doubled quote is one quote. */
function literalAt(query: string, start: number): { value: string; end: number } {
  if (query[start] !== "'") throw new Error('no literal');
  let value = '';
  for (let at = start + 1; at < query.length; at += 1) {
    if (query[at] !== "'") value += query[at];
    else if (query[at + 1] === "'") {
      value += "'";
      at += 1;
    } else return { value, end: at + 1 };
  }
  throw new Error('the literal never ends');
}

describe('crm-api §3.2 COQL quoting', () => {
  test('any text is either quoted unchanged or refused; it never ends the literal', () => {
    const before = 'select id from Contacts where Last_Name = ';
    const hostile = fc.string({
      unit: fc.constantFrom("'", "''", '\\', '"', ' or ', '1=1', '\n', '\0', '%', 'a', '–', '🔋'),
    });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), hostile), (text) => {
        let query: string;
        try {
          query = coql`select id from Contacts where Last_Name = ${text} limit 2`.text;
        } catch (error) {
          expect(error).toBeInstanceOf(CrmError);
          return;
        }
        const { value, end } = literalAt(query, before.length);
        expect(value).toBe(text);
        expect(query.slice(end)).toBe(' limit 2');
      }),
      { numRuns: 500 },
    );
  });

  test.each(["O'Neill", "'t Hof", "' or id is not null or Last_Name = '", 'café 🔋', ''])('%s goes in', (text) => {
    const { value } = literalAt(coql`${text}`.text, 0);
    expect(value).toBe(text);
  });

  test.each(['a\\', 'a\nb', 'a\u0000', 'a\u2028b', 'a\u007f', '\ud800', 'x'.repeat(501)])('%j is refused', (text) => {
    expect(() => coql`${text}`).toThrow(CrmError);
    expect(() => oneOf([text])).toThrow(CrmError);
  });

  test('the refusal does not repeat the text', () => {
    expect(() => coql`${'secret\\'}`).toThrow(/^(?!.*secret)/);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, null, undefined, {}, ['a'], { text: 'x' }])(
    'no value: %j',
    (value) => {
      expect(() => coql`${value as string}`).toThrow(TypeError);
    },
  );

  test.each(["id from Contacts where 'a", 'a b', 'a.b.c', '', 'a-b', 'a,b', '1a', 'a.'])('%j is no column', (name) => {
    expect(() => columns([name])).toThrow(TypeError);
  });

  test.each(["1' or '1", '123', '12345678901234567890123', ''])('%j is no id', (id) => {
    expect(() => recordId(id)).toThrow(CrmError);
  });

  test('parts of queries, numbers, booleans and lists are written out', () => {
    const open = coql`Stage not in ${oneOf(['Closed Won', "Closed 'Lost'"])}`;
    const query = coql`
      select ${columns(['id', 'Contact_Name.Phone'])} from Deals
      where ((Contact_Name = ${recordId(CONTACT_ID)} and ${open}) and survey1_no_calc = ${false})
      limit ${20}`;
    expect(query.text).toBe(
      `select id, Contact_Name.Phone from Deals where ((Contact_Name = '${CONTACT_ID}' and Stage not in ` +
        `('Closed Won', 'Closed ''Lost''')) and survey1_no_calc = false) limit 20`,
    );
    expect(query.module).toBe('Deals');
  });
});

describe('crm-api §3.2 running a query', () => {
  const row = dealShape.pick({ id: true, Stage: true });

  test('posts the text and reads the rows', async ({ crm, server, reports, context }) => {
    server.answers(json(200, { data: [{ id: DEAL_ID, Stage: 'Viewed' }], info: { count: 1, more_records: false } }));
    const rows = await crm.query(coql`select id, Stage from Deals where Stage = ${'Viewed'}`, row, context());
    expect(rows).toEqual([{ id: DEAL_ID, Stage: 'Viewed' }]);
    expect(server.seen).toMatchObject([{ method: 'POST', path: '/coql' }]);
    expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
      select_query: "select id, Stage from Deals where Stage = 'Viewed'",
    });
    expect(reports).toMatchObject([{ operation: 'query.Deals', outcome: 'ok', priority: 'save' }]);
  });

  test('a query is a read although it is a POST: it is repeated after a reset', async ({ crm, server, context }) => {
    server.answers((response) => response.socket?.resetAndDestroy(), empty(204));
    expect(await crm.query(coql`select id from Deals where Stage = ${'x'}`, row, context())).toEqual([]);
    expect(server.seen).toHaveLength(2);
  });

  const unknownColumn = (column: string) =>
    json(400, {
      code: 'INVALID_QUERY',
      details: { column_name: column },
      message: 'unsupported column',
      status: 'error',
    });

  test('A4 a renamed column is read as absent, and not asked for again', async ({ crm, server, drifts, context }) => {
    const query = coql`select ${columns(['id', 'Stage'])} from Deals where Deal_Name = ${'Stage'} limit 1`;
    const found = json(200, { data: [{ id: DEAL_ID }], info: { count: 1, more_records: false } });
    server.answers(unknownColumn('Stage'), found, found);
    expect(await crm.query(query, row, context())).toEqual([{ id: DEAL_ID, Stage: null }]);
    expect(await crm.query(query, row, context())).toEqual([{ id: DEAL_ID, Stage: null }]);
    const sent = server.seen.map(({ body }) => (JSON.parse(body) as { select_query: string }).select_query);
    expect(sent.map((text) => text.split(' from ')[0])).toEqual(['select id, Stage', 'select id', 'select id']);
    expect(drifts).toMatchObject([
      { field: 'Stage', problem: 'absent' },
      { field: 'Stage', problem: 'absent' },
    ]);
  });

  test('A4 a column that the query filters by cannot be left out', async ({ crm, server, context }) => {
    server.answers(unknownColumn('Stage'));
    const query = coql`select id, Stage from Deals where Stage = ${'Viewed'}`;
    await expect(crm.query(query, row, context())).rejects.toMatchObject({ kind: 'refused', fields: ['Stage'] });
    expect(server.seen).toHaveLength(1);
  });
});

const rowsOf = (there: number, asked: number[]) => async (limit: number) => {
  asked.push(limit);
  return Array.from({ length: Math.min(there, limit) }, (_, n) => n);
};

test('J12 a query asks for the smallest page that its last result fits, and for the largest page if that one comes back full', async () => {
  const asked: number[] = [];
  const page = new FittingPage();
  for (const there of [30, 30, 200, 700, 700, 1_000, 30, 30]) {
    expect(await page.read(rowsOf(there, asked))).toMatchObject({ rows: { length: there }, isCut: false });
  }
  expect(asked).toEqual([2_000, 200, 200, 2_000, 1_000, 1_000, 1_000, 2_000, 2_000, 200]);
});

test('J12 if the largest page comes back full, the result is marked as possibly cut', async () => {
  const { rows, isCut } = await new FittingPage(200).read(rowsOf(2_400, []));
  expect([rows.length, isCut]).toEqual([2_000, true]);
});
