import type { BrowserContext, Page } from 'playwright/test';
import { expect, test } from './portal-page.ts';

// After a reload or a lost connection nothing that was typed or chosen is lost.

const next = (page: Page) => page.getByRole('button', { name: 'Volgende' });

/** Without a connection the step stays and says so. Once connected again, it continues to the next step. */
async function survives(page: Page, context: BrowserContext, kept: () => Promise<void>) {
  const before = page.url();
  await page.reload();
  await kept();
  await context.setOffline(true);
  await next(page).click();
  await expect(page.getByText('request failed')).toBeVisible();
  await expect(page.getByText('Er is geen verbinding.')).toBeVisible();
  await kept();
  await context.setOffline(false);
  await next(page).click();
  await expect(page).not.toHaveURL(before);
}

test('C2, §8, fault 36: the survey of a deal: each of its steps', async ({ page, context, portal, openLink }) => {
  await openLink('anna');
  await page.getByRole('button', { name: 'Ja', exact: true }).click();
  await page.getByLabel('Aantal zonnepanelen').fill('31');
  await page.getByLabel('Hoe oud zijn de panelen?').selectOption('1-2');
  await survives(page, context, async () => {
    await expect(page.getByLabel('Aantal zonnepanelen')).toHaveValue('31');
    await expect(page.getByLabel('Hoe oud zijn de panelen?')).toHaveValue('1-2');
  });
  await page.getByRole('radio', { name: /^7 × 5,7/ }).check();
  await survives(page, context, () => expect(page.getByRole('radio', { name: /^7 × 5,7/ })).toBeChecked());
  const metres = page.getByRole('textbox', { name: /meter/ });
  await metres.fill('19');
  await survives(page, context, () => expect(metres).toHaveValue('19'));
  const phone = page.getByLabel('Telefoonnummer');
  await phone.fill('06 11 22 33 44');
  await page.getByLabel('Straatnaam + huisnummer').fill('Kade 12');
  await survives(page, context, () => expect(phone).toHaveValue('06 11 22 33 44'));
  await expect(page.getByText('Bedankt voor uw aanvraag')).toBeVisible();
  expect(await portal.record('Deals', portal.as('anna').dealIds[0] ?? '')).toMatchObject({
    survey1_number_of_panels: '31',
    survey1_panels_age: '1-2',
    gaikan_saltion_battery_modules: '7',
    survey1_battery_box_distance_m: '19',
  });
});
