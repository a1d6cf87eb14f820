import { expect, test } from 'vitest';
import { people } from '../../fixtures/people.ts';
import { sandboxUnderTest } from './sandbox-under-test.ts';

const NAMES = 'anna bram carla daan eva fatima gerrit hanna ivo joke karel lotte'.split(' ');

test('the twelve people exist under their hashes, with one deal each except fatima and joke', async () => {
  const { control } = await sandboxUnderTest();
  const { json } = await control('GET', '/people');
  expect(json.map((person: { name: string }) => person.name)).toEqual(NAMES);
  for (const { name, hash, contactId, dealIds } of json) {
    expect(hash).toBe(`sandbox-${name}-0000000000000000`);
    expect(contactId).toMatch(/^\d{18,19}$/);
    expect(dealIds).toHaveLength(name === 'fatima' ? 2 : name === 'joke' ? 0 : 1);
  }
});

test('every person has a link, an owner among the staff and, except anna, a whole address', async () => {
  const { crm } = await sandboxUnderTest({ publicUrl: 'https://portaal.example' });
  const fields = 'First_Name,survey1_hash,survey1_url,Owner,Phone,Mailing_Street,Mailing_Zip,Mailing_City';
  const { json } = await crm('GET', `/Contacts?fields=${fields}`);
  for (const contact of json.data) {
    expect(contact.survey1_url).toBe(`https://portaal.example/?survey_hash=${contact.survey1_hash}`);
    expect(contact.Owner.name).toMatch(/^(Sanne|Tom|Yusuf) /);
    const whole = contact.Phone && contact.Mailing_Street && contact.Mailing_Zip && contact.Mailing_City;
    expect(Boolean(whole), contact.First_Name).toBe(contact.First_Name !== 'Anna');
  }
  expect(json.data).toHaveLength(people.length);
});

test.each([
  [
    'anna',
    { gaikan_deal_version: '2', survey1_calc: null, survey1_number_of_panels: null, survey1_client_visible: null },
  ],
  ['bram', { gaikan_saltion_battery_modules: '6', survey1_client_visible: true, Stage: 'Available For Customer' }],
  ['carla', { gaikan_deal_version: null, gaikan_discount: 750, gaikan_discount_reason: 'Vroegboekkorting' }],
  ['daan', { gaikan_signature_plain: 'Daan de Vries', Stage: 'Closed Won', survey1_approve_clicked: true }],
  ['eva', { gaikan_deal_version: null, survey1_signature: expect.stringMatching(/^data:image\/png;base64,/) }],
  ['gerrit', { survey1_no_calc: true }],
  ['hanna', { survey1_calc_complete: true, survey1_client_visible: null }],
  ['ivo', { gaikan_offer_product_type: 'heatpump', survey1_calc: null }],
  ['karel', { survey1_pending_subsidy: true, survey1_client_visible: true }],
  ['lotte', { gaikan_saltion_battery_modules: 'L', survey1_calc: null, survey1_battery_box_distance_m: '15' }],
])('the deal of %s is as the README says', async (name, fields) => {
  const { crm, dealOf } = await sandboxUnderTest();
  expect((await crm('GET', `/Deals/${await dealOf(name)}`)).json.data[0]).toMatchObject(fields);
});

test('staff are sanne, tom and yusuf; the token belongs to an administrator', async () => {
  const { crm } = await sandboxUnderTest();
  const { users } = (await crm('GET', '/users?type=ActiveUsers')).json;
  const staff = users.filter((user: { profile: { name: string } }) => user.profile.name === 'Standard');
  expect(staff.map((user: { first_name: string }) => user.first_name)).toEqual(['Sanne', 'Tom', 'Yusuf']);
  const current = (await crm('GET', '/users?type=CurrentUser')).json.users;
  expect(current).toMatchObject([{ profile: { name: 'Administrator' } }]);
});
