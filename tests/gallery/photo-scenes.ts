import { html, svg } from '../bff/photos/picture-files.ts';
import { phonePhoto } from '../e2e/phone-photo.ts';
import { input, openPhotos as openStep } from '../e2e/photo-step.ts';
import { expect } from '../e2e/portal-page.ts';
import { after, hold, letGo, pressed, refuse, type ScenesInTurn, type Stage, seen } from './scene.ts';

const UPLOAD = '**/api/contacts/upload';

const openPhotos = ({ page, openLink }: Stage) => openStep(page, openLink);

/** Adds these of the three photos. */
async function addPhotos({ page }: Stage, ...slots: number[]) {
  for (const slot of slots) {
    const photo = await phonePhoto(page, ['tan', 'slategray', 'olive'][slot] ?? '', 800, 600);
    await input(page, slot).setInputFiles(photo);
  }
}

/** "Foto's van de situatie". */
export const PHOTO_SCENES: ScenesInTurn = {
  photos: openPhotos,
  'photos-too-few': pressed('photos', 'Volgende', "U heeft nog geen foto's toegevoegd."),
  'photos-sending': after('photos-too-few', async (stage) => {
    await hold(stage.page, UPLOAD);
    await addPhotos(stage, 0, 1);
    await seen(stage.page, 'Veilig opgeslagen op dit apparaat, 0 van 2 verzonden');
  }),
  'photos-received': after('photos-sending', async (stage) => {
    await letGo(stage.page);
    await addPhotos(stage, 2);
    await seen(stage.page, '3 van 3 ontvangen');
  }),
  'photos-refused-files': async (stage) => {
    await openPhotos(stage);
    await input(stage.page).setInputFiles([
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
    await input(stage.page).setInputFiles(photo);
    await seen(stage.page, 'Veilig opgeslagen op dit apparaat, 0 van 1 verzonden');
    await seen(stage.page, 'Er is geen verbinding.');
  },
  'photos-received-before': after('photos-offline', async ({ page, context }) => {
    await context.setOffline(false);
    await seen(page, '1 van 3 ontvangen');
    await page.reload();
    await seen(page, '1 van 3 ontvangen');
    await expect(page.locator('.uppy-Dashboard-inner')).toBeVisible();
  }),
  'photos-same-on-two-cards': after('photos-received-before', async ({ page }) => {
    await input(page, 1).setInputFiles(await phonePhoto(page, 'tan', 800, 600));
    await seen(page, 'Deze foto hebben wij al, bij "De hele meterkast".');
  }),
  'photos-unsent': async (stage) => {
    await openPhotos(stage);
    await stage.page.route(UPLOAD, (route) => route.fulfill({ status: 403, json: { error: 'forbidden' } }));
    await addPhotos(stage, 0);
    await seen(stage.page, 'Upload failed');
    await seen(stage.page, 'Nu opnieuw proberen');
  },
  'photos-received-unknown': async (stage) => {
    await refuse(stage.page, '**/api/contacts/photos', 503, 'crm_unavailable');
    await openPhotos(stage);
    await seen(stage.page, "Wij kunnen nu niet zien welke foto's wij al hebben.");
  },
  'photos-preview': after('photos-received-unknown', async ({ page, portal }) => {
    await letGo(page);
    await page.goto(`/pages/box_pictures?survey_hash=${portal.as('joke').hash}&preview=1`);
    await seen(page, "Foto's van de situatie");
    await seen(page, 'Voorbeeld');
  }),
};
