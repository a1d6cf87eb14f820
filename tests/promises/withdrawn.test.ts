import { afterEach, expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { textOf } from '../bff/first-page.ts';
import { openPortal, ownPortal } from '../bff/own-portal.ts';

// Decision J8: what a withdrawal promises on page and in mail is kept, or not promised.

const portal = await openPortal({ FIRST_VIEW_WAIT_MS: '10000' });
afterEach(async () => {
  await portal.settled();
  await portal.reset();
  await portal.restart();
});

const tasksOf = (name: string) => portal.related('Deals', portal.as(name).dealId, 'Tasks', 'Subject,Description');
const pageOf = async (name: string) => textOf(await portal.call('GET', `/?survey_hash=${portal.as(name).hash}`));

/** A day in Amsterdam, in words. */
function daysAfter(days: number, at: string): string {
  const [year = 0, month = 0, day = 0] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' })
    .format(Date.parse(at))
    .split('-')
    .map(Number);
  return new Intl.DateTimeFormat('nl-NL', { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, day + days),
  );
}

test('J8 a withdrawal: the owner has a task, and a customer who asks for the terms finds how to reach us', async () => {
  const sentence = 'Wij nemen contact met u op over de afhandeling.';
  const asked = /Wij (sturen|zoeken) ze (u toe|voor u op) als u daarom vraagt\./;
  const before = await pageOf('daan');
  expect(before).not.toContain(sentence);
  expect(before).toMatch(asked);
  expect(before).toMatch(/085 000 00 00 .*@/);
  const path = portal.as('daan').deal;
  await portal.as('daan').post(`${path}/withdraw`, {});
  expect(await pageOf('daan')).toContain(sentence);
  expect(await pageOf('daan')).toContain('U krijgt deze bevestiging ook per e-mail of van een collega.');
  const [task, ...more] = await tasksOf('daan');
  expect(more).toEqual([]);
  expect(task?.Subject).toMatch(/^Herroeping van overeenkomst/);
  // BW 6:230r: fourteen days, which begin on the day after the receipt.
  const { receipt } = (await portal.as('daan').get(`${path}/withdraw`)).body as { receipt: { at: string } };
  const lastDay = `uiterlijk op ${daysAfter(14, receipt.at)}`;
  expect(task?.Description).toContain(`betaal ${lastDay} terug`);
  expect(await pageOf('daan')).toContain(`Wat u al heeft betaald, krijgt u ${lastDay} terug.`);
  await portal.settled();
  const [mail] = await portal.outbox();
  expect(mail?.content.replaceAll('\u00a0', ' ')).toContain(`Wat u al heeft betaald, krijgt u ${lastDay} terug.`);
  expect(await pageOf('bram')).not.toMatch(asked);
});

test.each([
  ['', false],
  [', also where the CRM refuses to query notes', true],
])(
  'J8 a withdrawal that sales ops entered promises no contact and no money back, because no colleague has a task%s',
  async (_, isRefused) => {
    if (isRefused) {
      await portal.fault({ match: '/coql', sent: 'from Notes', kind: 'status', status: 400 });
      await portal.restart();
    }
    await portal.salesOps('Deals', portal.as('daan').dealId, { portal_withdrawn_at: '2026-11-25T10:00:00+01:00' });
    const page = await pageOf('daan');
    // The customer may not have pressed anything.
    expect(page).toContain('Dag Daan, uw bestelling is herroepen');
    expect(page).toContain('Uw overeenkomst is herroepen volgens onze administratie');
    expect(page).toContain('Klopt dat niet, of heeft u vragen? Bel ons.');
    // So the customer can still do it here (Directive 2011/83/EU, article 11a).
    expect(page).toContain('Overeenkomst herroepen Tot 14 dagen nadat u het laatste onderdeel heeft ontvangen.');
    expect(page).not.toMatch(/Wij nemen contact|krijgt u|U hoeft niets meer te doen/);
    await portal.settled();
    expect(await tasksOf('daan')).toEqual([]);
    await portal.as('daan').post(`${portal.as('daan').deal}/withdraw`, {});
    const own = await pageOf('daan');
    expect(own).toContain('Wij hebben uw herroeping ontvangen op');
    expect(own).not.toContain('Overeenkomst herroepen Tot 14 dagen');
  },
);

test('J8 a withdrawal whose receipt cannot be mailed says so before the press: a colleague has a task to send it', async () => {
  await portal.salesOps('Contacts', portal.as('daan').contactId, { Email: null });
  const path = portal.as('daan').deal;
  const { body } = await portal.as('daan').get(path);
  expect((body.deal as Deal).receiptTo).toBeNull();
  await portal.as('daan').post(`${path}/withdraw`, {});
  const page = await pageOf('daan');
  expect(page).toContain('Een collega stuurt u de bevestiging toe.');
  expect(page).not.toContain('e-mail of van een collega');
  await portal.settled();
  expect((await tasksOf('daan')).map(({ Subject }) => Subject)).toContainEqual(
    expect.stringMatching(/^Stuur de ontvangstbevestiging herroeping/),
  );
});

test('J8 an hour after a withdrawal the page no longer promises the receipt, and says whom to call without it', async () => {
  let aheadMs = 0;
  const own = await ownPortal({ FIRST_VIEW_WAIT_MS: '10000' }, { now: () => Date.now() + aheadMs });
  const { hash, deal } = own.as('daan');
  const page = async () => textOf(await own.call('GET', `/?survey_hash=${hash}`));
  const missing = 'Heeft u deze bevestiging nog niet van ons gekregen? Bel ons.';
  aheadMs = -2 * 3_600_000;
  await own.as('daan').post(`${deal}/withdraw`, {});
  await own.settled();
  expect(await own.outbox()).toHaveLength(1);
  expect(await page()).toContain(missing);
  expect(await page()).not.toMatch(/krijgt deze bevestiging|stuur(t|en) u de(ze)? bevestiging/);
  await own.reset();
  await own.restart();
  aheadMs = 0;
  await own.as('daan').post(`${deal}/withdraw`, {});
  expect(await page()).not.toContain(missing);
});
