import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Portal, startPortal } from '../bff/portal.ts';
import type { Engine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { Page } from './page.ts';
import { startWebkit } from './webkit.ts';

// Half of the customers use an iPhone: the essential journeys, in WebKit and in Firefox, checked in the CRM.

/** A photo made by a canvas of the engine. */
const DRAW_PHOTO = `async () => {
  const canvas = document.createElement('canvas');
  canvas.width = 2400;
  canvas.height = 1800;
  const surface = canvas.getContext('2d');
  surface.fillStyle = 'teal';
  surface.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg').split(',')[1];
}`;

describe.each([
  ['WebKit', startWebkit],
  ['Firefox', startFirefox],
])('in %s', (_name, start) => {
  let engine: Engine;
  let portal: Portal;
  let page: Page;
  const files = mkdtempSync(join(tmpdir(), 'engines-'));

  beforeAll(async () => {
    portal = await startPortal({ FIRST_VIEW_WAIT_MS: '2000' });
    engine = await start();
    page = new Page(engine);
  });
  afterAll(async () => {
    rmSync(files, { recursive: true, force: true });
    await engine?.close();
    await portal?.close();
  });

  const openLink = (name: string) => page.open(`${portal.url}/?survey_hash=${portal.as(name).hash}`);

  test('anna answers her survey and sees her quote', async () => {
    const { dealId } = portal.as('anna');
    await openLink('anna');
    await page.press(/^Ja$/);
    await page.fill(/^Aantal zonnepanelen/, '14');
    await page.choose(/^Hoe oud zijn de panelen/, '3 tot 4 jaar');
    await page.press(/^Volgende$/);
    await page.sees(/^Ons advies bij 14 panelen: 2 modules/);
    await page.check(/^6 × 5,7/);
    await page.press(/^Volgende$/);
    await page.fill(/^meter/, '3,5');
    await page.sees(/3,5 is naar boven afgerond op 4/);
    await page.press(/^Volgende$/);
    await page.fill(/^Telefoonnummer/, '06 00000101');
    await page.fill(/^Straatnaam/, '14');
    await page.fill(/^Postcode/, '3581 KD');
    await page.fill(/^Plaatsnaam/, 'Utrecht');
    await page.press(/^Invullen Zonneplein 14$/);
    await page.press(/^Volgende$/);
    await page.sees(/^Bedankt voor uw aanvraag$/);
    expect(await portal.record('Deals', dealId)).toMatchObject({
      survey1_number_of_panels: '14',
      gaikan_saltion_battery_modules: '6',
      survey1_battery_box_distance_m: '4',
      survey1_calc_complete: true,
    });
    expect(await portal.record('Contacts', portal.as('anna').contactId)).toMatchObject({
      Mailing_Street: 'Zonneplein 14',
      Phone: '06 00000101',
    });
  });

  test('bram agrees, signs, and is thanked', async () => {
    const { dealId } = portal.as('bram');
    await openLink('bram');
    await page.sees(/^Dag Bram, dit is uw offerte$/);
    await page.press(/^Akkoord … Verder$/);
    await page.fill(/^Uw naam/, "Bram van 't Hof");
    await page.press(/^Akkoord/);
    await page.sees(/^Bedankt voor uw bestelling$/);
    expect(await portal.record('Deals', dealId)).toMatchObject({
      gaikan_signature_plain: "Bram van 't Hof",
      Stage: 'Closed Won',
    });
  });

  test('joke answers her survey, with a photo', async () => {
    const { contactId } = portal.as('joke');
    await openLink('joke');
    await page.press(/^Nee$/);
    await page.choose(/^Formaat van de batterij/, '22,8kW');
    await page.sees(/^Opslag: 22,8 kWh$/);
    await page.press(/^Volgende$/);
    await page.fill(/^meter/, '6');
    await page.press(/^Volgende$/);
    await page.sees(/^Foto's van de situatie$/);
    const photo = join(files, 'meterkast.jpg');
    writeFileSync(photo, Buffer.from(await page.evaluate<string>(DRAW_PHOTO), 'base64'));
    await page.give(/De hele meterkast/, photo);
    await page.sees(/^1 van 3 ontvangen$/);
    await page.press(/^Volgende$/);
    await page.press(/^Toch verder$/);
    await page.fill(/^Plaatsnaam/, 'Hoorn');
    await page.press(/^Volgende$/);
    await page.sees(/^Uw antwoorden$/);
    expect(await portal.record('Contacts', contactId)).toMatchObject({
      survey_1_has_solar_panels: false,
      survey1_preferred_battery_size: '20',
      survey1_battery_box_distance_m: '6',
      Mailing_City: 'Hoorn',
    });
    const stored = await portal.related('Contacts', contactId, 'Attachments', 'File_Name');
    expect(stored.map(({ File_Name }) => String(File_Name))).toEqual([expect.stringMatching(/^1-meterkast_/)]);
  });

  test('the desk logs in, opens a lead and records a call', async () => {
    const { contactId } = portal.as('hanna');
    await page.open(`${portal.url}/admin/callcenter/contacts/${contactId}`);
    await page.fill(/^Wachtwoord/, 'zon-en-zout-2026');
    await page.press(/^Login$/);
    await page.choose(/^Gebruiker/, 'Sanne de Wit');
    await page.fill(/^Notitie/, 'Belt na zes uur terug');
    await page.press(/^Neemt niet op/);
    await page.sees(/^Neemt niet op\?$/);
    await page.press(/^Ja$/);
    await page.sees(/^done$/);
    const notes = await portal.related('Contacts', contactId, 'Notes', 'Note_Title,Note_Content');
    expect(notes).toContainEqual(
      expect.objectContaining({ Note_Content: expect.stringContaining('Belt na zes uur terug') }),
    );
  });
});
