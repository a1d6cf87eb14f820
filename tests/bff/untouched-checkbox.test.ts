import { afterEach, expect, test } from 'vitest';
import { openPortal } from './own-portal.ts';

// "Heeft u zonnepanelen?" of a contact without deals, in CRMs that read an untouched checkbox differently.

const portal = await openPortal();
afterEach(async () => {
  await portal.reset();
  await portal.restart();
});

const answer = async () => {
  const { body } = await portal.as('joke').post('/api/contacts/verify', {});
  return (body.contact as Record<string, unknown>).survey_1_has_solar_panels;
};

async function untouchedReadsFalse(): Promise<void> {
  for (const { id } of await portal.records('Contacts', 'id')) {
    await portal.salesOps('Contacts', String(id), { survey_1_has_solar_panels: false });
  }
}

test('C2 if an untouched checkbox reads null in the CRM, a "no" alone is an answer; the portal asks the CRM about it once', async () => {
  expect(await answer()).toBeNull();
  await portal.as('joke').post('/api/contacts/contactDetails', [{ name: 'survey_1_has_solar_panels', value: false }]);
  expect(await portal.crmCallsOf(answer)).toHaveLength(3);
  expect(await portal.crmCallsOf(answer)).toHaveLength(2);
  expect(await answer()).toBe(false);
});

test('C2 if an untouched checkbox reads false, a "no" without another answer counts as unanswered', async () => {
  await untouchedReadsFalse();
  expect(await answer()).toBeNull();
  await portal
    .as('joke')
    .post('/api/contacts/contactDetails', { properties: { survey1_preferred_battery_size: '20' } });
  expect(await answer()).toBe(false);
});
