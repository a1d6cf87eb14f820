import { expect, test } from './admin-desk.ts';
import { choiceOf, saveOf } from './deal-edits.ts';

test('A4, fault 29 the CRM has words in the place of a number and a tick', async ({ page, portal, openLink, desk }) => {
  const { contactId, dealId } = portal.as('bram');
  await portal.unchecked('Deals', dealId, { gaikan_discount: 'in overleg' });
  await portal.unchecked('Contacts', contactId, { survey_1_has_solar_panels: 'misschien' });

  await test.step('the customer reads that the quote is not complete, and no amount', async () => {
    await openLink('bram');
    await expect(page.getByText('Deze offerte is nog niet compleet')).toBeVisible();
    await expect(page.getByText("Bram van 't Hof").first()).toBeVisible();
    await expect(page.getByText('€')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Akkoord/ })).toHaveCount(0);
    await expect(page.locator('#akkoord')).toHaveCount(0);
  });

  await test.step('staff read which fields cannot be read', async () => {
    await desk.open('bram');
    await expect(page.getByText('Niet te lezen in het CRM: gaikan_discount.')).toBeVisible();
    await expect(page.getByText('De offerte is niet te tonen')).toBeVisible();
    await expect(page.getByText('Van dit contact niet te lezen in het CRM: survey_1_has_solar_panels.')).toBeVisible();
  });

  await test.step('staff read that nothing of the quote is changed', async () => {
    await choiceOf(page, 'Aantal modules').selectOption('8 modules / 45,6 kWH');
    await saveOf(page, 'Aantal modules').click();
    await desk.confirm('Offerte aanpassen?');
    await expect(
      page.getByText('Niet alle velden van deze offerte zijn in het CRM te lezen: gaikan_discount.'),
    ).toBeVisible();
  });
});
