import type { Page } from 'playwright/test';
import { staffOf, subjectOf } from '../bff/staff.ts';
import { test as base, expect } from './portal-page.ts';
import { complaints, readsOf } from './taken-over.ts';

// Each of the twelve people in the sandbox sees exactly what the specification gives them. §2.2: the browser takes each
// page over without a warning, and without a call for data that came with the page.

const test = base.extend({
  openLink: async ({ page, openLink }, use) => {
    const [said, reads] = [complaints(page), readsOf(page)];
    await use(async (name, path) => {
      for (const earlier of [said, reads]) earlier.length = 0;
      await openLink(name, path);
      if (path !== undefined) return;
      await expect(page.locator('fieldset.takeover:disabled')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/ · |–|-/);
      expect([said, reads]).toEqual([[], []]);
    });
  },
});

const CONTROLS = /^(Akkoord|Verder met|Verder zonder)/;

async function expectSums(page: Page, sums: [string, string, string]) {
  const totals = page.locator('dl.totals');
  for (const [index, name] of ['Totaal Excl. btw', 'Btw', 'Eind totaal'].entries()) {
    await expect(totals.locator('> div').nth(index)).toContainText(name);
    await expect(totals.locator('> div').nth(index)).toContainText(sums[index] ?? '');
  }
}

async function expectRows(page: Page, rows: [string, string][]) {
  const shown = page.locator('table.rows tbody tr');
  await expect(shown).toHaveCount(rows.length);
  for (const [index, [name, amount]] of rows.entries()) {
    await expect(shown.nth(index)).toContainText(name);
    await expect(shown.nth(index).locator('td').last()).toHaveText(amount);
  }
}

async function expectPhone(page: Page) {
  await expect(page.getByRole('heading', { name: 'Heeft u vragen?' })).toBeVisible();
  await expect(page.locator('.call-me').getByRole('link', { name: '085 000 00 00' })).toBeVisible();
}

test('§2.5, §9 open offers: by modules, older with financing, by hand, with a subsidy', async ({ page, openLink }) => {
  await test.step('bram: a quote by modules, ready to approve', async () => {
    await openLink('bram');
    await expect(page.getByText('6 batterijmodules')).toBeVisible();
    await expectRows(page, [
      ['Zoutbatterijmodule 5,7 kWh', '€ 15.273,00'],
      ['Hybride omvormer 15 kW', '€ 2.895,75'],
      ['Volledige installatie', '€ 1.945,50'],
      ['Extra kabel per meter', '€ 131,25'],
    ]);
    await expectSums(page, ['€ 20.245,50', '€ 4.251,56', '€ 24.497,06']);
    await expect(page.getByRole('button', { name: 'Bel mij' })).toBeVisible();
    await expect(page.getByRole('button', { name: CONTROLS })).toHaveText(['Akkoord … Verder']);
    await expect(page.getByText('Geld lenen kost geld')).toHaveCount(0);
    // Photos can be added later, with the same link.
    await page.getByRole('link', { name: "Foto's toevoegen" }).click();
    await expect(page.getByRole('heading', { name: "Foto's van de situatie" })).toBeVisible();
  });

  await test.step('carla: an older quote with its discount, with financing or without', async () => {
    await openLink('carla');
    const highlights = page.locator('.highlights li');
    await expect(highlights).toHaveText([
      /Batterij\s*20 kWh/,
      /Omvormer\s*vermogen 8 kW \(8 kWh\)/,
      /Volledige installatie/,
    ]);
    await expectRows(page, [
      ['Zoutbatterij 20 kWh', '€ 8.950,00'],
      ['Omvormer 8 kW', '€ 1.725,00'],
      ['Installatie', '€ 2.150,00'],
      ['Vroegboekkorting', '€ -750,00'],
    ]);
    await expectSums(page, ['€ 12.075,00', '€ 2.535,75', '€ 14.610,75']);
    // Any offer says how it is paid, and draws the house of its answers.
    await expect(page.getByText('€ 7.305,37 na uw bestelling')).toBeVisible();
    await expect(page.getByText('Met financiering kan ook; dat kiest u onderaan.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Bij u thuis' })).toBeVisible();
    const financed = page.getByRole('button', { name: /^Verder met financiering/ });
    await expect(financed).toContainText('€ 129,00');
    await expect(financed).toContainText('15 jaar vast**');
    await expect(page.getByRole('button', { name: 'Verder zonder financiering' })).toBeVisible();
    await expect(page.getByText('Let op! Geld lenen kost geld')).toBeVisible();
    await expect(page.getByText(/maximaal 180 maanden.*kredietacceptatie/)).toBeVisible();
    // Only quotes of version 2 have the box with the booking; every quote has the telephone number.
    await expect(page.getByRole('button', { name: 'Bel mij' })).toHaveCount(0);
    await expectPhone(page);
  });

  await test.step('gerrit: a manual quote has no highlights', async () => {
    await openLink('gerrit');
    await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
    await expect(page.getByText('Uw keuze:')).toHaveCount(0);
    await expectRows(page, [
      ['Zoutbatterij 40 kWh', '€ 15.890,00'],
      ['Hybride omvormer 15 kW', '€ 2.895,75'],
      ['Volledige installatie', '€ 1.945,50'],
    ]);
    await expect(page.getByRole('button', { name: 'Akkoord … Verder' })).toBeVisible();
    await expect(page.getByText('De batterij staat 6 meter van de meterkast.')).toBeVisible();
  });

  await test.step('karel: "Onder voorbehoud van subsidie"', async () => {
    await openLink('karel');
    await expect(page.getByText('Onder voorbehoud van subsidie')).toBeVisible();
    await expect(page.getByText('10 batterijmodules')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Akkoord … Verder' })).toBeVisible();
  });
});

