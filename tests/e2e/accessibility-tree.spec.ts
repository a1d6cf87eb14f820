import type { Page } from 'playwright/test';
import { expect, test } from './admin-desk.ts';
import { phonePhoto } from './phone-photo.ts';

// What a screen reader gets: names, roles and states, and live announcements.

const main = (page: Page) => page.getByRole('main');
const told = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });

test('H1 a step of the survey: its question, its answers and why "Volgende" is disabled', async ({
  page,
  openLink,
}) => {
  await openLink('anna');
  await page.getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.getByLabel('Aantal zonnepanelen')).toBeVisible();
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
  await page.getByLabel('Hoe oud zijn de panelen?').selectOption('3-4');
  await page.getByRole('button', { name: 'Volgende' }).click();
  await page.getByRole('radio', { name: /^2 × 5,7/ }).check();
  await expect(main(page)).toMatchAriaSnapshot(`
    - main:
      - link "Vorige"
      - heading "Hoeveel opslag wilt u?" [level=1]
      - group "Aantal modules":
        - radio "1 × 5,7 5,7 kWh"
        - radio "2 × 5,7 11,4 kWh" [checked]
        - radio "15 × 5,7 85,5 kWh"
        - radio "Groot gebruik 120 kWh"
        - radio "Grid gebruik 2 MW"
      - button "Volgende"
  `);
});

test('H1 the quote and the form that signs it', async ({ page, openLink }) => {
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
  await page.getByRole('button', { name: 'Akkoord … Verder' }).click();
  await page.getByLabel('Uw naam').fill('Bram');
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
      - textbox "Uw naam": Bram
      - button "Akkoord bestelling met betalingsverplichting"
  `);
});

test('H1 a lead with its deal', async ({ page, desk }) => {
  await desk.open('bram');
  await expect(page.getByRole('region', { name: "Thuisbatterij Van 't Hof" })).toMatchAriaSnapshot(`
    - region "Thuisbatterij Van 't Hof":
      - heading "Thuisbatterij Van 't Hof Available For Customer" [level=2]
      - textbox "Notitie"
      - group "Niet bereikt":
        - button "Neemt niet op"
      - group "Gesproken":
        - button "Akkoord"
        - button "Afspraak maken"
        - button "Later terug bellen"
        - textbox "Aantal": "1"
        - combobox "Eenheid"
      - group "Sluit af":
        - button "Geen interesse"
        - button "Te duur"
        - button "Niet meer bellen"
      - heading "Offerte aanpassen:" [level=3]
      - group "Aantal modules":
        - combobox "Aantal modules"
        - button "Opslaan"
      - textbox "Bedrag:"
      - textbox "Text:"
      - button "Korting toepassen"
      - table:
        - rowgroup:
          - row "Eind totaal € 24.497,06"
  `);
  await expect(page.getByRole('region', { name: "Bram van 't Hof" })).toMatchAriaSnapshot(`
    - region "Bram van 't Hof":
      - heading "Bram van 't Hof" [level=2]
      - link "06-00000102"
      - textbox "Losse notitie"
      - heading "Notes" [level=3]
      - list:
        - listitem:
          - strong: Eerste contact
      - group: Toestemming om te bellen
      - group: Antwoorden
      - group: Foto's
      - group: Map
      - group: "Eigenaar: Tom Verhoeven"
      - group: Gegevens wijzigen
  `);
});

test('H1 saving is announced, and so is a failure', async ({ page, portal, openLink }) => {
  await openLink('joke', '/pages/survey1_battery_box_distance_m');
  await portal.fault({ match: 'PUT ', kind: 'latency', ms: 700, times: 1 });
  await portal.fault({ match: 'PUT ', kind: 'status', status: 400, times: 1 });
  const next = page.getByRole('button', { name: 'Volgende' });
  await expect(next).toBeEnabled();
  await next.click();
  await expect(told(page, 'Uw antwoord wordt opgeslagen')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('request failed');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(told(page, 'Uw antwoord wordt opgeslagen')).toHaveCount(0);
});

test('H1 an upload is announced: kept, being sent, stored', async ({ page, context, openLink }) => {
  await openLink('joke', '/pages/box_pictures');
  await expect(page.locator('.uppy-Dashboard-inner')).toBeVisible();
  const photo = await phonePhoto(page, 'olive', 400, 300);
  await context.setOffline(true);
  await page.getByLabel('De hele meterkast').setInputFiles(photo);
  await expect(told(page, 'Veilig opgeslagen op dit apparaat, 0 van 1 verzonden')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: "Verzonden deel van uw foto's" })).toBeVisible();
  await context.setOffline(false);
  await expect(told(page, '1 van 3 ontvangen')).toBeVisible();
  await expect(page.getByText('Ontvangen').first()).toBeVisible();
});

test('H1 a changed total is announced, to the customer and to staff', async ({ page, portal, openLink, desk }) => {
  await portal.as('anna').put(`/api/contacts/deals/${portal.as('anna').dealIds[0]}`, {
    props: { survey_1_has_solar_panels: false, gaikan_saltion_battery_modules: '6' },
  });
  await openLink('anna');
  await page.getByRole('button', { name: 'Volgende' }).click();
  await expect(told(page, /^€\s[\d.]+,\d\d$/)).toBeVisible();

  await desk.open('bram');
  await page.getByLabel('Bedrag:').fill('250');
  await desk.press('Korting toepassen');
  await desk.confirm('Discount?');
  await expect(told(page, /done.*Eind totaal €\s24\.194,56/s)).toBeVisible();
});
