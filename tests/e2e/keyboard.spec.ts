import type { Page } from 'playwright/test';
import { expect, test } from './keyboard-page.ts';
import { phonePhoto } from './phone-photo.ts';
import { button, next } from './portal-page.ts';

// With a keyboard alone, and what a screen reader gets: names, roles and states.

const main = (page: Page) => page.getByRole('main');

test('H1 anna answers the survey of a deal by keyboard alone', async ({ page, portal, openLink, keyboard }) => {
  await openLink('anna');
  await expect(button(page, /^Ja$/)).toBeEnabled();
  await keyboard.press(button(page, /^Ja$/));
  await expect(button(page, /^Ja$/)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Aantal zonnepanelen')).toBeFocused();
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - heading "Uw zonnepanelen" [level=1]
      - group "Heeft u zonnepanelen?":
        - button "Ja" [pressed]
        - button "Nee"
      - button "Eén paneel minder"
      - textbox "Aantal zonnepanelen": "1"
      - button "Eén paneel meer"
      - combobox "Hoe oud zijn de panelen?":
        - option "Selecteer:" [selected]
        - option "Minder dan 1 jaar"
      - button "Volgende" [disabled]
  `);
  await page.keyboard.type('13');
  await page.keyboard.press('ArrowUp');
  await keyboard.tabTo(page.getByLabel('Hoe oud zijn de panelen?'));
  await page.keyboard.type('3 tot');
  await keyboard.press(next(page));

  await keyboard.expectHeading('Hoeveel opslag wilt u?');
  // The advised size comes first, then the others in order.
  await keyboard.tabTo(page.getByRole('radio', { name: /^2 × 5,7/ }));
  await page.keyboard.press('Space');
  for (const _ of ['1', '3', '4', '5', '6']) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^6 × 5,7/ })).toBeChecked();
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - link "Vorige"
      - heading "Hoeveel opslag wilt u?" [level=1]
      - group "Aantal modules":
        - radio "2 × 5,7 11,4 kWh"
        - radio "1 × 5,7 5,7 kWh"
        - radio "6 × 5,7 34,2 kWh" [checked]
        - radio "15 × 5,7 85,5 kWh"
        - radio "Groot gebruik 120 kWh"
        - radio "Grid gebruik 2 MW"
      - button "Volgende"
  `);
  await keyboard.press(next(page));

  await keyboard.expectHeading('Waar komt de batterij?');
  await keyboard.type(page.getByRole('textbox', { name: /meter/ }), '8');
  await keyboard.press(next(page));

  await keyboard.expectHeading('Uw contact gegevens');
  await keyboard.type(page.getByLabel('Telefoonnummer'), '06 00 00 01 23');
  await keyboard.type(page.getByLabel('Straatnaam + huisnummer'), 'Laan 7');
  await keyboard.press(next(page));

  await keyboard.expectHeading('Bedankt voor uw aanvraag');
  await expect(page.getByRole('heading', { name: 'Uw offerte:' })).toBeVisible();
  expect(await portal.record('Deals', portal.as('anna').dealId)).toMatchObject({
    survey1_number_of_panels: '14',
    survey1_panels_age: '3-4',
    gaikan_saltion_battery_modules: '6',
    survey1_battery_box_distance_m: '8',
    survey1_calc_complete: true,
  });
});

