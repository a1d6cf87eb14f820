import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { readPdf } from '../bff/documents/read-pdf.ts';
import { expect, test } from './admin-desk.ts';

// The quote as the browser downloads and prints it.

async function downloaded(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const { text } = readPdf(await readFile(await download.path()));
  await expect(page.getByText(`${download.suggestedFilename()} is gedownload.`)).toBeVisible();
  return { name: download.suggestedFilename(), text: text.replace(/\u00a0/g, ' ') };
}

const kenmerkOn = async (page: Page) => (await page.locator('.parties .kenmerk').textContent()) ?? '';

test('§2.5, §2.10 customers and staff download a quote', async ({ page, openLink, portal, desk, expectSound }) => {
  const button = page.getByRole('button', { name: 'Download als PDF' });

  await test.step('§2.5 a failure is shown', async () => {
    await openLink('bram');
    await page.route('**/offerte.pdf', (route) => route.fulfill({ status: 503, json: { error: 'busy' } }));
    await button.click();
    await expect(page.getByRole('alert')).toHaveText(/^De PDF is niet gedownload\.Het is even druk.*request failed$/);
    await page.unroute('**/offerte.pdf');
  });

  await test.step('§2.5 the retry gives bram a quote that he has not signed', async () => {
    const { name, text } = await downloaded(page, 'Download als PDF');
    expect(name).toBe(`Offerte ${await kenmerkOn(page)}.pdf`);
    expect(text).toContain('€ 24.497,06');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectSound();
  });

  await test.step('a quote that staff took back has no PDF', async () => {
    await portal.salesOps('Deals', portal.as('bram').dealId, { survey1_client_visible: false });
    await button.click();
    await expect(page.getByText('Wij kijken deze offerte nog voor u na.')).toBeVisible();
    await expect(button).toHaveCount(0);
  });

  await test.step('§2.5, F4 daan downloads his signed order', async () => {
    await openLink('daan');
    await expect(page.getByText('Bedankt voor uw bestelling')).toBeVisible();
    const { name, text } = await downloaded(page, 'Download als PDF');
    expect(name).toBe(`Getekende offerte ${await kenmerkOn(page)}.pdf`);
    for (const words of ['Daan de Vries', '€ 17.519,59', await kenmerkOn(page)]) expect(text).toContain(words);
  });

  await test.step('§2.10 staff download the quote of carla, as she can', async () => {
    await desk.open('carla');
    const { name, text } = await downloaded(page, 'Offerte als PDF');
    expect(name).toMatch(/^Offerte [0-9A-F]{4}-[0-9A-F]{4}\.pdf$/);
    for (const words of ['Carla Timmermans', '€ 14.610,75', 'Vroegboekkorting']) expect(text).toContain(words);
  });

  await test.step('§2.10 staff have no PDF if the customer has none', async () => {
    await desk.visit('hanna');
    await expect(page.getByRole('button', { name: 'Offerte als PDF' })).toHaveCount(0);
    await portal.salesOps('Deals', portal.as('carla').dealId, {
      portal_declined_at: '2026-01-05T10:00:00+01:00',
      survey1_client_visible: false,
    });
    await desk.visit('carla');
    await expect(page.getByRole('button', { name: 'Offerte als PDF' })).toHaveCount(0);
  });
});
