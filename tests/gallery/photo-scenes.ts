import { html, svg } from '../bff/photos/picture-files.ts';
import { phonePhoto } from '../e2e/phone-photo.ts';
import { expect } from '../e2e/portal-page.ts';
import { hold, press, refuse, type Scenes, type Stage, seen } from './scene.ts';

const SLOTS = ['De hele meterkast', 'De groepenkast van dichtbij', 'De plek voor de batterij'];
const UPLOAD = '**/api/contacts/upload';

async function openPhotos({ page, openLink }: Stage) {
  await openLink('joke', '/pages/box_pictures');
  await expect(page.locator('.uppy-Dashboard-inner')).toBeVisible();
}

/** Adds the first `count` of the three photos. */
async function addPhotos({ page }: Stage, count: number) {
  for (const [index, colour] of ['tan', 'slategray', 'olive'].slice(0, count).entries()) {
    await page.getByLabel(SLOTS[index] ?? '', { exact: false }).setInputFiles(await phonePhoto(page, colour, 800, 600));
  }
}

/** "Foto's van de situatie". */
export const PHOTO_SCENES: Scenes = {
  photos: openPhotos,
  'photos-sending': async (stage) => {
    await openPhotos(stage);
    await hold(stage.page, UPLOAD);
    await addPhotos(stage, 2);
    await seen(stage.page, 'Veilig opgeslagen op dit apparaat, 0 van 2 verzonden');
  },
  'photos-received': async (stage) => {
    await openPhotos(stage);
    await addPhotos(stage, 3);
    await seen(stage.page, '3 van 3 ontvangen');
  },
  'photos-received-before': async (stage) => {
    await openPhotos(stage);
    await addPhotos(stage, 1);
    await seen(stage.page, '1 van 3 ontvangen');
    await stage.page.reload();
    await seen(stage.page, '1 van 3 ontvangen');
    await expect(stage.page.locator('.uppy-Dashboard-inner')).toBeVisible();
  },
  'photos-refused-files': async (stage) => {
    await openPhotos(stage);
    await stage.page
      .getByLabel(SLOTS[0] ?? '', { exact: false })
      .setInputFiles([
        await phonePhoto(stage.page, 'tan', 800, 600),
        { name: 'tekening.svg', mimeType: 'image/svg+xml', buffer: svg },
        { name: 'verkleed.jpg', mimeType: 'image/jpeg', buffer: html },
      ]);
    await seen(stage.page, '1 van 3 ontvangen');
    await seen(stage.page, 'Failed to upload verkleed.jpg');
  },
  'photos-offline': async (stage) => {
    await openPhotos(stage);
    const photo = await phonePhoto(stage.page, 'tan', 800, 600);
    await stage.context.setOffline(true);
    await stage.page.getByLabel(SLOTS[0] ?? '', { exact: false }).setInputFiles(photo);
    await seen(stage.page, 'Veilig opgeslagen op dit apparaat, 0 van 1 verzonden');
    await seen(stage.page, 'Er is geen verbinding.');
  },
  'photos-unsent': async (stage) => {
    await openPhotos(stage);
    await stage.page.route(UPLOAD, (route) => route.fulfill({ status: 403, json: { error: 'forbidden' } }));
    await addPhotos(stage, 1);
    await seen(stage.page, 'Upload failed');
    await seen(stage.page, 'Nu opnieuw proberen');
  },
  'photos-too-few': async (stage) => {
    await openPhotos(stage);
    await press(stage.page, 'Volgende');
    await seen(stage.page, "U heeft nog geen foto's toegevoegd.");
  },
  'photos-received-unknown': async (stage) => {
    await refuse(stage.page, '**/api/contacts/photos', 503, 'crm_unavailable');
    await openPhotos(stage);
    await seen(stage.page, "Wij kunnen nu niet zien welke foto's wij al hebben.");
  },
  'photos-preview': async ({ page, portal }) => {
    await page.goto(`/pages/box_pictures?survey_hash=${portal.as('joke').hash}&preview=1`);
    await seen(page, "Foto's van de situatie");
    await seen(page, 'Voorbeeld');
  },
};
