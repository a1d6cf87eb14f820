import { after, crmDown, hold, letGo, press, refuse, type ScenesInTurn, type Stage, seen } from './scene.ts';

export const ACTION = '**/api/admin/callcenter/action';
const LIST = '**/api/admin/callcenter';

/** Bram's page with "Neemt niet op" pressed and confirmed. */
export async function noAnswer(stage: Stage) {
  await stage.page.getByPlaceholder('Notitie').fill('Belt na zes uur terug');
  await stage.desk.act('Neemt niet op');
}

const pageOf = (contactId: string) => `/admin/callcenter/contacts/${contactId}`;

/** Somebody's page in the call center, with the quote as this customer sees it. */
const customerViewOf = (name: string) => async (stage: Stage) => {
  await stage.desk.visit(name);
  await showCustomerView(stage);
};

async function showCustomerView({ page }: Stage) {
  await page.getByText('Zoals de klant het ziet').click();
  await page.locator('.customer-view .quote').waitFor();
}

export const LEAD_LIST_SCENES: ScenesInTurn = {
  'admin-leads-loading': async ({ page, desk }) => {
    await hold(page, LIST);
    await desk.enter('/admin/callcenter');
    await seen(page, 'Go');
  },
  'admin-leads-failed': crmDown('admin-leads-loading', LIST, 'De lijst met leads kon niet worden geladen.'),
  'admin-leads': after('admin-leads-failed', async ({ page }) => {
    await letGo(page);
    await page.reload();
    await page.getByRole('link', { name: /Bram van 't Hof/ }).waitFor();
  }),
  'admin-shortcuts': after('admin-leads', async ({ page }) => {
    await press(page, 'Sneltoetsen');
    await page.getByRole('dialog', { name: 'Sneltoetsen' }).waitFor();
  }),
  'admin-leads-not-found': after('admin-shortcuts', async ({ page }) => {
    await page.keyboard.press('Escape');
    await page.getByLabel('Zoeken').fill('niemand');
    await seen(page, /Niet gevonden in de lijst/);
  }),
  'admin-leads-found-in-crm': after('admin-leads-not-found', async ({ page }) => {
    await page.getByLabel('Zoeken').fill('daan@');
    await seen(page, 'Gevonden in het hele CRM:');
  }),
  'admin-leads-none': async ({ page, desk }) => {
    const result = { contacts: [], count: 0, readAt: new Date().toISOString() };
    await page.route(LIST, (route) => route.fulfill({ json: { result } }));
    await desk.enter('/admin/callcenter');
    await seen(page, 'Er zijn geen leads om te bellen.');
  },
  'admin-leads-unread': after('admin-leads-none', async ({ page }) => {
    await page.route(LIST, async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      for (const lead of json.result.contacts.slice(0, 3)) lead.group = 'unread';
      await route.fulfill({ response: answer, json });
    });
    await page.reload();
    await seen(page, /is nog niet nagegaan/);
    await seen(page, 'Nog niet nagegaan');
  }),
  'admin-leads-stale': async (stage) => {
    await stage.desk.enter('/admin/callcenter');
    await stage.page.getByRole('link', { name: /Bram van 't Hof/ }).click();
    await refuse(stage.page, LIST, 503, 'crm_unavailable');
    await noAnswer(stage);
    await stage.desk.expectDone();
    // On a phone the list is a page of its own.
    const back = stage.page.getByRole('link', { name: 'Alle leads' });
    if (await back.isVisible()) await back.click();
    await seen(stage.page, /De lijst kon niet worden vernieuwd/);
  },
};

/** One lead in the panel. */
export const LEAD_SCENES: ScenesInTurn = {
  'admin-lead-loading': async ({ page, portal, desk }) => {
    await hold(page, `${LIST}/contacts/**`);
    await desk.enter(pageOf(portal.as('bram').contactId));
    await page.getByRole('heading', { name: "Bram van 't Hof" }).waitFor();
  },
  'admin-lead-failed': crmDown('admin-lead-loading', `${LIST}/contacts/**`, 'Deze lead kon niet worden geladen.'),
  'admin-lead': ({ desk }) => desk.open('bram'),
  'admin-lead-customer-view': after('admin-lead', showCustomerView),
  'admin-lead-as-owner': after('admin-lead-customer-view', async ({ page, desk }) => {
    await page.getByText('Zoals de klant het ziet').click();
    await desk.choose('Sanne de Wit');
    await desk.unfold('Eigenaar: Tom Verhoeven');
    await page.getByRole('button', { name: 'Sanne de Wit' }).waitFor();
  }),
  'admin-lead-news': async ({ page, portal, desk }) => {
    const by = 'Tom Verhoeven';
    const { dealId } = portal.as('bram');
    const news = { at: '2099-07-01T12:30:00.000Z', by, action: 'not_interested', dealId };
    const openedBy = [{ name: by, since: '2026-11-23T09:00:00+01:00' }];
    await page.route('**/presence', (route) => route.fulfill({ json: { result: { openedBy, news } } }));
    await desk.open('bram');
    await page.getByText('Gegevens wijzigen').click();
    await page.getByLabel('Plaatsnaam').fill('Doorn');
    await seen(page, /^Tom Verhoeven heeft om/);
  },
  'admin-lead-unanswered': ({ desk }) => desk.open('anna'),
  'admin-lead-older': after('admin-lead-unanswered', customerViewOf('carla')),
  'admin-lead-two-deals': after('admin-lead-older', ({ desk }) => desk.visit('fatima')),
  'admin-lead-by-hand': after('admin-lead-two-deals', customerViewOf('gerrit')),
  'admin-lead-signed': after('admin-lead-by-hand', customerViewOf('daan')),
  'admin-lead-signed-drawn': after('admin-lead-signed', ({ desk }) => desk.visit('eva')),
  'admin-lead-unknown': async ({ page, desk }) => {
    await desk.enter(pageOf('4150868000009999999'));
    await seen(page, 'Er is geen contact met dit nummer.');
  },
  'admin-lead-no-deals': after('admin-lead-unknown', async ({ page, portal }) => {
    await page.goto(pageOf(portal.as('joke').contactId));
    await seen(page, 'Dit contact heeft geen deals.');
  }),
  'admin-lead-do-not-call': async (stage) => {
    await stage.desk.open('anna');
    await stage.desk.complete('Niet meer bellen');
    await stage.desk.press('Verder met deze deal');
    await seen(stage.page, /deze klant wil niet gebeld worden/);
    await seen(stage.page, 'Ongedaan maken');
  },
  'admin-lead-unreadable': after('admin-lead-no-deals', async ({ page, portal, desk }) => {
    const { contactId, dealId } = portal.as('karel');
    await portal.unchecked('Deals', dealId, { gaikan_discount: 'in overleg' });
    await portal.unchecked('Contacts', contactId, { survey_1_has_solar_panels: 'misschien' });
    await desk.visit('karel');
    await seen(page, 'Niet te lezen in het CRM: gaikan_discount.');
  }),
  'admin-lead-faults': after('admin-lead-unreadable', async ({ page, portal, desk }) => {
    await portal.salesOps('Deals', portal.as('bram').dealId, { Amount: 1 });
    await desk.visit('bram');
    await seen(page, /Het bedrag \(Amount\) in het CRM is anders/);
  }),
  'admin-lead-unknown-version': after('admin-lead-faults', async ({ page, portal, desk }) => {
    await portal.salesOps('Deals', portal.as('carla').dealId, { gaikan_deal_version: '3' });
    await desk.visit('carla');
    await seen(page, /onbekende versie "3"/);
  }),
};