test('§2.5, §4 four people have nothing to approve', async ({ page, openLink }) => {
  await test.step('E8 hanna: a quote that staff have not released says so before its price', async () => {
    await openLink('hanna');
    await expect(page.getByText('3 batterijmodules')).toBeVisible();
    await expectSums(page, ['€ 12.423,50', '€ 2.608,94', '€ 15.032,44']);
    await expect(page.getByRole('button', { name: CONTROLS })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Bel mij|Ik heb een vraag|Ik wil deze/ })).toHaveCount(0);
    await expectPhone(page);
    const notice = await page.getByText('U kunt nog niet akkoord gaan').boundingBox();
    expect(notice?.y).toBeLessThan((await page.locator('.offer-price').boundingBox())?.y ?? 0);
    await expect(page.getByText(/Wij kijken deze offerte nog voor u na/)).toBeVisible();
    await expect(page.locator('#akkoord')).toHaveCount(0);
    await expect(page.getByText('Wat gebeurt er als u tekent?')).toHaveCount(0);
    await page.getByText('Lees de voorwaarden').click();
    await expect(page.getByText(/^U betaalt hooguit de helft vooraf/)).toBeVisible();
  });

  await test.step('anna: the survey from its first step, and no quote', async () => {
    await openLink('anna');
    await expect(page.getByText('Heeft u zonnepanelen?')).toBeVisible();
    await expect(page.getByText('Stap 1 van 5')).toBeVisible();
    await expect(page.getByText('Uw offerte:')).toHaveCount(0);
  });

  await test.step('ivo: another type of product has no survey, and the page is not empty', async () => {
    await openLink('ivo');
    await expect(page.getByRole('heading', { name: 'Wij werken aan uw offerte' })).toBeVisible();
    await expect(page.getByText('Warmtepomp Kuipers')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'U vindt hem straks op deze pagina' })).toBeVisible();
    await expect(page.locator('.adviser')).toContainText('Uw adviseur');
    // A house with panels and a battery is another product.
    await expect(page.locator('.tile')).toHaveAttribute('src', /letter/);
    await expect(page.getByText(/Stap \d van|Heeft u zonnepanelen/)).toHaveCount(0);
  });

  await test.step('C4 lotte: "L" is a quote to measure, by telephone', async () => {
    await openLink('lotte');
    await expect(page.getByText('Bedankt voor uw aanvraag')).toBeVisible();
    await expect(page.getByText('Wij bellen u voor een offerte op maat').first()).toBeVisible();
    await expect(page.getByText('Uw offerte:')).toHaveCount(0);
  });
});

test('§2.5 an order is read-only, signed by name or by drawing', async ({ page, openLink }) => {
  const name = page.getByLabel('Getekend door');

  await test.step('daan: signed by typed name', async () => {
    await openLink('daan');
    await expect(page.getByText('Bedankt voor uw bestelling')).toBeVisible();
    await expect(name).toHaveValue('Daan de Vries');
    await expect(name).toHaveAttribute('readonly', '');
    await expect(page.getByRole('button', { name: CONTROLS })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Overeenkomst herroepen' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ik heb een vraag over deze offerte' })).toHaveCount(0);
  });

  await test.step('daan: the thanks and what comes next are first', async () => {
    const thanks = page.getByRole('heading', { level: 1, name: 'Bedankt voor uw bestelling' });
    await expect(thanks).toBeInViewport();
    const keuze = page.getByRole('heading', { name: 'Uw keuze:' });
    // Without evidence the date is unknown: the battery may already be installed, so no step is the next one.
    const steps = page.getByRole('heading', { name: 'Zo gaat een bestelling' });
    await expect(steps).toBeVisible();
    await expect(page.locator('[aria-current=step]')).toHaveCount(0);
    expect((await steps.boundingBox())?.y).toBeLessThan((await keuze.boundingBox())?.y ?? 0);
  });

  await test.step('daan: his name is in handwriting', async () => {
    await expect(name).toHaveCSS('font-family', /Caveat/);
  });

  await test.step('eva: an older quote, signed with a drawn signature', async () => {
    await openLink('eva');
    await expect(page.getByText('Bedankt voor uw bestelling')).toBeVisible();
    const drawn = page.getByRole('img', { name: 'Uw handtekening' });
    await expect(drawn).toHaveAttribute('src', /^data:image\/(png|jpeg);base64,/);
    expect(await drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(10);
    await expect(page.locator('.highlights li')).toHaveText([/40 kWh/, /10 kWh/, /Volledige installatie/]);
    await expectSums(page, ['€ 20.135,00', '€ 4.228,35', '€ 24.363,35']);
    await expect(page.getByRole('button', { name: CONTROLS })).toHaveCount(0);
  });
});