test('H1 bram asks, approves and signs by keyboard alone', async ({ page, portal, openLink, keyboard }) => {
  await openLink('bram');
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - paragraph: Thuisbatterij Van 't Hof
      - heading "Dag Bram, dit is uw offerte" [level=1]
      - paragraph: /^Stand van/
      - paragraph:
        - text: Uw prijs incl. btw
        - strong: € 24.497,06
      - heading "Uw keuze:" [level=2]
      - list:
        - listitem:
          - strong: 6 batterijmodules
          - text: 34,2 kWh
        - listitem:
          - strong: Hybride omvormer 15 kW
        - listitem:
          - strong: Volledige installatie
      - heading "Uw offerte:" [level=2]
      - table:
        - rowgroup:
          - row:
            - columnheader "Product"
            - columnheader "Prijs per stuk excl. btw"
            - columnheader "Aantal"
            - columnheader "Bedrag excl. btw"
        - rowgroup:
          - row:
            - rowheader /Zoutbatterijmodule 5,7 kWh/
            - cell "€ 2.545,50"
            - cell "6x"
            - cell "€ 15.273,00"
          - row:
            - rowheader "Hybride omvormer 15 kW"
            - cell "€ 2.895,75"
            - cell "1"
            - cell "€ 2.895,75"
      - term: Totaal Excl. btw
      - definition: € 20.245,50
      - term: Btw (21%)
      - definition: € 4.251,56
      - term:
        - strong: Eind totaal
        - text: incl. btw
      - definition:
        - status: € 24.497,06
      - heading "Heeft u vragen?" [level=2]
      - button "Bel mij"
      - button "Akkoord … Verder"
      - heading "Iets anders?" [level=2]
      - button "Ik heb een vraag over deze offerte"
      - button "Ik wil deze offerte niet"
  `);
  const callMe = button(page, 'Bel mij');
  await keyboard.press(callMe);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Sluiten' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(callMe).toBeFocused();

  const ask = button(page, 'Ik heb een vraag over deze offerte');
  await keyboard.press(ask);
  await expect(page.getByLabel('Uw vraag')).toBeFocused();
  await keyboard.press(button(page, 'Annuleren'));
  await expect(ask).toBeFocused();

  await page.keyboard.press('Home');
  await keyboard.press(button(page, 'Akkoord … Verder'));
  await keyboard.expectHeading('Teken de offerte met uw naam:');
  await keyboard.type(page.getByLabel('Uw naam'), "Bram van 't Hof");
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - heading "Teken de offerte met uw naam:" [level=2]
      - term: U bestelt
      - definition: 6 batterijmodules, 34,2 kWh
      - definition: Hybride omvormer 15 kW
      - definition: Volledige installatie
      - term: Op naam van
      - definition: Bram van 't Hof
      - definition: Kastanjelaan 14
      - definition: 6711 AB Ede
      - definition:
        - link "Wijzig naam en adres"
      - term: U bestelt voor
      - definition: € 24.497,06 incl. btw
      - heading "14 dagen bedenktijd" [level=3]
      - group: /Voorwaarden/
      - textbox "Uw naam": Bram van 't Hof
      - button "Akkoord bestelling met betalingsverplichting"
  `);
  await keyboard.press(button(page, /^Akkoord/));
  await keyboard.expectHeading('Bedankt voor uw bestelling');
  expect(await portal.record('Deals', portal.as('bram').dealId)).toMatchObject({
    gaikan_signature_plain: "Bram van 't Hof",
  });

  const withdraw = button(page, 'Overeenkomst herroepen');
  await keyboard.press(withdraw);
  await keyboard.expectHeading('Overeenkomst herroepen?');
  await keyboard.press(button(page, 'Nee, terug'));
  await expect(withdraw).toBeFocused();
});

test('H1 joke does the six steps by keyboard alone, with photos', async ({ page, portal, openLink, keyboard }) => {
  await openLink('joke');
  await keyboard.press(button(page, /^Nee$/));

  await keyboard.expectHeading('In welk formaat batterij bent u geïnteresseerd?');
  await keyboard.tabTo(page.getByLabel('Formaat van de batterij'));
  await page.keyboard.type('22');
  await keyboard.press(next(page));

  await keyboard.expectHeading('Waar komt de batterij?');
  await keyboard.tabTo(page.getByRole('textbox', { name: /meter/ }));
  for (let metres = 1; metres < 4; metres += 1) await page.keyboard.press('ArrowUp');
  await keyboard.press(next(page));

  await keyboard.expectHeading("Foto's van de situatie");
  for (const [slot, colour] of [
    ['De hele meterkast', 'tan'],
    ['De groepenkast van dichtbij', 'slategray'],
    ['De plek voor de batterij', 'olive'],
  ] as const) {
    const photo = await phonePhoto(page, colour, 400, 300);
    // Waits before the focus moves: the browser reports a dialog only if a listener already exists.
    const choosing = page.waitForEvent('filechooser');
    await keyboard.tabTo(page.getByLabel(slot));
    await page.keyboard.press('Enter');
    await (await choosing).setFiles(photo);
  }
  await expect(page.getByText('3 van 3 ontvangen')).toBeVisible();
  await keyboard.press(next(page));

  await keyboard.expectHeading('Uw contact gegevens');
  await keyboard.type(page.getByLabel('Plaatsnaam'), 'Elst');
  await page.keyboard.press('Enter');

  await keyboard.expectHeading('Bedankt voor uw aanvraag');
  expect(await portal.record('Contacts', portal.as('joke').contactId)).toMatchObject({
    survey_1_has_solar_panels: false,
    survey1_preferred_battery_size: '20',
    survey1_battery_box_distance_m: '4',
    Mailing_City: 'Elst',
  });
});
