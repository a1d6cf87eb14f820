import { ACTION, LEAD_LIST_SCENES, LEAD_SCENES, noAnswer } from './lead-scenes.ts';
import {
  after,
  at,
  crmDown,
  hold,
  letGo,
  press,
  refuse,
  refuseWrites,
  type ScenesInTurn,
  seen,
  takeWrites,
} from './scene.ts';

const STATS = '**/api/admin/stats*';

/** The staff's gate, and the figures. */
const GATE_AND_STATS: ScenesInTurn = {
  'admin-gate': at('/admin', 'Login'),
  'admin-gate-wrong': after('admin-gate', async ({ page, desk }) => {
    await desk.logIn('fout');
    await seen(page, 'Dit wachtwoord klopt niet.');
  }),
  'admin-gate-waiting': after('admin-gate-wrong', async ({ page, desk }) => {
    await hold(page, '**/api/admin/login');
    await desk.logIn();
    await seen(page, 'login...');
  }),
  'admin-gate-too-many': after('admin-gate-waiting', async ({ page }) => {
    await refuse(page, '**/api/admin/login', 429, 'too_many');
    await seen(page, /te vaak achter elkaar/);
  }),
  'admin-stats-loading': async ({ page, desk }) => {
    await hold(page, STATS);
    await desk.enter('/admin/stats');
    await seen(page, 'Stats');
  },
  'admin-stats-failed': crmDown('admin-stats-loading', STATS, 'De cijfers konden niet worden geladen.'),
  'admin-stats': after('admin-stats-failed', async ({ page }) => {
    await letGo(page);
    await page.reload();
    await seen(page, 'Vermogen per fase');
  }),
  'admin-stats-stale': after('admin-stats', async ({ page }) => {
    await refuse(page, STATS, 503, 'crm_unavailable');
    await press(page, 'Vernieuwen');
    await seen(page, 'De cijfers konden niet worden vernieuwd.');
  }),
};

const ACTIONS: ScenesInTurn = {
  'admin-action-question': after('admin-lead', async ({ page, desk }) => {
    await page.getByPlaceholder('Notitie').fill('Belt na zes uur terug');
    await desk.press('Neemt niet op');
    await page.getByRole('alertdialog').waitFor();
  }),
  'admin-action-pending': after('admin-action-question', async ({ page, desk }) => {
    await hold(page, ACTION);
    await desk.confirm('Neemt niet op?');
    await seen(page, 'Bezig met opslaan');
  }),
  'admin-action-problem': after('admin-action-pending', async ({ page, portal }) => {
    await refuseWrites(portal, 'POST .*/(Calls|Notes)');
    await letGo(page);
    await seen(page, 'request failed');
  }),
  'admin-action-unknown': after('admin-action-problem', async ({ page, portal }) => {
    await takeWrites(portal);
    await refuse(page, ACTION, 503, 'outcome_unknown');
    await press(page, 'Opnieuw proberen');
    await seen(page, 'Wij weten niet of dit is vastgelegd.');
  }),
  'admin-action-done': after('admin-action-unknown', async ({ page, desk }) => {
    await letGo(page);
    await press(page, 'Opnieuw proberen');
    await desk.expectDone();
  }),
  'admin-action-owner-question': after('admin-lead-as-owner', async ({ page }) => {
    await page.getByRole('combobox', { name: 'Eigenaar:' }).selectOption({ label: 'Yusuf Aydin' });
    await page
      .getByRole('combobox', { name: 'Eigenaar:' })
      .locator('xpath=../..')
      .getByRole('button', { name: 'Opslaan' })
      .click();
    await page.getByRole('alertdialog').waitFor();
  }),
  'admin-action-done-callback': after('admin-action-done', async ({ page, desk }) => {
    await desk.press('Verder met deze deal');
    await desk.act('Later terug bellen', 'Bel later terug:');
    await seen(page, /^Terugbellen: /);
  }),
  'admin-action-conflict': after('admin-action-done-callback', async ({ page, portal, desk }) => {
    const { dealId } = portal.as('bram');
    await desk.press('Verder met deze deal');
    await portal.salesOps('Deals', dealId, { survey1_battery_box_distance_m: '30' });
    await desk.act('Nu berekenen', 'Berekenen?');
    await seen(page, 'Dit is intussen gewijzigd.');
  }),
  'admin-action-done-edit': after('admin-action-conflict', async ({ page, desk }) => {
    await page.getByLabel('Bedrag:').fill('250');
    await page.getByLabel('Text:').fill('Beursactie');
    await desk.complete('Korting toepassen', 'Discount?');
  }),
  'admin-gate-expired': async (stage) => {
    await stage.desk.open('bram');
    await refuse(stage.page, ACTION, 401, 'password');
    await noAnswer(stage);
    await seen(stage.page, /Uw sessie is beëindigd/);
  },
};

const LIGHT: ScenesInTurn = { ...GATE_AND_STATS, ...LEAD_LIST_SCENES, ...LEAD_SCENES, ...ACTIONS };

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

export const ADMIN_SCENES: ScenesInTurn = {
  ...LIGHT,
  ...Object.fromEntries(
    DARK.map((name) => [`${name}-dark`, after(name, ({ page }) => page.emulateMedia({ colorScheme: 'dark' }))]),
  ),
};
