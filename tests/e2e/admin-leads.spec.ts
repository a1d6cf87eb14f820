import type { Page } from 'playwright/test';
import { hold, letGo } from '../gallery/scene.ts';
import { expect, test } from './admin-desk.ts';

test('Staff find leads and other contacts: in the list, by search, by number', async ({ page, portal, desk }) => {
  // High enough for the whole queue: a card out of view would look like a missing card.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await desk.enter('/admin/callcenter');
  const carla = page.getByRole('link', { name: /Carla Timmermans/ });
  const cards = page.locator('.lead-list li');
  const search = page.getByLabel('Zoeken');
  await test.step('§2.10 a card has id, (owner), name and flow, red unless the flow is the brand’s own', async () => {
    const bram = page.getByRole('link', { name: /Bram van 't Hof/ });
    await expect(bram).toContainText(portal.as('bram').contactId);
    await expect(bram).toContainText('(Tom Verhoeven)');
    await expect(bram.getByText('Gaikan website')).not.toHaveClass(/foreign/);
    await expect(carla.getByText('Zonneplein actie')).toHaveCSS('color', 'rgb(143, 26, 21)');
    await expect(cards).toHaveCount(Number(await cards.first().getAttribute('aria-setsize')));
    await expect(page.getByRole('link', { name: /Daan de Vries/ })).toBeHidden();
    const box = page.locator('.lead-list');
    const height = await page.evaluate(() => window.innerHeight);
    expect((await box.boundingBox())?.height).toBeCloseTo(height * 0.7, 0);
  });

  await test.step('§2.10 the open card is marked', async () => {
    await carla.click();
    await expect(page).toHaveURL(new RegExp(`/admin/callcenter/contacts/${portal.as('carla').contactId}$`));
    await expect(page.getByRole('heading', { name: 'Carla Timmermans' })).toBeFocused();
    await expect(page.locator('.lead-list [aria-current=true]')).toContainText('Carla Timmermans');
  });

  await test.step('G1 search finds a lead by name, phone, postcode and id', async () => {
    for (const query of ['karel', '06-00000111', '+31600000111', '6221bt', portal.as('karel').contactId]) {
      await search.fill(query);
      await expect(cards, query).toHaveCount(1);
      await expect(cards).toContainText('Karel Hendriks');
    }
    await search.fill('niemand');
    await expect(page.getByText(/Niet gevonden in de lijst/)).toBeVisible();
    await expect(page.getByText('Ook in het hele CRM is niemand gevonden.')).toBeVisible();
    await expect(page.getByText(/Typ drie tekens/)).toBeHidden();
  });

  await test.step('I11 characters that no search can hold do not count: the page asks for three others', async () => {
    await search.fill("zq'");
    await expect(page.getByText(/Typ drie tekens/)).toBeVisible();
    await expect(page.getByText('Er kon niet in het hele CRM worden gezocht.')).toBeHidden();
  });

  await test.step('G1 Enter opens the only hit, in the list or outside it; Alt+Z selects the text', async () => {
    await search.fill('karel');
    await expect(cards).toHaveCount(1);
    await search.press('Enter');
    await expect(page.getByRole('heading', { name: 'Karel Hendriks' })).toBeFocused();
    await page.keyboard.press('Alt+z');
    await page.keyboard.type('daan de vries');
    await expect(search).toHaveValue('daan de vries');
    await expect(page.getByRole('link', { name: /Daan de Vries/ })).toBeVisible();
    await search.press('Enter');
    await expect(page.getByRole('heading', { name: 'Daan de Vries' })).toBeFocused();
  });

  await desk.choose('Yusuf Aydin');
  await test.step('G1 "Mijn leads" shows only the leads of whoever is at the desk', async () => {
    await search.fill('');
    await page.getByLabel('Mijn leads').check();
    await expect(cards.first()).toContainText('(Yusuf Aydin)');
    await expect(cards.filter({ hasNotText: '(Yusuf Aydin)' })).toHaveCount(0);
  });

  await test.step('§2.10 "CONTACT ID" and "Go" open any contact', async () => {
    await page.getByPlaceholder('CONTACT ID').fill(portal.as('daan').contactId);
    await desk.press('Go');
    await expect(page.getByRole('heading', { name: 'Daan de Vries' })).toBeVisible();
  });

  await test.step('§2.10 an unknown id is reported', async () => {
    await page.goto('/admin/callcenter/contacts/4150868000009999999');
    await expect(page.getByText('Er is geen contact met dit nummer.')).toBeVisible();
    await page.goto('/admin/callcenter/contacts/onzin');
    await expect(page.getByText('Er is geen contact met dit nummer.')).toBeVisible();
  });
});

test('Sanne works through the leads that "Volgende lead" hands out', async ({ page, desk, portal }) => {
  // Leads without a number are not handed out.
  await portal.salesOps('Contacts', portal.as('anna').contactId, { Phone: '06-00000101' });
  await desk.enter('/admin/callcenter');
  await desk.choose('Sanne de Wit');
  const cards = page.locator('.lead-list li');
  const [first = '', second = '', third = '', fourth = ''] = await cards.locator('.lead-name').allTextContents();
  const name = page.getByRole('heading', { level: 2 }).first();
  await test.step('I7 "Volgende lead" hands out the first lead by keyboard, also after a failure', async () => {
    await page.route(
      '**/callcenter/next',
      (route) => route.fulfill({ status: 422, json: { error: 'field_invalid' } }),
      { times: 1 },
    );
    await page.keyboard.press('Alt+n');
    await expect(page.getByRole('alert')).toContainText('De volgende lead kon niet worden opgehaald.');
    await page.keyboard.press('Alt+n');
    await expect(page.getByRole('heading', { name: first, exact: true })).toBeVisible();
    await expect(page.getByPlaceholder('Notitie')).toBeVisible();
  });

  await test.step('I7 "Volgende lead" hands out the next lead after an outcome by keyboard alone', async () => {
    await page.keyboard.press('Alt+t');
    await page.keyboard.type('voicemail');
    await page.keyboard.press('Alt+1');
    await expect(page.getByRole('alertdialog')).toContainText('Neemt niet op?');
    await page.keyboard.press('Enter');
    await desk.expectDone();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Volgende lead' }).last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(name).toHaveText(second);
  });

  const ofSecond = page.url();
  await test.step('§2.10 while an outcome is recorded, here of an inbound call, the next lead is read ahead', async () => {
    await page.getByLabel('De klant belde zelf').check();
    await hold(page, '/callcenter/action');
    const ahead = page.waitForResponse((answer) => answer.url().endsWith('/callcenter/next'));
    await desk.act('Te duur');
    await ahead;
    await letGo(page);
    await desk.expectDone();
  });

  await test.step('§2.10 the lead that was read ahead opens without another read', async () => {
    const calls = await portal.crmCallsOf(async () => {
      await page.getByRole('button', { name: 'Volgende lead' }).last().click();
      await expect(page.getByPlaceholder('Notitie')).toBeVisible();
      await expect(name).toHaveText(third);
    });
    expect(calls.filter(({ path }) => /Contacts\/\d+$/.test(path))).toEqual([]);
  });

  await test.step('I7 "Vorige lead" leads back to the lead before', async () => {
    const pressed = pressAltPAsSoonAs(page, fourth);
    await page.keyboard.press('Alt+n');
    await pressed;
    await expect(name).toHaveText(third);
  });

  await test.step('§2.10 the inbound call is in the timeline of its lead', async () => {
    await page.goto(ofSecond);
    await expect(page.getByText('Inkomend gesprek: Te duur')).toBeVisible();
  });
});

/** Presses Alt+P at the moment this name becomes the heading, before anything else runs in the page. */
function pressAltPAsSoonAs(page: Page, name: string): Promise<void> {
  return page.evaluate(
    (expected) =>
      new Promise<void>((pressed) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('.contact-name')?.textContent !== expected) return;
          observer.disconnect();
          window.dispatchEvent(new KeyboardEvent('keydown', { altKey: true, code: 'KeyP', cancelable: true }));
          pressed();
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    name,
  );
}

test('Staff use bram’s panel: its advice and links, the shortcuts, and the owner', async ({ page, portal, desk }) => {
  const { contactId, dealId, hash } = portal.as('bram');
  await desk.open('bram');
  const list = page.getByRole('dialog', { name: 'Sneltoetsen' });
  const editor = page.getByRole('combobox', { name: 'Eigenaar:' });
  await test.step('§2.10 the panel says what to say first', async () => {
    await expect(page.getByText('Uw offerte staat klaar. Heeft u hem al kunnen bekijken?')).toBeVisible();
  });

  await test.step('§2.10 the panel links to the records and a preview', async () => {
    const href = (name: string) => page.locator('.deal-links').getByRole('link', { name }).getAttribute('href');
    expect(await href('Deal')).toContain(`/tab/Potentials/${dealId}`);
    expect(await href('Contact')).toContain(`/tab/Contacts/${contactId}`);
    expect(await href('Live offerte')).toContain(`survey_hash=${hash}`);
    expect(await href('Live offerte')).toContain('preview=1');
    await expect(page.locator('.address').getByRole('link', { name: '06-00000102' })).toHaveAttribute(
      'href',
      'tel:0600000102',
    );
  });

  await test.step('G4 the "?" list names every shortcut', async () => {
    await page.getByRole('heading', { name: "Bram van 't Hof" }).focus();
    await page.keyboard.press('?');
    for (const key of ['Alt + Z', 'Alt + N', 'Alt + 1', 'Alt + 7', '?']) {
      await expect(list.getByText(key, { exact: true })).toBeVisible();
    }
  });

  await test.step('G4 the "?" list switches the shortcuts off', async () => {
    await list.getByLabel('Sneltoetsen gebruiken').uncheck();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.keyboard.press('Alt+3');
    await page.keyboard.press('?');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(list).toBeHidden();
    await page.getByPlaceholder('Notitie').fill('wat? niets');
    await expect(page.getByPlaceholder('Notitie')).toHaveValue('wat? niets');
  });

  await test.step('setOwner asks "Opslaan? {owner id}" with the name below', async () => {
    await desk.unfold('Eigenaar: Tom Verhoeven');
    await expect(editor.locator('option:checked')).toHaveText('Tom Verhoeven');
    await editor.selectOption({ label: 'Yusuf Aydin' });
    const yusuf = await editor.inputValue();
    await page.locator('.owner-editor').getByRole('button', { name: 'Opslaan' }).click();
    await expect(page.getByRole('alertdialog').getByRole('paragraph').getByText('Yusuf Aydin')).toBeVisible();
    await desk.confirm(`Opslaan? ${yusuf}`);
    await desk.expectDone();
    expect(await portal.record('Contacts', contactId)).toMatchObject({ Owner: { id: yusuf } });
  });

  await test.step('Staff who assign a lead to themselves are asked nothing', async () => {
    await desk.choose('Sanne de Wit');
    await page.locator('.owner-editor').getByRole('button', { name: 'Sanne de Wit' }).click();
    await expect(editor.locator('option:checked')).toHaveText('Sanne de Wit');
    await desk.expectDone();
    expect(await portal.record('Contacts', contactId)).toMatchObject({ Owner: { name: 'Sanne de Wit' } });
  });
});

test('J10 of two deals the desk shows the newest open one, or the chosen one', async ({ portal, page, desk }) => {
  const [older = '', newer = ''] = portal.as('fatima').dealIds;
  const [olderName = '', newerName = ''] = await Promise.all(
    [older, newer].map(async (id) => String((await portal.record('Deals', id)).Deal_Name)),
  );
  await desk.open('fatima');
  const deals = page.getByRole('radio');
  const newest = page.getByRole('radio', { name: newerName });
  await expect(deals.first()).toBeChecked();
  await expect(newest).toBeChecked();
  await expect(page.getByText('Omzetten naar modules')).toBeVisible();
  await desk.complete('Nu berekenen', 'Berekenen?');
  await page.getByRole('radio', { name: /El Amrani(?! \(praktijk)/ }).check();
  await expect(page.getByText('done', { exact: true })).toBeHidden();
  await expect(page.getByText('Omzetten naar modules')).toBeHidden();

  await newest.check();
  await desk.complete('Te duur');
  expect((await portal.record('Deals', newer)).Stage).toBe('Closed Lost');
  await expect(deals.first()).toHaveAccessibleName(new RegExp(olderName.slice(0, 12)));
  await expect(newest).toBeChecked();
});

test('I14 a number is a link only once it is known who must not be called', async ({ page, portal, desk }) => {
  await portal.behave({ tagInCoql: false });
  await portal.fault({ kind: 'hang', match: 'GET /crm/v8/Contacts$' });
  await portal.restart();
  await desk.open('bram', 'Sanne de Wit');
  const reason = page.getByText('Nog niet bekend is of dit nummer gebeld mag worden.');
  const number = page.locator('a[href^="tel:"]');
  await expect(reason).toBeVisible();
  await expect(number).toHaveCount(0);
  await portal.noFaults();
  await portal.restart();
  await expect(reason).toBeHidden();
  await expect(number.first()).toBeVisible();
});

test('J10 "Niet meer bellen" is recorded for a contact without deals, by keyboard', async ({ portal, page, desk }) => {
  await desk.enter(`/admin/callcenter/contacts/${portal.as('joke').contactId}`);
  await desk.choose('Sanne de Wit');
  await expect(page.getByText('Dit contact heeft geen deals.')).toBeVisible();
  await expect(page.locator('.contact a[href^="tel:"]')).toHaveCount(1);
  await page.keyboard.press('Alt+7');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Niet meer bellen: deze klant wil niet gebeld worden.')).toBeVisible();
  await expect(page.locator('.contact a[href^="tel:"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Verder met dit contact' }).click();
  await expect(page.getByRole('heading', { name: 'Dit contact heeft geen deals.' })).toBeFocused();
  await expect(page.getByText('Belresultaat: Niet meer bellen')).toBeVisible();
  const { Tag } = await portal.record('Contacts', portal.as('joke').contactId);
  expect(Tag).toEqual([expect.objectContaining({ name: 'niet-bellen' })]);
});
