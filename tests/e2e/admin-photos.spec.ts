import { photoDesk } from '../bff/photos/photo-desk.ts';
import { pdf } from '../bff/photos/picture-files.ts';
import { expect, test } from './admin-desk.ts';
import { phonePhoto } from './phone-photo.ts';

test('I11 the contact panel shows the customer’s answers and photos', async ({ page, portal, desk, expectSound }) => {
  const joke = portal.as('joke');
  await joke.post('/api/contacts/contactDetails', {
    properties: {
      survey_1_has_solar_panels: true,
      survey1_number_of_panels: '18',
      survey1_panels_age: '5+',
      survey1_preferred_battery_size: '20',
    },
  });
  const photo = await phonePhoto(page, 'blue', 800, 600);
  await photoDesk(() => portal).upload('joke', [
    { name: '1-meterkast_a.jpg', bytes: photo.buffer },
    { name: '2-groepenkast_b.jpg', bytes: (await phonePhoto(page, 'green', 800, 600)).buffer },
    { name: 'offerte.pdf', bytes: pdf(1).bytes },
  ]);
  const asked: string[] = [];
  page.on('request', (request) => /api\/.*photos/.test(request.url()) && asked.push(request.url()));
  await desk.enter(`/admin/callcenter/contacts/${joke.contactId}`);
  const photos = page.locator('.contact-photos');
  const problem = photos.getByRole('alert');
  const first = photos.getByRole('button', { name: 'De hele meterkast groot bekijken' });
  await test.step('I11 the panel shows the customer’s answers, without a request for photos', async () => {
    await desk.unfold('Antwoorden');
    const answers = page.locator('.contact-answers');
    await expect(answers).toContainText('Ja, 18 panelen, meer dan 5 jaar');
    await expect(answers).toContainText('22,8kW');
    await expect(answers).not.toContainText('Plaats');
    expect(asked).toEqual([]);
  });

  await test.step('I11 the panel shows the photos on request, and names beside them the photo that cannot be fetched', async () => {
    await page.route(/\/photos\/\d+$/, (route) => route.fulfill({ status: 415, json: { error: 'unsupported_file' } }), {
      times: 1,
    });
    await desk.unfold("Foto's");
    await expect(problem).toContainText(/De (hele meterkast|groepenkast van dichtbij) kon niet worden opgehaald\./);
    await expect(photos.locator('img')).toHaveCount(1);
  });

  await test.step('I11 the photo that failed can be requested again', async () => {
    await problem.getByRole('button').click();
    await expect(photos.locator('img')).toHaveCount(2);
    const widthOf = (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth);
    // The photo is stored sideways, as it was taken; the browser turns it.
    expect(await first.locator('img').evaluate(widthOf)).toBe(600);
    await expectSound();
  });

  await test.step('I11 a photo opens large, and a document is downloaded', async () => {
    await first.press('Enter');
    const large = page.getByRole('dialog', { name: 'De hele meterkast' });
    await expect(large.getByRole('img', { name: 'De hele meterkast' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(large).toBeHidden();
    await expect(first).toBeFocused();

    const saved = page.waitForEvent('download');
    await photos.getByRole('button', { name: 'Andere foto of document (pdf) downloaden' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^foto_[0-9a-f]{16}\.pdf$/);
  });
});
