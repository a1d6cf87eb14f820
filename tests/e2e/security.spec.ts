import texts from 'big-list-of-naughty-strings' with { type: 'json' };
import type { Page } from 'playwright/test';
import type { Portal } from '../bff/portal.ts';
import { test as base, expect } from './admin-desk.ts';

/** Whatever runs, opens or is refused by the policy because of what the CRM holds. */
const test = base.extend<{ happenings: string[] }>({
  happenings: [
    async ({ page }, use) => {
      const happenings: string[] = [];
      page.on('dialog', async (dialog) => {
        happenings.push(`dialog: ${dialog.message()}`);
        await dialog.dismiss();
      });
      page.on('pageerror', (error) => happenings.push(`error: ${error.message}`));
      page.on('popup', (popup) => happenings.push(`popup: ${popup.url()}`));
      await page.exposeFunction('happened', (what: string) => happenings.push(what));
      await page.addInitScript(() => {
        const { happened } = window as unknown as { happened: (what: string) => void };
        addEventListener('securitypolicyviolation', (event) => happened(`policy: ${event.violatedDirective}`));
        Object.defineProperty(window, 'ran', { get: () => happened('ran') });
      });
      await use(happenings);
      expect(happenings).toEqual([]);
    },
    { auto: true },
  ],
});

const MARKUP = '"><img src=x onerror=ran><script>ran</script><svg onload=ran>{{ran}}</textarea><!--';
const SHORT = '"><img src=x onerror=ran>';
const TINY = '<img src=x onerror=ran>';

/** Hostile text in every field of text that the pages show of somebody, and in the products of their quote. */
async function poison(portal: Portal, name: string): Promise<void> {
  const { contactId, dealIds } = portal.as(name);
  const put = (path: string, fields: object) => portal.sandbox('PATCH', `/sandbox/records/${path}?unchecked`, fields);
  await put(`Contacts/${contactId}`, {
    First_Name: SHORT,
    Last_Name: MARKUP,
    Full_Name: MARKUP,
    Phone: TINY,
    Email: `${SHORT}@example.nl`,
    Mailing_Street: MARKUP,
    Mailing_Zip: TINY,
    Mailing_City: MARKUP,
    Mailing_State: MARKUP,
    Mailing_Country: MARKUP,
    Lead_Owner_Flow: MARKUP,
    survey1_panels_age: MARKUP,
    survey1_preferred_battery_size: MARKUP,
  });
  for (const id of dealIds) {
    const { survey1_calc } = await portal.record('Deals', id);
    const calc = String(survey1_calc ?? '').replaceAll(
      /"(name|Product_Name|type|id)":"[^"]*"/g,
      (_, key) => `"${key}":${JSON.stringify(MARKUP)}`,
    );
    await put(`Deals/${id}`, {
      Deal_Name: MARKUP,
      gaikan_discount_reason: MARKUP,
      survey1_panels_age: MARKUP,
      gaikan_self_installation: MARKUP,
      ...(calc && { survey1_calc: calc }),
    });
  }
  const notes = await portal.related('Contacts', contactId, 'Notes', 'id');
  for (const { id } of notes) await put(`Notes/${id}`, { Note_Title: MARKUP, Note_Content: texts.join('\n') });
}

const literally = (page: Page) => page.getByText(MARKUP, { exact: false });

test('security 21 what the CRM holds is text on the customer’s pages, never markup', async ({
  page,
  portal,
  openLink,
}) => {
  for (const name of ['bram', 'carla', 'fatima', 'joke', 'daan']) await poison(portal, name);
  for (const name of ['bram', 'carla', 'daan']) {
    await openLink(name);
    await expect(page.getByText('Uw offerte:')).toBeVisible();
    await expect(literally(page).first()).toBeVisible();
    expect(await page.locator('main script, main svg[onload], [onerror], [onload]').count()).toBe(0);
  }
  await openLink('fatima');
  await expect(page.getByRole('button', { name: /Bekijk/ })).toHaveCount(2);
  await expect(literally(page).first()).toBeVisible();
  await openLink('joke', '/pages/Survey_basics');
  await expect(page.getByLabel('Achternaam')).toHaveValue(MARKUP);
});

test('security 21 nor on staff’s pages: the list, a contact, notes with all naughty texts, the deal', async ({
  page,
  portal,
  desk,
}) => {
  for (const name of ['bram', 'carla']) await poison(portal, name);
  for (const name of ['bram', 'carla']) {
    await page.goto('/');
    if (name === 'bram') await desk.open(name);
    else await page.goto(`/admin/callcenter/contacts/${portal.as(name).contactId}`);
    await expect(page.getByPlaceholder('Notitie')).toBeVisible();
    await expect(literally(page).first()).toBeVisible();
    const note = page.locator('.notes, [class*=note]').filter({ hasText: '<script>alert(123)</script>' }).last();
    await expect(note).toBeVisible();
    const shown = ((await note.textContent()) ?? '').replaceAll(/\s+/g, ' ');
    const missing = texts.filter((text) => !shown.includes(text.replaceAll(/\s+/g, ' ').trim()));
    expect(missing).toEqual([]);
    expect(await page.locator('main script, main iframe, [onerror], [onload]').count()).toBe(0);
  }
});

