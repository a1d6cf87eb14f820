import type { Page } from 'playwright/test';
import { skipPhotos } from './photo-step.ts';
import { expect, test } from './watched-page.ts';

test.describe('security 42 the data that stay in the browser', () => {
  const stored = (page: Page) =>
    page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }].map((area) => Object.entries(area))),
    );
  const NOTE = 'zoon Pieter belt na zessen';

  test('security 42, I10 Sanne leaves nothing personal in the browser', async ({ page, portal, desk }) => {
    await page.clock.install();
    await desk.open('bram', 'Sanne de Wit');
    const note = page.getByPlaceholder('Notitie');
    const expectNothingLeft = async () => {
      await expect(page.getByLabel('Wachtwoord')).toBeVisible();
      const left = await stored(page);
      expect(left).not.toMatch(/Pieter|Bram|[0-9a-f]{64}|adminSession"/);
      expect(left).not.toContain(portal.as('bram').contactId);
    };

    await test.step('after logout nothing personal is left in storage', async () => {
      await note.fill(NOTE);
      expect(await stored(page)).toContain('Pieter');
      await desk.act('Logout', 'Uitloggen?');
      await expectNothingLeft();
    });

    await test.step('the note does not come back after a login', async () => {
      await desk.logIn();
      await expect(note).toHaveValue('');
    });

    await test.step('nothing is left after twelve idle hours with the page open, and the gate says that the note is gone', async () => {
      await note.fill(NOTE);
      await page.clock.fastForward('13:00:00');
      await expect(page.getByText(/twaalf uur niets .* Wat u typte en niet vastlegde, is gewist\.$/)).toBeVisible();
      await expectNothingLeft();
      await desk.logIn();
      await expect(note).toHaveValue('');
    });

    await test.step('nothing is left after twelve idle hours with the page closed', async () => {
      await note.fill(NOTE);
      await page.evaluate(() => localStorage.setItem('adminSessionSeen', String(Date.now() - 13 * 3_600_000)));
      await page.reload();
      await expectNothingLeft();
    });
  });

  test('security 42, I6 "this is not me" clears the device', async ({ page, portal, openLink, expectSound }) => {
    const { hash, contactId } = portal.as('joke');
    await openLink('joke', '/pages/box_pictures');
    await expect(page.getByRole('button', { name: 'Volgende' })).toBeEnabled();
    await page.evaluate(() => {
      const draft = (days: number) => JSON.stringify({ from: '""', value: 'oud', at: Date.now() - days * 86_400_000 });
      localStorage.setItem('draft:1:1:old', draft(8));
      localStorage.setItem('draft:1:1:young', draft(6));
      localStorage.setItem('draft:1:1:broken', '{');
    });
    await page.reload();
    const notYou = page.getByRole('button', { name: /Bent u niet/ });
    const whatGoes = page.getByText(/Uw link en wat u invulde worden van dit apparaat gewist/);

    await test.step('the link is not in the address bar', async () => {
      await skipPhotos(page);
      await page.getByLabel('Plaatsnaam').fill('Getypte Plaats');
      expect(page.url()).not.toContain(hash);
    });

    await test.step('contact data is kept in the tab only, answers for seven days', async () => {
      expect(await stored(page)).toContain('Getypte Plaats');
      const local = await page.evaluate(() => ({ ...localStorage }));
      expect(Object.keys(local).filter((key) => key.startsWith('draft:1:'))).toEqual(['draft:1:1:young']);
      const { Email, Last_Name } = await portal.record('Contacts', contactId);
      for (const personal of [Email, Last_Name]) expect(JSON.stringify(local)).not.toContain(String(personal));
    });

    await test.step('"this is not me" asks once', async () => {
      await expect(whatGoes).toHaveCount(0);
      await notYou.click();
      await expect(whatGoes).toBeVisible();
      await expect(page.getByText(/De geschiedenis van uw browser wist u daarna zelf/)).toBeVisible();
      await page.getByRole('button', { name: 'Nee, terug' }).click();
      await expect(notYou).toBeFocused();
      expect(await stored(page)).toContain(hash);
    });

    await test.step('the confirmed press deletes the link and everything that was typed', async () => {
      await notYou.click();
      await page.getByRole('button', { name: 'Ja, wis dit apparaat' }).click();
      await expect(page.getByRole('heading', { name: 'Welkom' })).toBeVisible();
      await expect(page.getByPlaceholder('email')).toBeVisible();
      const left = await stored(page);
      for (const trace of [hash, contactId, 'Getypte', 'Joke']) expect(left).not.toContain(trace);
    });

    await test.step('the page says that the browser’s history keeps the link, and how to clear it', async () => {
      const notice = page.getByRole('status').filter({ hasText: 'De gegevens zijn gewist' });
      await expect(notice).toBeFocused();
      await expect(notice).toContainText('Uw browser bewaart de link nog in de geschiedenis');
      await expect(notice.getByRole('listitem')).toHaveText([
        /kies "Geschiedenis"/,
        `Zoek op "${new URL(page.url()).host}".`,
        /Verwijder alles/,
      ]);
      await expectSound();
      // It stays after a reload, and is not shown on a visit without a link.
      await page.reload();
      await expect(notice).toBeVisible();
      const later = await page.context().newPage();
      await later.goto(page.url());
      await expect(later.getByPlaceholder('email')).toBeVisible();
      await expect(later.getByText('De gegevens zijn gewist')).toHaveCount(0);
    });
  });
});
