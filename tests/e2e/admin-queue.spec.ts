import type { Browser, Page } from 'playwright/test';
import type { PeriodFigures } from '../../bff/view-models/stats.ts';
import { pdfDesk } from '../bff/documents/pdf-desk.ts';
import { type Portal, startPortal } from '../bff/portal.ts';
import { ownersOf, staffOf } from '../bff/staff.ts';
import { expect, test } from './admin-desk.ts';

/** tests/bff/queue/sixty-leads.test.ts does the same with sixty, without a screen. */
const LEADS = 24;

let portal: Portal;
test.beforeAll(async () => {
  // Nine people of the sandbox have an open deal already.
  portal = await startPortal({}, undefined, { contacts: LEADS - 9 });
});
test.afterAll(() => portal.close());

/** Each outcome with its key. */
const OUTCOMES = [
  { key: 'Alt+1', result: 'Neemt niet op' },
  { key: 'Alt+5', result: 'Geen interesse' },
  { key: 'Alt+7', result: 'Niet meer bellen' },
] as const;

/** Words that customers send meanwhile; the colleague who gets the lead sees them. */
const SAID: Readonly<Record<string, string>> = { karel: 'Past hij in de garage?', carla: 'Liever een kleinere' };

interface Worked {
  who: string;
  contactId: string;
  result: string;
}

interface Trouble {
  atLead: number;
  next?: true;
  path?: (contactId: string) => string;
  sent?: (contactId: string) => string;
}

/** The fault that each of the three colleagues meets, and at which of their leads. */
const FAULTS: Readonly<Record<string, Trouble>> = {
  sanne: { atLead: 0, next: true },
  tom: { atLead: 2, path: (id) => `GET /crm/v8/Contacts/${id}$` },
  yusuf: { atLead: 3, path: () => 'POST /crm/v8/coql', sent: (id) => `Created_Time from Calls where Who_Id = '${id}'` },
};

/** A colleague at a computer of their own. */
async function colleague(browser: Browser, portal: Portal, name: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(`${portal.url}/admin/callcenter`);
  await page.getByLabel('Wachtwoord').fill('zon-en-zout-2026');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('combobox', { name: 'Gebruiker', exact: true }).selectOption({ label: name });
  // The desk, with its keys, loads after the header.
  await expect(page.getByRole('button', { name: 'Volgende lead' })).toBeEnabled();
  return page;
}

/** Requests the next lead with the key. Returns the contact that is open then, or null where none is left. */
async function askNext(page: Page): Promise<string | null> {
  const before = page.url();
  await page.keyboard.press('Alt+n');
  const nobody = page.locator('.next-nobody');
  await page.waitForFunction((url) => location.href !== url || document.querySelector('.next-nobody') !== null, before);
  if ((await nobody.count()) > 0) return null;
  await page.getByPlaceholder('Notitie').waitFor();
  return /contacts\/(\d+)/.exec(page.url())?.[1] ?? null;
}

/** Works with the keyboard until no lead is left. Only this colleague sees a failure, and presses again. */
async function work(portal: Portal, page: Page, who: string): Promise<Worked[]> {
  const problem = page.getByRole('alert');
  const fault = FAULTS[who];
  const worked: Worked[] = [];
  for (;;) {
    const isHit = fault?.atLead === worked.length;
    if (isHit && fault.next) {
      const broken = { status: 422, json: { error: 'field_invalid', message: 'request failed', requestId: 'r-1' } };
      await page.route('**/callcenter/next', (route) => route.fulfill(broken), { times: 1 });
      await page.keyboard.press('Alt+n');
      await expect(problem).toContainText('De volgende lead kon niet worden opgehaald.');
    }
    const contactId = await askNext(page);
    if (contactId === null) return worked;
    if (isHit && fault.path) {
      const match = fault.path(contactId);
      const sent = fault.sent?.(contactId);
      await portal.sandbox('POST', '/sandbox/faults', { kind: 'status', status: 400, match, sent, times: 1 });
    }
    const said = Object.entries(SAID).find(([name]) => portal.as(name).contactId === contactId);
    if (said) await expect(page.locator('.last-words')).toContainText(said[1]);
    const { key, result } = OUTCOMES[worked.length % OUTCOMES.length] ?? OUTCOMES[0];
    const words = `gesprek van ${who} met ${contactId}`;
    await page.keyboard.press('Alt+t');
    await page.keyboard.insertText(words);
    await page.keyboard.press(key);
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Ja' })).toBeFocused();
    await page.keyboard.press('Enter');
    if (isHit && fault.path) {
      await expect(problem).toContainText('Dit is niet gelukt. Wat u typte staat er nog.');
      await expect(page.getByPlaceholder('Notitie')).toHaveValue(words);
      await page.getByRole('button', { name: 'Opnieuw proberen' }).press('Enter');
    }
    await page.getByText('done', { exact: true }).waitFor();
    expect(await problem.count()).toBe(0);
    worked.push({ who, contactId, result });
  }
}

/**
 * Customers and sales ops act after the colleagues loaded their list. Returns the contacts that nobody may call any
 * more.
 */
async function elsewhere(portal: Portal): Promise<string[]> {
  const [gerrit, karel, carla] = [portal.as('gerrit'), portal.as('karel'), portal.as('carla')];
  await pdfDesk(portal).sign('bram', "Bram van 't Hof");
  const declined = await gerrit.post(`/api/contacts/deals/${gerrit.dealIds[0]}/decline`, {
    reason: 'De buurman heeft er een',
  });
  const asked = await karel.post(`/api/contacts/deals/${karel.dealIds[0]}/question`, { text: SAID.karel });
  const wished = await carla.post(`/api/contacts/deals/${carla.dealIds[0]}/wish`, { props: {}, text: SAID.carla });
  expect([declined.status, asked.status, wished.status]).toEqual([200, 200, 200]);
  await portal.salesOps('Deals', portal.as('hanna').dealIds[0] ?? '', { Stage: 'Closed Lost' });
  await portal.salesOps('Deals', karel.dealIds[0] ?? '', { gaikan_discount: 100 });
  return ['bram', 'gerrit', 'hanna'].map((name) => portal.as(name).contactId);
}