test('security 22 links: known kinds of addresses only, without opener and referrer', async ({
  page,
  portal,
  desk,
  openLink,
}) => {
  const { contactId, hash } = portal.as('bram');
  const put = (fields: object) => portal.sandbox('PATCH', `/sandbox/records/Contacts/${contactId}?unchecked`, fields);
  const expectKnown = async () => {
    const links = await page.locator('a[href]').evaluateAll((found) =>
      found.map((link) => ({
        href: (link as HTMLAnchorElement).href,
        target: link.getAttribute('target'),
        rel: link.getAttribute('rel'),
      })),
    );
    expect(links.filter(({ href }) => !/^(https?|tel|mailto):/.test(href))).toEqual([]);
    const beside = links.filter(({ target }) => target === '_blank');
    expect(beside.filter(({ rel }) => rel !== 'noopener noreferrer')).toEqual([]);
    return links.map(({ href }) => href);
  };
  await put({ Phone: 'javascript:alert(1)', survey1_url: 'javascript:alert(1)' });
  await desk.open('bram');
  await expectKnown();
  await expect(page.getByRole('link', { name: /Live offerte/ })).toHaveCount(0);
  for (const url of [
    'data:text/html,<script>alert(1)</script>',
    `https://evil.example/?survey_hash=${hash}`,
    '//evil.example',
  ]) {
    await put({ survey1_url: url });
    await page.reload();
    await expect(page.getByPlaceholder('Notitie')).toBeVisible();
    const hrefs = await expectKnown();
    expect(hrefs.filter((href) => href.includes('evil.example'))).toEqual([]);
  }
  await openLink('bram');
  await expect(page.getByText('Uw offerte:')).toBeVisible();
  await expectKnown();
});

test('security 23 a drawn signature is a PNG or JPEG, or is not shown', async ({ page, portal, openLink }) => {
  const [id = ''] = portal.as('eva').dealIds;
  const { survey1_signature: drawn } = await portal.record('Deals', id);
  await openLink('eva');
  await expect(page.locator('img.drawn')).toBeVisible();
  for (const image of [
    'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+',
    'data:text/html,<script>ran</script>',
    'javascript:alert(document.domain)',
    'https://evil.example/pixel.png?from=eva',
    `${drawn}" onerror="ran`,
    'data:image/png,<svg onload=ran>',
    ' data:image/png;base64,AAAA',
  ]) {
    await portal.sandbox('PATCH', `/sandbox/records/Deals/${id}?unchecked`, { survey1_signature: image });
    await page.reload();
    await expect(page.getByText('Bedankt voor uw bestelling')).toBeVisible();
    await expect(page.locator('img.drawn')).toHaveCount(0);
  }
});

