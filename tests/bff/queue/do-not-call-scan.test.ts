import { beforeEach, expect, test } from 'vitest';
import { openTeamDesk } from '../call-desk.ts';

// Decision I14: in a CRM whose queries cannot ask for tags, a scan of all contacts brings those that must not be called.

const { portal, sanne } = await openTeamDesk();
const mustNotBeCalled = (id: string) =>
  portal.crm(`/Contacts/${id}/actions/add_tags`, 'POST', { tags: [{ name: 'niet-bellen' }] });
/** Whether a contact must not be called, as a panel says when it is opened and while it is open. */
const shown = async (id: string) => [(await sanne.contact(id)).doNotCall, (await sanne.presence(id)).doNotCall];

beforeEach(() => portal.behave({ tagInCoql: false }));

test('while the portal does not know yet who must not be called, list and open leads say so, and no lead that has the tag is handed out', async () => {
  const first = (await sanne.leads())[0]?.id ?? '';
  await mustNotBeCalled(first);
  await portal.fault({ kind: 'hang', match: 'GET /crm/v8/Contacts$' });
  await portal.restart();
  expect(await sanne.list()).toMatchObject({ unknown: ['do_not_call'] });
  expect(await sanne.contact(first)).toMatchObject({ doNotCall: true });
  // Somebody with the same number may have the tag.
  const bram = portal.as('bram').contactId;
  expect(await shown(bram)).toEqual([null, null]);
  const next = await sanne.next();
  expect(next).not.toBe(first);
  expect(next).toMatch(/^\d+$/);
});

test('once all contacts are read, the list leaves out those who must not be called, and says nothing more', async () => {
  const { contactId } = portal.as('bram');
  const hanna = portal.as('hanna').contactId;
  await mustNotBeCalled(contactId);
  await portal.restart();
  await portal.settled();
  expect(await sanne.list()).not.toHaveProperty('unknown');
  expect((await sanne.leads()).map(({ id }) => id)).not.toContain(contactId);
  expect(await shown(hanna)).toEqual([false, false]);
});
