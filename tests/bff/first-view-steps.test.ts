import { describe, expect, test } from 'vitest';
import { openerOf, textOf, viewOf } from './first-page.ts';
import { openFreshPortal } from './own-portal.ts';

// Long enough for a busy machine.
const portal = await openFreshPortal({ FIRST_VIEW_WAIT_MS: '10000' });

const open = openerOf(portal);

describe('§2.2 the step that a link opens', () => {
  test.each([
    ['bram', '/pages', /^\/deals\/\d+\/$/],
    ['bram', '/pages/solar_panels', /^\/deals\/\d+\/$/],
    ['bram', '/pages/Survey_basics', /^\/deals\/\d+\/$/],
    ['daan', '/pages/complete', /^\/deals\/\d+\/$/],
    ['karel', '/pages', /^\/deals\/\d+\/$/],
    ['karel', '/pages/battery', /^\/deals\/\d+\/$/],
    ['fatima', '/pages', /^\/deals$/],
    ['fatima', '/pages/box_pictures', /^\/pages\/box_pictures$/],
  ])(
    '%s has an offer, so %s from an old mail opens no second survey; only its step with photos opens',
    async (name, path, place) => {
      // An offer that was ready until a colleague changed an answer.
      await portal.salesOps('Deals', portal.as('karel').dealId, { survey1_battery_box_distance_m: '44' });
      const answer = await open(portal.as(name).hash, path);
      expect(viewOf(answer).path).toMatch(place);
      expect(textOf(answer)).not.toContain('Stap');
    },
  );

  test('§2.3 a contact with open questions of a deal can use the survey of /pages too, unless the deal is closed', async () => {
    const { hash, dealId } = portal.as('anna');
    expect(textOf(await open(hash, '/pages/battery'))).toContain('In welk formaat batterij');
    await portal.salesOps('Deals', dealId, { Stage: 'Closed Lost' });
    const page = textOf(await open(hash, '/pages/box_pictures'));
    expect(page).toContain('Deze aanvraag is gesloten');
    expect(page).not.toContain("Foto's toevoegen");
  });

  test('§2.3 nobody needs photos for an order that sales ops closed as lost, so their step leads to the order', async () => {
    const { hash, dealId } = portal.as('eva');
    expect(viewOf(await open(hash, '/pages/box_pictures')).path).toBe('/pages/box_pictures');
    await portal.salesOps('Deals', dealId, { Stage: 'Closed Lost' });
    const page = await open(hash, '/pages/box_pictures');
    expect(viewOf(page).path).toBe(`/deals/${dealId}/`);
    expect(textOf(page)).not.toContain("Foto's toevoegen");
  });

  test('J6 a detail without a letter or digit is asked for like an empty one, as before the signature', async () => {
    const { hash, contactId } = portal.as('lotte');
    await portal.salesOps('Contacts', contactId, { Mailing_Street: '.' });
    expect(viewOf(await open(hash)).path).toMatch(/\/pages\/4$/);
  });

  test('the address of a step, or of a deal, decides what is rendered', async () => {
    const { hash, dealIds } = portal.as('fatima');
    expect(textOf(await open(hash, `/deals/${dealIds[1]}/`))).toContain('€ 33.178,20');
    expect(textOf(await open(portal.as('joke').hash, '/pages/battery'))).toContain('In welk formaat batterij');
  });
});
