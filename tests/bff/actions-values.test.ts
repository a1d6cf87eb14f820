import { describe, expect, test } from 'vitest';
import { openCallDesk } from './call-desk.ts';
import { callLater, leftWith, subjectOf } from './staff.ts';

const { portal, staff, dealOf } = await openCallDesk();

describe('§7.4 which values an action accepts', () => {
  const bram = () => subjectOf(portal, 'bram');
  const BODIES: [string, () => object, number][] = [
    ['no action', () => ({ ...bram() }), 422],
    ['an unknown action', () => ({ action: 'delete-everything', ...bram() }), 422],
    ['a contact id that is none', () => ({ action: 'skip', ...bram(), contactId: "1' or 1=1" }), 422],
    ['a deal id that is none', () => ({ action: 'skip', ...bram(), dealId: '../Deals' }), 422],
    ['no deal', () => ({ action: 'gaikan_called_noanswer', contactId: bram().contactId }), 422],
    ['a field that no action has', () => ({ action: 'skip', ...bram(), Stage: 'Closed Won' }), 422],
    ['amount 0', () => ({ ...bram(), ...callLater(0, 'days') }), 422],
    ['amount 366', () => ({ ...bram(), ...callLater(366, 'days') }), 422],
    ['half a day', () => ({ ...bram(), ...callLater(0.5, 'days') }), 422],
    ['years', () => ({ ...bram(), ...callLater(1, 'years' as 'weeks') }), 422],
    ['a note that is a list', () => ({ action: 'skip', ...bram(), note: ['x'] }), 422],
    ['no object', () => [1], 400],
  ];

  test.each(BODIES)('%s is refused and asks the CRM nothing', async (_name, body, status) => {
    const calls = await portal.crmCallsOf(async () => {
      expect((await staff.act(body())).status).toBe(status);
    });
    expect(calls).toEqual([]);
  });

  test.each([
    [{ call_later_units: 'days' }, 'call_later_amount'],
    [{ call_later_amount: 1 }, 'call_later_units'],
  ])('a callback with only %o is refused, and the answer names what is missing', async (given, field) => {
    const answer = await staff.act({ action: 'gaikan_call_later', ...bram(), ...given });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]]);
  });

  test('§7.4 fields of other actions are ignored, an empty note is no note', async () => {
    const body = { value: '', value2: '', name: '', call_later_amount: 1, call_later_units: 'days', note: '' };
    expect((await staff.act({ action: 'gaikan_called_noanswer', ...bram(), ...body })).status).toBe(200);
  });

  test.each([
    ['1.250', 1250],
    ['1.250,50', 1250.5],
    ['€ 1.250,00', 1250],
    ['€\u00a01.250,-', 1250],
    ['1 250', 1250],
    ['12,5', 12.5],
    ['250.50', 250.5],
    ['0', null],
  ])('§9 a discount of "%s" is %d euros, in the ways people write it', async (value, euros) => {
    expect((await staff.act({ action: 'discount', ...bram(), value })).status).toBe(200);
    expect((await dealOf('bram')).gaikan_discount).toBe(euros);
  });

  test.each(['1,250', '1.2.3', '0.125', '12 50', '1e3', 'veel', '', '-5', '€'])(
    '§9 a discount of "%s" could mean another amount: it is refused with a reason, without a CRM call',
    async (value) => {
      const calls = await portal.crmCallsOf(async () => {
        const { status, body } = await staff.act({ action: 'discount', ...bram(), value });
        expect([status, body.fields]).toEqual([422, { value: expect.stringContaining('zoals 1250 of 1.250,50') }]);
      });
      expect(calls).toEqual([]);
    },
  );

  test('§9 other numbers are read in the same way: "12,5" kW is not 125, and "1.250" panels are 1250', async () => {
    const asked = await staff.act({ action: 'set-fixed-inverter-kwh', ...bram(), value: '12,5' });
    expect([asked.status, asked.body.detail]).toEqual([422, expect.stringContaining('12.5 kW')]);
    const anna = portal.as('anna');
    const props = { survey1_number_of_panels: '1.250' };
    expect((await anna.put(anna.deal, { props })).status).toBe(200);
    expect((await dealOf('anna')).survey1_number_of_panels).toBe('1250');
    const half = await anna.put(anna.deal, {
      props: { survey1_number_of_panels: '3,5' },
    });
    expect([half.status, half.body.fields]).toEqual([
      422,
      { survey1_number_of_panels: 'Dit getal kan hier niet. Schrijf een heel getal, zoals 12.' },
    ]);
  });

  test('G8 quotation marks, markup and control characters in a note stay text', async () => {
    const note = "O'Neill zei: <script>alert(1)</script> \u0007 100%_\\ 👍";
    expect((await staff.act({ action: 'gaikan_called_noanswer', ...bram(), note })).status).toBe(200);
    const { notes } = await leftWith(portal, bram().contactId);
    expect(String(notes[0]?.Note_Content).startsWith(note)).toBe(true);
  });
});
