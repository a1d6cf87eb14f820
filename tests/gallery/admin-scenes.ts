import { LEAD_LIST_SCENES, LEAD_SCENES } from './lead-scenes.ts';
import { hold, press, refuse, refuseWrites, type Scenes, type Stage, seen } from './scene.ts';
import { ACTION, noAnswer } from './staff-steps.ts';

const STATS = '**/api/admin/stats';

async function logInWith({ page, desk }: Stage, password: string) {
  await page.goto('/admin');
  await desk.logIn(password);
}

/** The staff's gate, and the figures. */
const GATE_AND_STATS: Scenes = {
  'admin-gate': async ({ page }) => {
    await page.goto('/admin');
    await seen(page, 'Login');
  },
  'admin-gate-wrong': async (stage) => {
    await logInWith(stage, 'fout');
    await seen(stage.page, 'Dit wachtwoord klopt niet.');
  },
  'admin-gate-waiting': async (stage) => {
    await hold(stage.page, '**/api/admin/login');
    await logInWith(stage, 'zon-en-zout-2026');
    await seen(stage.page, 'login...');
  },
  'admin-gate-too-many': async (stage) => {
    await refuse(stage.page, '**/api/admin/login', 429, 'too_many');
    await logInWith(stage, 'zon-en-zout-2026');
    await seen(stage.page, /te vaak achter elkaar/);
  },
  'admin-gate-expired': async (stage) => {
    await stage.desk.open('bram');
    await refuse(stage.page, ACTION, 401, 'password');
    await noAnswer(stage);
    await seen(stage.page, /Uw sessie is beëindigd/);
  },
  'admin-stats': async ({ page, desk }) => {
    await desk.enter('/admin/stats');
    await seen(page, 'Vermogen per fase');
  },
  'admin-stats-loading': async ({ page, desk }) => {
    await hold(page, STATS);
    await desk.enter('/admin/stats');
    await seen(page, 'Stats');
  },
  'admin-stats-stale': async ({ page, desk }) => {
    await desk.enter('/admin/stats');
    await seen(page, 'Vermogen per fase');
    await refuse(page, STATS, 503, 'crm_unavailable');
    await press(page, 'Vernieuwen');
    await seen(page, 'De cijfers konden niet worden vernieuwd.');
  },
  'admin-stats-failed': async ({ page, desk }) => {
    await refuse(page, STATS, 503, 'crm_unavailable');
    await desk.enter('/admin/stats');
    await seen(page, 'De cijfers konden niet worden geladen.');
  },
};

const ACTIONS: Scenes = {
  'admin-action-question': async (stage) => {
    await stage.desk.open('bram');
    await stage.desk.press('Neemt niet op');
    await stage.page.getByRole('alertdialog').waitFor();
  },
  'admin-action-owner-question': async (stage) => {
    await stage.desk.open('bram');
    await stage.desk.unfold('Eigenaar: Tom Verhoeven');
    await stage.page.getByRole('combobox', { name: 'Eigenaar:' }).selectOption({ label: 'Yusuf Aydin' });
    await stage.page
      .getByRole('combobox', { name: 'Eigenaar:' })
      .locator('xpath=../..')
      .getByRole('button', { name: 'Opslaan' })
      .click();
    await stage.page.getByRole('alertdialog').waitFor();
  },
  'admin-action-pending': async (stage) => {
    await stage.desk.open('bram');
    await hold(stage.page, ACTION);
    await noAnswer(stage);
    await seen(stage.page, 'Bezig met opslaan');
  },
  'admin-action-done': async (stage) => {
    await stage.desk.open('bram');
    await noAnswer(stage);
    await stage.desk.expectDone();
  },
  'admin-action-done-callback': async (stage) => {
    await stage.desk.open('bram');
    await stage.desk.press('Later terug bellen');
    await stage.desk.confirm('Bel later terug:');
    await seen(stage.page, /^Terugbellen: /);
  },
  'admin-action-done-edit': async (stage) => {
    await stage.desk.open('bram');
    await stage.page.getByLabel('Bedrag:').fill('250');
    await stage.page.getByLabel('Text:').fill('Beursactie');
    await stage.desk.press('Korting toepassen');
    await stage.desk.confirm('Discount?');
    await stage.desk.expectDone();
  },
  'admin-action-problem': async (stage) => {
    await stage.desk.open('bram');
    await refuseWrites(stage.portal, 'POST .*/(Calls|Notes)');
    await noAnswer(stage);
    await seen(stage.page, 'request failed');
  },
  'admin-action-unknown': async (stage) => {
    await stage.desk.open('bram');
    await refuse(stage.page, ACTION, 503, 'outcome_unknown');
    await noAnswer(stage);
    await seen(stage.page, 'Wij weten niet of dit is vastgelegd.');
  },
  'admin-action-conflict': async (stage) => {
    const [dealId = ''] = stage.portal.as('bram').dealIds;
    await stage.desk.open('bram');
    await stage.portal.salesOps('Deals', dealId, { survey1_battery_box_distance_m: '30' });
    await stage.desk.press('Nu berekenen');
    await stage.desk.confirm('Berekenen?');
    await seen(stage.page, 'Iemand anders heeft dit intussen gewijzigd.');
  },
};

const LIGHT: Scenes = { ...GATE_AND_STATS, ...LEAD_LIST_SCENES, ...LEAD_SCENES, ...ACTIONS };

/** In the dark: one of every kind of screen, and one of every kind of quote. */
const DARK = [
  'admin-gate',
  'admin-gate-wrong',
  'admin-stats',
  'admin-stats-failed',
  'admin-leads',
  'admin-leads-found-in-crm',
  'admin-shortcuts',
  'admin-lead',
  'admin-lead-loading',
  'admin-lead-older',
  'admin-lead-by-hand',
  'admin-lead-signed',
  'admin-lead-signed-drawn',
  'admin-lead-do-not-call',
  'admin-lead-news',
  'admin-lead-customer-view',
  'admin-action-question',
  'admin-action-done',
  'admin-action-problem',
  'admin-action-conflict',
];

/** All screens of staff. */
export const ADMIN_SCENES: Scenes = {
  ...LIGHT,
  ...Object.fromEntries(
    DARK.map((name) => [
      `${name}-dark`,
      async (stage: Stage) => {
        await stage.page.emulateMedia({ colorScheme: 'dark' });
        await LIGHT[name]?.(stage);
      },
    ]),
  ),
};