test('§2.4 fatima sees both her deals, one by modules and one older', async ({ page, portal, openLink }) => {
  const [modules = '', older = ''] = portal.as('fatima').dealIds;
  await openLink('fatima');
  await expect(page).toHaveURL(/\/deals$/);
  await expect(page.getByRole('link', { name: 'Thuisbatterij El Amrani', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Thuisbatterij El Amrani (praktijk)' })).toBeVisible();
  const cards = [
    [
      '8 modules, 45,6 kWh',
      'Klaar om te bekijken',
      'Bekijk de offerte, en onderteken als alles klopt.',
      '€ 27.861,22 incl. btw',
    ],
    ['Wij werken aan uw offerte', 'Hij is in de maak, of ligt ter controle. U hoeft nu niets te doen.'],
  ];
  for (const [at, words] of cards.entries()) {
    for (const each of words) await expect(page.locator('.deal').nth(at)).toContainText(each);
  }
  await expect(page.locator('.deal').nth(1)).not.toContainText('€');
  // Each deal has a picture: the cabinet with its modules, or a tile for what is on its way.
  await expect(page.locator('.deal > :is(.cabinet, .tile)')).toHaveCount(2);
  await page.getByRole('button', { name: 'Bekijk Thuisbatterij El Amrani', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/deals/${modules}/$`));
  await expect(page.locator('table.rows tbody tr').last()).toContainText('Buurtactie');
  await expect(page.getByRole('button', { name: 'Akkoord … Verder' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Bekijk Thuisbatterij El Amrani (praktijk)' }).click();
  await expect(page).toHaveURL(new RegExp(`/deals/${older}/$`));
  await expectSums(page, ['€ 27.420,00', '€ 5.758,20', '€ 33.178,20']);
  await expect(page.getByRole('button', { name: CONTROLS })).toHaveCount(0);
});

test('A4 fatima changes and declines one of two deals: the list says so', async ({ page, portal, openLink }) => {
  const { dealId: modules } = portal.as('fatima');
  const plain = { gaikan_discount: null, gaikan_discount_reason: null, gaikan_self_installation: null };
  await portal.salesOps('Deals', modules, plain);
  // Only a colleague takes back what was granted.
  await staffOf(portal).act({ action: 'calc', ...subjectOf(portal, 'fatima') });
  await openLink('fatima');
  const card = page.locator('.deal').first();
  await expect(card).toContainText('8 modules');
  await card.getByRole('button').click();

  await test.step('after "Wijzig" the list has the new modules and their price', async () => {
    await page.getByRole('link', { name: 'Wijzig Batterij' }).click();
    await page.getByRole('radio', { name: /10 × 5,7/ }).check();
    await page.getByRole('button', { name: 'Volgende' }).click();
    await expect(page.getByText('10 batterijmodules')).toBeVisible();
    const price = (await page.locator('.offer-figure .money').textContent()) ?? '';
    await page.getByRole('link', { name: 'Al uw offertes' }).click();
    await expect(card).toContainText('10 modules, 57 kWh');
    await expect(card).toContainText(price);
  });

  await test.step('a refusal', async () => {
    await card.getByRole('button').click();
    await page.getByRole('button', { name: 'Ik wil deze offerte niet' }).click();
    await page.getByRole('button', { name: 'Afwijzing versturen' }).click();
    await expect(page.getByRole('button', { name: 'Toch verder' })).toBeVisible();
    await page.getByRole('link', { name: 'Al uw offertes' }).click();
    await expect(card).toContainText('Afgewezen');
    await expect(card.getByRole('button')).toHaveClass(/button-quiet/);
  });
});

test("§2.3, C1 joke: without deals the contact's survey, from / and from /deals", async ({ page, openLink }) => {
  for (const path of [undefined, '/deals', '/iets/anders']) {
    await openLink('joke', path);
    await expect(page).toHaveURL(/\/pages\/solar_panels$/);
    await expect(page.getByText('Stap 1 van 6')).toBeVisible();
    await expect(page.getByText('Heeft u zonnepanelen?')).toBeVisible();
  }
  await expect(page.getByRole('banner').getByRole('img', { name: 'Gaikan' })).toBeVisible();
});