test.describe('frames', () => {
  const STREET = 'x&output=json#"><script>ran</script>';
  const NAME = 'A&email=evil@example.nl&name=B#"><script>ran</script>';

  /** A page that talks to whoever frames it and then tries to leave with them. */
  const framed = (text: string, message: string) =>
    `<p>${text}</p><script>parent.postMessage(${message}, "*");
      try { top.location = "https://evil.example/" } catch { document.body.append("blijft binnen") }</script>`;

  test('security 24, security 26, security 27 the map: the address as one value, in a sandboxed frame without referrer', async ({
    page,
    portal,
    desk,
  }) => {
    const { contactId, dealIds, hash } = portal.as('bram');
    await portal.sandbox('PATCH', `/sandbox/records/Contacts/${contactId}?unchecked`, { Mailing_Street: STREET });
    const asked: { url: string; headers: Record<string, string> }[] = [];
    await page.route('https://www.google.com/**', async (route) => {
      asked.push({ url: route.request().url(), headers: await route.request().allHeaders() });
      const body = framed('kaart', '{ type: "logout" }');
      await route.fulfill({ contentType: 'text/html', body });
    });
    await desk.open('bram');
    const before = page.url();
    await desk.press('Kaart tonen');
    const frame = page.locator('iframe.map');
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin allow-popups');
    await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect(page.frameLocator('iframe.map').getByText('blijft binnen')).toBeVisible();
    const [first] = asked;
    const url = new URL(first?.url ?? '');
    expect(url.host).toBe('www.google.com');
    expect([...url.searchParams]).toEqual([
      ['q', `${STREET}, Ede, NL`],
      ['output', 'embed'],
    ]);
    expect(first?.headers.referer).toBeUndefined();
    for (const secret of [hash, contactId, ...dealIds]) expect(JSON.stringify(asked)).not.toContain(secret);
    expect(page.url()).toBe(before);
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  test('security 24, security 26, security 27 the booking page: the customer’s own values, nothing before the click, in a sandboxed frame', async ({
    page,
    portal,
    openLink,
  }) => {
    const { contactId, dealIds, hash } = portal.as('bram');
    await portal.sandbox('PATCH', `/sandbox/records/Contacts/${contactId}?unchecked`, {
      First_Name: 'A',
      Last_Name: NAME,
    });
    const elsewhere: { url: string; headers: Record<string, string> }[] = [];
    page.on('request', async (request) => {
      if (!request.url().startsWith(portal.url))
        elsewhere.push({ url: request.url(), headers: await request.allHeaders() });
    });
    await page.route(`${portal.crmUrl}/**`, async (route) => {
      const body = framed('agenda', '{ signed: true }');
      await route.fulfill({ contentType: 'text/html', body });
    });
    await openLink('bram');
    await expect(page.getByText('Uw offerte:')).toBeVisible();
    expect(elsewhere).toEqual([]);
    await page.getByRole('button', { name: 'Bel mij' }).click();
    const frame = page.locator('iframe.booking');
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin allow-popups');
    await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect(page.frameLocator('iframe.booking').getByText('blijft binnen')).toBeVisible();
    const [first] = elsewhere;
    const url = new URL(first?.url ?? '');
    expect(url.origin).toBe(portal.crmUrl);
    expect([...url.searchParams.keys()]).toEqual(['name', 'email', 'location']);
    expect(url.searchParams.get('name')).toBe(`A ${NAME}`);
    expect(first?.headers.referer).toBeUndefined();
    for (const secret of [hash, contactId, ...dealIds]) expect(JSON.stringify(elsewhere)).not.toContain(secret);
    expect(page.url().startsWith(portal.url)).toBe(true);
    await expect(page.getByText('Bedankt voor uw bestelling')).toHaveCount(0);
  });
});

test.describe('security 42 what stays in the browser', () => {
  const stored = (page: Page) =>
    page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }].map((area) => Object.entries(area))),
    );
  const NOTE = 'zoon Pieter belt na zessen';

  test('security 42 after logout nothing personal is left, in storage or in the history state', async ({
    page,
    portal,
    desk,
  }) => {
    await desk.open('bram');
    await desk.choose('Sanne de Wit');
    await page.getByPlaceholder('Notitie').fill(NOTE);
    expect(await stored(page)).toContain('Pieter');
    await desk.press('Logout');
    await expect(page.getByLabel('Wachtwoord')).toBeVisible();
    const left = await stored(page);
    expect(left).not.toMatch(/Pieter|Bram|[0-9a-f]{64}|adminSession"/);
    expect(left).not.toContain(portal.as('bram').contactId);
    await desk.logIn();
    await expect(page.getByPlaceholder('Notitie')).toHaveValue('');
  });

  test('security 42 a session unused for twelve hours leaves nothing either', async ({ page, desk }) => {
    await desk.open('bram');
    await page.getByPlaceholder('Notitie').fill(NOTE);
    await page.evaluate(() => localStorage.setItem('adminSessionSeen', String(Date.now() - 13 * 3_600_000)));
    await page.reload();
    await expect(page.getByLabel('Wachtwoord')).toBeVisible();
    expect(await stored(page)).not.toMatch(/Pieter|Bram|[0-9a-f]{64}/);
  });

  test('security 42 "this is not me" wipes the link and all that was typed; the link was never in the address bar', async ({
    page,
    portal,
    openLink,
  }) => {
    const { hash, contactId } = portal.as('joke');
    await openLink('joke', '/pages/Survey_basics');
    await page.getByLabel('Plaatsnaam').fill('Getypte Plaats');
    expect(page.url()).not.toContain(hash);
    expect(await stored(page)).toContain('Getypte Plaats');
    await page.getByRole('button', { name: /Bent u niet/ }).click();
    await page.getByRole('button', { name: 'Ja, wis dit apparaat' }).click();
    await expect(page.getByPlaceholder('email')).toBeVisible();
    const left = await stored(page);
    for (const trace of [hash, contactId, 'Getypte', 'Joke']) expect(left).not.toContain(trace);
  });

  test('security 42 contact data are kept in the tab only; answers for seven days, then deleted', async ({
    page,
    portal,
    openLink,
  }) => {
    await openLink('anna');
    await page.getByRole('button', { name: 'Ja', exact: true }).click();
    const areas = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)]);
    expect(areas.flat().length).toBeGreaterThan(0);
    await page.evaluate(() => {
      const draft = (days: number) => JSON.stringify({ from: '""', value: 'oud', at: Date.now() - days * 86_400_000 });
      localStorage.setItem('draft:1:1:old', draft(8));
      localStorage.setItem('draft:1:1:young', draft(6));
      localStorage.setItem('draft:1:1:broken', '{');
    });
    await page.goto('/');
    await expect(page.locator('main')).toBeVisible();
    const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:1:')));
    expect(left).toEqual(['draft:1:1:young']);
    const local = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    const { Email, Last_Name } = await portal.record('Contacts', portal.as('anna').contactId);
    for (const personal of [Email, Last_Name]) expect(local).not.toContain(String(personal));
  });
});
