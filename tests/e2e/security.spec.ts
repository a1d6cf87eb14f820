import texts from 'big-list-of-naughty-strings' with { type: 'json' };
import type { Page } from 'playwright/test';
import type { Portal } from '../bff/portal.ts';
import { expect, test } from './watched-page.ts';

const MARKUP = '"><img src=x onerror=ran><script>ran</script><svg onload=ran>{{ran}}</textarea><!--';
const SHORT = '"><img src=x onerror=ran>';
const TINY = '<img src=x onerror=ran>';

/** Hostile text in every text field of a person that the pages show, and in the products of their quote. */
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
    // The rows of an order are folded.
    if (name === 'daan') await page.locator('summary').getByText('De bedragen van uw bestelling').click();
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

test('security 21 what the CRM holds is text for staff too: the list, a contact, notes with all naughty texts, the deal', async ({
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