/** Compares the figures of the stats with those computed from the CRM. */
async function figuresAgree(portal: Portal, names: Record<string, string>, owners: Record<string, string>) {
  const { figures } = (await staffOf(portal).get('/api/admin/stats/period?from=2000-01-01&to=2100-01-01')).body
    .result as { figures: PeriodFigures };
  const calls = await portal.records('Calls', 'Owner,Outbound_Call_Status,Call_Result');
  for (const [who, name] of Object.entries(names)) {
    const made = calls.filter(
      ({ Owner, Outbound_Call_Status }) =>
        (Owner as { id: string } | null)?.id === owners[who] && Outbound_Call_Status === 'Completed',
    );
    const { calls: told, byOutcome } = figures.colleagues?.find((each) => each.name === name) ?? {};
    const count = (result: string) => made.filter(({ Call_Result }) => Call_Result === result).length;
    const [called, missed] = [count('Later terug bellen'), count('Neemt niet op')];
    expect([told, byOutcome?.gaikan_called_noanswer, byOutcome?.gaikan_call_later ?? 0], name).toEqual([
      made.length,
      missed,
      called,
    ]);
  }
  const deals = await portal.records('Deals', 'Stage,portal_declined_at,gaikan_signature_plain');
  const isLost = ({ Stage, portal_declined_at }: (typeof deals)[number]) =>
    Stage === 'Closed Lost' || portal_declined_at !== null;
  const lost = figures.losses?.reduce((sum, { count, reason }) => sum + (reason === 'withdrawn' ? 0 : count), 0);
  expect(lost).toBe(deals.filter(isLost).length);
  const signed = figures.funnel?.steps.find(({ step }) => step === 'signed')?.count;
  // Eva's signature is a drawn one.
  const isSigned = (deal: (typeof deals)[number]) =>
    deal.gaikan_signature_plain !== null || portal.as('eva').dealIds.includes(String(deal.id));
  expect(signed).toBe(deals.filter(isSigned).length);
}

test('I7 a day of three colleagues by keyboard: each lead once, due callbacks first, no lead that was signed, declined or lost meanwhile, failures shown to the right colleague, and figures that agree', async ({
  browser,
}) => {
  // Three browsers at once, each with seven calls.
  test.slow();
  const owners = await ownersOf(portal);
  await portal.salesOps('Contacts', portal.as('anna').contactId, { Phone: '06-00000101' });
  const cards = await staffOf(portal).leads();
  expect(cards).toHaveLength(LEADS);
  // The last two of the queue asked to be called back: one by Tom, one by anybody.
  const [toms, anyones] = cards.slice(-2).map(({ id }) => id) as [string, string];
  for (const contactId of [toms, anyones]) {
    const staff = staffOf(portal, owners.tom);
    const later = { action: 'gaikan_call_later', call_later_amount: 1, call_later_units: 'minutes', contactId };
    const dealId = (await staff.contact(contactId)).deals[0]?.id;
    await staff.act({ ...later, dealId, ...(contactId === anyones && { call_later_for: 'anyone' }) });
  }
  for (const call of await portal.records('Calls', 'Outbound_Call_Status')) {
    const past = new Date(Date.now() - 60_000).toISOString().replace(/\.\d+Z/, '+00:00');
    if (call.Outbound_Call_Status === 'Scheduled')
      await portal.salesOps('Calls', String(call.id), { Call_Start_Time: past });
  }
  // The restart forgets Tom's open lead.
  await portal.restart();

  const names = { sanne: 'Sanne de Wit', tom: 'Tom Verhoeven', yusuf: 'Yusuf Aydin' };
  const people = Object.entries(names);
  const pages = await Promise.all(people.map(([, name]) => colleague(browser, portal, name)));
  const gone = await elsewhere(portal);
  const parts = await Promise.all(people.map(([who], n) => work(portal, pages[n] as Page, who)));
  const worked = parts.flat();

  const called = cards.map(({ id }) => id).filter((id) => !gone.includes(id));
  expect(worked.map(({ contactId }) => contactId).sort()).toEqual(called.sort());
  for (const part of parts) expect(part.length).toBeGreaterThan(3);
  expect(parts.map((part) => part[0]?.contactId)).toEqual(expect.arrayContaining([anyones]));
  expect(parts[1]?.slice(0, 2).map(({ contactId }) => contactId)).toContain(toms);
  const hits = await portal.sandbox<{ hits: number }[]>('GET', '/sandbox/faults');
  expect(hits.map((fault) => fault.hits)).toEqual([1, 1]);

  const notes = await portal.records('Notes', 'Note_Content');
  const calls = await portal.records('Calls', 'Outbound_Call_Status,Call_Result,Description');
  for (const { who, contactId, result } of worked) {
    const words = `gesprek van ${who} met ${contactId}`;
    expect(notes.filter(({ Note_Content }) => String(Note_Content).includes(words))).toHaveLength(1);
    const theirs = calls.filter(({ Description }) => String(Description).includes(words));
    const made = theirs.filter((call) => call.Outbound_Call_Status === 'Completed');
    expect(made).toMatchObject([{ Call_Result: result }]);
  }
  for (const page of pages) await page.context().close();
  // The portal reads the figures again.
  await portal.restart();
  await figuresAgree(portal, names, owners);
});
