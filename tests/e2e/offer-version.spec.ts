import { portalFileWith } from '../bff/portal-file.ts';
import { expect, test } from './admin-desk.ts';

const MODULES = 'gaikan_saltion_battery_modules';

test('J2 a customer asks for other modules in an offer with a discount', async ({ page, portal, openLink, desk }) => {
  const { dealId } = portal.as('fatima');
  await openLink('fatima', `/deals/${dealId}/`);
  const ask = page.getByRole('button', { name: 'Vraag deze wijziging aan' });

  await test.step('I5 a request without a change is answered with what to do, and the error disappears with its cause', async () => {
    const same = page.getByText('Dit staat al in uw offerte. Kies wat u anders wilt.');
    await page.getByRole('link', { name: 'Vraag een wijziging aan Plaats' }).click();
    await ask.click();
    await expect(same).toHaveCount(2);
    await page.getByLabel('meter').fill('12');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.goBack();
    await page.getByRole('link', { name: 'Vraag een wijziging aan Batterij' }).click();
    await ask.click();
    await expect(same).toHaveCount(2);
    await page.getByRole('radio', { name: /10 × 5,7/ }).check();
    await expect(same).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await ask.click();
  await expect(page.getByText('Wij hebben uw wens ontvangen')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Akkoord … Verder' })).toBeVisible();
  expect(await portal.record('Deals', dealId)).toMatchObject({ [MODULES]: '8' });

  await desk.open('fatima');
  await page.getByRole('radio', { name: /El Amrani(?! \(praktijk)/ }).check();
  await expect(page.getByText(/^De klant vroeg op .* om een wijziging$/)).toBeVisible();
  const order = page.getByRole('region', { name: 'Thuisbatterij El Amrani', exact: true });
  await expect(order.getByText('Modules: 8 → 10')).toBeVisible();
  await desk.complete('Zo berekenen', 'Offerte aanpassen?');
  expect(await portal.record('Deals', dealId)).toMatchObject({ [MODULES]: '10' });
});

test('J1 an offer that sales ops changed is closed until calculated', async ({ page, portal, openLink, desk }) => {
  const { dealId } = portal.as('bram');
  await portal.salesOps('Deals', dealId, { [MODULES]: '8' });
  await openLink('bram');
  await expect(page.getByText('Deze offerte is nog niet compleet')).toBeVisible();
  await expect(page.getByText(/hij wordt bijgewerkt/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Akkoord … Verder' })).toHaveCount(0);

  await desk.open('bram');
  await expect(page.getByText(/: 6 in de offerte, 8 in het CRM$/)).toBeVisible();
  await desk.complete('Opnieuw berekenen', 'Berekenen?');
  await openLink('bram');
  await expect(page.getByText('8 batterijmodules')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Akkoord … Verder' })).toBeVisible();
});

test('J2 prices that rose before a changed answer are shown with the new quote', async ({ page, portal, openLink }) => {
  await portal.editProduct('BM-06', { Unit_Price: 2745.5 });
  await portal.restart();
  await openLink('bram');
  await page.getByRole('link', { name: 'Wijzig Plaats' }).click();
  await page.getByLabel('meter').fill('11');
  await page.getByRole('button', { name: 'Volgende' }).click();
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(page.getByText('De offerte is gewijzigd')).toBeVisible();
    await expect(page.getByText(/wat toen €\s24\.497,06 kostte, kost nu €\s25\.949,06 incl\. btw/)).toBeVisible();
  }
});

test('C4 before a customer replaces an offer by a size without a price, the page says what ends', async ({
  page,
  portal,
  openLink,
}) => {
  await openLink('bram');
  await page.getByRole('link', { name: 'Wijzig Batterij' }).click();
  const warning = page.getByText('Uw huidige offerte vervalt als u dit kiest.');
  await page.getByRole('radio', { name: /^8 × 5,7/ }).check();
  await expect(warning).toHaveCount(0);
  await page.getByRole('radio', { name: /^Groot gebruik/ }).check();
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: 'Volgende' }).click();
  await expect(page.getByText('Wij bellen u voor een offerte op maat').first()).toBeVisible();
  expect(await portal.record('Deals', portal.as('bram').dealId)).toMatchObject({ [MODULES]: 'L', Amount: null });
});

test('F1 a page from before a restart first shows the new terms and payments', async ({ page, portal, openLink }) => {
  const { dealId } = portal.as('bram');
  const agree = page.getByRole('button', { name: 'Akkoord … Verder' });
  const form = page.locator('form.sign');
  const terms = { version: 'voorbeeld-2027-01', paragraphs: [{ title: 'Betalen', text: 'U betaalt 30% vooraf.' }] };
  const payments = [
    { percent: 30, when: 'vooraf' },
    { percent: 70, when: 'achteraf' },
  ];

  await openLink('bram');
  await agree.click();
  await expect(form).toContainText('voorbeeld-2026-11');
  await expect(form).toContainText('12.248,53 na uw bestelling');
  await portal.restart({ PORTAL_FILE: portalFileWith({ terms, payments }) });
  await form.getByLabel('Uw naam').fill('Bram de Boer');
  await form.getByRole('button', { name: /^Akkoord/ }).click();
  await expect(page.getByText('De offerte is gewijzigd')).toBeVisible();
  await expect(form).toHaveCount(0);
  await agree.click();
  for (const text of ['voorbeeld-2027-01', '7.349,11 vooraf', '17.147,95 achteraf'])
    await expect(form).toContainText(text);
  await form.getByText('voorbeeld-2027-01').click();
  await expect(form.getByText('U betaalt 30% vooraf.')).toBeVisible();

  // The same terms, with other payments.
  await portal.restart({ PORTAL_FILE: portalFileWith({ terms }) });
  await form.getByRole('button', { name: /^Akkoord/ }).click();
  await expect(form).toHaveCount(0);
  await agree.click();
  await expect(form).toContainText('12.248,53 na uw bestelling');
  await form.getByRole('button', { name: /^Akkoord/ }).click();
  await expect(page.getByText('Bedankt voor uw bestelling')).toBeVisible();
  const { portal_signature_evidence } = await portal.record('Deals', dealId);
  expect(JSON.parse(String(portal_signature_evidence))).toMatchObject({
    confirmedByCustomer: true,
    terms: terms.paragraphs,
    payments: [{ when: 'na uw bestelling' }, { when: 'als de batterij is geplaatst en werkt' }],
  });
});
