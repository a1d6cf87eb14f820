import { describe, expect, test } from 'vitest';
import type { PreviewAnswer } from '../../../bff/view-models/callcenter-action.ts';
import { openCallDesk } from '../call-desk.ts';
import { type Acted, ADMIN, leftWith, subjectOf } from '../staff.ts';

const { portal, staff } = await openCallDesk();

type Preview = PreviewAnswer['result'];

async function preview(name: string, edit: object): Promise<Preview> {
  const { status, body } = await staff.post(`${ADMIN}/preview`, { ...subjectOf(portal, name), ...edit });
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.result as Preview;
}

const EIGHT = { action: 'set-battery-module-num', value: 8 };
const A_EURO = { action: 'discount', value: 1 };
const EDITS: [string, string, object][] = [
  ['8 modules', 'bram', EIGHT],
  ['no inverter', 'bram', { action: 'set-fixed-inverter-kwh', value: 'none' }],
  ['own installation', 'bram', { action: 'set-deal-property', name: 'gaikan_self_installation', value: '1' }],
  ['20 metres', 'bram', { action: 'set-deal-property', name: 'survey1_battery_box_distance_m', value: 20 }],
  ['a discount', 'bram', { action: 'discount', value: '500', value2: 'Buurtactie' }],
  ['a discount on a quote by hand', 'gerrit', { action: 'discount', value: 100 }],
  ['40 kWh', 'carla', { action: 'set-battery-size', value: 40 }],
  ['modules instead of kWh', 'carla', { action: 'upgrade-deal-version' }],
  ['nothing new', 'bram', { action: 'calc' }],
];

describe('J10 "Wat kost 8 modules?" is answered without changing anything', () => {
  test.each(EDITS)(
    '%s: shows the quote now and as the edit would make it, and writes nothing',
    async (_what, name, edit) => {
      const { contactId, dealId } = subjectOf(portal, name);
      const [shown] = (await staff.contact(contactId)).deals;
      const held = await portal.record('Deals', dealId);
      const notes = (await leftWith(portal, contactId)).notes.length;
      const calls = await portal.crmCallsOf(async () => {
        const { before, after } = await preview(name, edit);
        expect(before).toMatchObject({ ...shown?.quote, quoteArea: shown?.quoteArea });
        const stored = await portal.record('Deals', dealId);
        expect(stored).toEqual(held);
        const { deal } = (await staff.act({ ...subjectOf(portal, name), ...edit })).body.result as Acted;
        const { quote, quoteArea, financing, survey1_approve_clicked } = deal;
        expect(after).toEqual({ ...quote, quoteArea, financing, survey1_approve_clicked });
      });
      expect(calls.length).toBeLessThanOrEqual(12);
      expect((await leftWith(portal, contactId)).notes.length - notes).toBe(edit === EDITS.at(-1)?.[2] ? 0 : 1);
    },
  );

  test('costs two CRM calls, all of them reads', async () => {
    await preview('bram', { action: 'calc' });
    const calls = await portal.crmCallsOf(() => preview('bram', EIGHT));
    const asked = calls.map(({ method, path }) => `${method} ${path.split('/')[3]}`);
    expect(asked.sort()).toEqual(['GET Contacts', 'POST coql']);
  });

  test('says that an approval is lost, and that a refused quote can be signed again', async () => {
    const { dealId } = subjectOf(portal, 'bram');
    await portal.salesOps('Deals', dealId, { survey1_approve_clicked: true });
    const approved = await preview('bram', { action: 'discount', value: 500 });
    expect([approved.before, approved.after].map((each) => each.survey1_approve_clicked)).toEqual([true, false]);
    await portal.salesOps('Deals', dealId, { portal_declined_at: '2026-11-20T10:00:00+01:00' });
    const declined = await preview('bram', { action: 'discount', value: 500 });
    expect([declined.before.quoteArea, declined.after.quoteArea]).toEqual(['declined', 'approve']);
  });

  test('says that the financing of an older quote is lost', async () => {
    const { before, after } = await preview('carla', { action: 'upgrade-deal-version' });
    expect([before.financing, after.financing]).toEqual([{ monthlyEuros: expect.any(Number) }, null]);
  });

  test.each<[string, string, object, number, string]>([
    ['a discount above the sum', 'bram', { action: 'discount', value: 999_999 }, 422, 'niet hoger zijn dan het totaal'],
    ['modules that are not sold', 'carla', EIGHT, 422, 'kan niet bij deze soort'],
    ['a signed quote', 'daan', A_EURO, 409, 'ondertekend'],
    ['an outcome', 'bram', { action: 'not_interested' }, 422, 'alleen bij een wijziging van de offerte'],
    ['a deal that somebody changed', 'bram', { ...A_EURO, expected: 'f00' }, 409, 'intussen gewijzigd'],
  ])('%s is refused with the reason that the edit would get', async (_what, name, edit, status, why) => {
    const answer = await staff.post(`${ADMIN}/preview`, { ...subjectOf(portal, name), ...edit });
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining(why)]);
  });
});
