import { beforeEach, describe, expect, test } from 'vitest';
import { openPortal } from '../own-portal.ts';
import { ADMIN, ownersOf, type Staff, staffOf } from '../staff.ts';

// Decision I14: in a CRM whose queries cannot ask for tags, a scan of all contacts brings those that must not be called.

let staff: Staff;

const portal = await openPortal({ PORTAL_FILE: 'portal.json' });
beforeEach(async () => {
  await portal.reset();
  await portal.sandbox('PATCH', '/sandbox/behaviours', { tagInCoql: false });
  await portal.restart();
  staff = staffOf(portal, (await ownersOf(portal)).sanne);
});

describe('people who must not be called', () => {
  test('the list says that it is not known yet, and the open lead says it too', async () => {
    const { contactId } = portal.as('bram');
    await portal.crm(`/Contacts/${contactId}/actions/add_tags`, 'POST', { tags: [{ name: 'niet-bellen' }] });
    await portal.fault({ kind: 'hang', match: 'GET /crm/v8/Contacts$' });
    await portal.restart();
    const { body } = await staff.get(ADMIN);
    expect(body.result).toMatchObject({ unknown: ['do_not_call'] });
    expect(await staff.contact(contactId)).toMatchObject({ doNotCall: true });
  });

  test('once all contacts are read, the list leaves them out and says nothing more', async () => {
    const { contactId } = portal.as('bram');
    await portal.crm(`/Contacts/${contactId}/actions/add_tags`, 'POST', { tags: [{ name: 'niet-bellen' }] });
    await portal.restart();
    await portal.settled();
    expect((await staff.get(ADMIN)).body.result).not.toHaveProperty('unknown');
    expect((await staff.leads()).map(({ id }) => id)).not.toContain(contactId);
  });

  test('a contact is not handed out while this is unknown', async () => {
    const first = (await staff.leads())[0]?.id ?? '';
    await portal.crm(`/Contacts/${first}/actions/add_tags`, 'POST', { tags: [{ name: 'niet-bellen' }] });
    await portal.fault({ kind: 'hang', match: 'GET /crm/v8/Contacts$' });
    await portal.restart();
    const { status, body } = await staff.post(`${ADMIN}/next`, {});
    expect(status).toBe(200);
    expect(body.contactId).not.toBe(first);
    expect(body.contactId).toMatch(/^\d+$/);
  });
});
