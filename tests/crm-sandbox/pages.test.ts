import { expect, test } from 'vitest';
import { sandboxUnderTest } from './sandbox-under-test.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

test('the page of a record shows its fields, and notes as text', async () => {
  const { raw, person } = await sandboxUnderTest();
  const { contactId } = await person('gerrit');
  const { status, headers, text } = await raw('GET', `/crm/org20094000001/tab/Contacts/${contactId}`);
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/html/);
  expect(text).toContain('name="Phone"');
  expect(text).toContain('06-00000107');
  expect(text).toContain('&#60;b&#62;handmatig&#60;/b&#62;');
  expect(text).not.toContain('<b>');
});

test('saving the page is an edit by sales ops of the changed fields only', async () => {
  const { raw, control, dealOf } = await sandboxUnderTest();
  const id = await dealOf('bram');
  const path = `/crm/tab/Potentials/${id}`;
  const before = (await control('GET', `/records/Deals/${id}`)).json;
  const form = new URLSearchParams({ Amount: '100,5', Stage: 'Viewed', Next_Step: '', survey1_client_visible: 'true' });
  const saved = await raw('POST', path, form.toString(), FORM);
  expect(saved).toMatchObject({ status: 303, headers: { location: `${path}?saved` } });
  const after = (await control('GET', `/records/Deals/${id}`)).json;
  expect(after).toEqual({
    ...before,
    Amount: 100.5,
    Stage: 'Viewed',
    Modified_Time: expect.any(String),
    Modified_By: expect.objectContaining({ name: 'Tom Verhoeven' }),
  });
  expect(after.Modified_Time > before.Modified_Time).toBe(true);
});

test('saving the page does not change fields that somebody else changed meanwhile', async () => {
  const { raw, crm, control, dealOf } = await sandboxUnderTest();
  const id = await dealOf('bram');
  await crm('PUT', `/Deals/${id}`, { data: [{ gaikan_signature_plain: 'Bram' }] });
  const form = new URLSearchParams({
    gaikan_signature_plain: '',
    'shown:gaikan_signature_plain': '',
    Next_Step: 'a\r\nb',
    'shown:Next_Step': '',
  });
  await raw('POST', `/crm/tab/Potentials/${id}`, form.toString(), FORM);
  const after = (await control('GET', `/records/Deals/${id}`)).json;
  expect(after).toMatchObject({ gaikan_signature_plain: 'Bram', Next_Step: 'a\nb' });
});

test('the page refuses what the API would refuse, with the reason', async () => {
  const { raw, control, dealOf } = await sandboxUnderTest();
  const id = await dealOf('bram');
  const { status, text } = await raw('POST', `/crm/tab/Potentials/${id}`, 'Amount=veel', FORM);
  expect(status).toBe(400);
  expect(text).toContain('Not saved');
  expect((await control('GET', `/records/Deals/${id}`)).json.Amount).toBe(24_497.06);
});

test('every page that the portal links to exists, and an unknown record is 404', async () => {
  const { raw, dealOf } = await sandboxUnderTest();
  expect((await raw('GET', `/crm/tab/Potentials/${await dealOf('eva')}`)).text).toContain('<img src="data:image/png');
  expect((await raw('GET', '/crm/tab/Potentials/4150868000000999999')).status).toBe(404);
  expect((await raw('GET', '/')).text).toContain('anna');
  expect((await raw('GET', '/sandbox/booking?name=%3Cb%3EBram')).text).toContain('&#60;b&#62;Bram');
});
