import texts from 'big-list-of-naughty-strings' with { type: 'json' };
import type { Page } from 'playwright/test';
import type { Portal } from '../bff/portal.ts';
import { staffOf } from '../bff/staff.ts';
import { expect, test } from './watched-page.ts';

const MARKUP = '"><img src=x onerror=ran><script>ran</script><svg onload=ran>{{ran}}</textarea><!--';
const SHORT = '"><img src=x onerror=ran>';
const TINY = '<img src=x onerror=ran>';

/** Hostile text in every text field of a person that the pages show, and in the products of their quote. */
async function poison(portal: Portal, name: string): Promise<void> {
  const { contactId, dealIds } = portal.as(name);
  await portal.unchecked('Contacts', contactId, {
    First_Name: SHORT,
    Last_Name: MARKUP,
    Full_Name: MARKUP,
    Phone: 'javascript:alert(1)',
    Email: `${SHORT}@example.nl`,
    Mailing_Street: MARKUP,
    Mailing_Zip: TINY,
    Mailing_City: MARKUP,
    Mailing_State: MARKUP,
    Mailing_Country: MARKUP,
    Lead_Owner_Flow: MARKUP,
    survey1_panels_age: MARKUP,
    survey1_preferred_battery_size: MARKUP,
    survey1_url: 'javascript:alert(1)',
  });
  for (const id of dealIds) {
    const { survey1_calc } = await portal.record('Deals', id);
    const calc = String(survey1_calc ?? '').replaceAll(
      /"(name|Product_Name|type|id)":"[^"]*"/g,
      (_, key) => `"${key}":${JSON.stringify(MARKUP)}`,
    );
    await portal.unchecked('Deals', id, {
      Deal_Name: MARKUP,
      gaikan_discount_reason: MARKUP,
      survey1_panels_age: MARKUP,
      gaikan_self_installation: MARKUP,
      ...(calc && { survey1_calc: calc }),
    });
  }
  const notes = await portal.related('Contacts', contactId, 'Notes', 'id');
  for (const { id } of notes)
    await portal.unchecked('Notes', String(id), { Note_Title: MARKUP, Note_Content: texts.join('\n') });
}

const literally = (page: Page) => page.getByText(MARKUP, { exact: false });

/** Known kinds of addresses only, without opener and referrer (security 22). Returns the addresses. */
async function expectKnownLinks(page: Page): Promise<string[]> {
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
}

test('security 21, security 22, security 23 hostile data harms no customer', async ({ page, portal, openLink }) => {
  for (const name of ['bram', 'carla', 'fatima', 'joke', 'daan']) await poison(portal, name);

  await test.step('security 21, security 22 the data is text, never markup, and links are of known kinds', async () => {
    for (const name of ['bram', 'carla', 'daan']) {
      await openLink(name);
      // The rows of an order are folded.
      if (name === 'daan') await page.locator('summary').getByText('De bedragen van uw bestelling').click();
      await expect(page.getByText('Uw offerte:')).toBeVisible();
      await expect(literally(page).first()).toBeVisible();
      expect(await page.locator('main script, main svg[onload], [onerror], [onload]').count()).toBe(0);
      await expectKnownLinks(page);
    }
    await openLink('fatima');
    await expect(page.getByRole('button', { name: /Bekijk/ })).toHaveCount(2);
    await expect(literally(page).first()).toBeVisible();
    await openLink('joke', '/pages/Survey_basics');
    await expect(page.getByLabel('Achternaam')).toHaveValue(MARKUP);
  });

  await test.step('security 23 a drawn signature is a PNG or JPEG, or is not shown', async () => {
    const eva = portal.as('eva');
    const { dealId: id } = eva;
    const { survey1_signature: drawn } = await portal.record('Deals', id);
    await openLink('eva');
    await expect(page.locator('img.drawn')).toBeVisible();
    for (const image of [
      'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+',
      'data:text/html,<script>ran</script>',
      'javascript:alert(document.domain)',
      'https://evil.example/pixel.png?from=eva',
      'data:image/png,<svg onload=ran>',
      ' data:image/png;base64,AAAA',
      `${drawn}" onerror="ran`,
    ]) {
      await portal.unchecked('Deals', id, { survey1_signature: image });
      const { deal } = (await eva.get(`/api/contacts/deals/${id}`)).body as { deal: object };
      expect(deal, image).toMatchObject({ survey1_signature: null, quoteArea: 'signed' });
    }
    await page.reload();
    await expect(page.getByText('Bedankt voor uw bestelling')).toBeVisible();
    await expect(page.locator('img.drawn')).toHaveCount(0);
  });
});

test('security 21, security 22 hostile data of the CRM is harmless at the desk', async ({ page, portal, desk }) => {
  for (const name of ['bram', 'carla']) await poison(portal, name);
  await desk.enter();

  await test.step('security 21, security 22 contact, deal and all naughty texts of notes are text, with links of known kinds', async () => {
    for (const name of ['bram', 'carla']) {
      await desk.visit(name);
      await expect(literally(page).first()).toBeVisible();
      const note = page.locator('.notes, [class*=note]').filter({ hasText: '<script>alert(123)</script>' }).last();
      await expect(note).toBeVisible();
      const shown = ((await note.textContent()) ?? '').replaceAll(/\s+/g, ' ');
      const missing = texts.filter((text) => !shown.includes(text.replaceAll(/\s+/g, ' ').trim()));
      expect(missing).toEqual([]);
      expect(await page.locator('main script, main iframe, [onerror], [onload]').count()).toBe(0);
      await expectKnownLinks(page);
      await expect(page.getByRole('link', { name: /Live offerte/ })).toHaveCount(0);
    }
  });

  await test.step('security 22 an address in the CRM leads to no other site', async () => {
    const { contactId, hash } = portal.as('carla');
    const put = (survey1_url: string) => portal.unchecked('Contacts', contactId, { survey1_url });
    for (const url of ['data:text/html,<script>alert(1)</script>', '//evil.example']) {
      await put(url);
      expect((await staffOf(portal).contact(contactId)).previewUrl, url).toBeNull();
    }
    await put(`https://evil.example/?survey_hash=${hash}`);
    await page.reload();
    await expect(page.getByRole('link', { name: /Live offerte/ })).toBeVisible();
    expect((await expectKnownLinks(page)).filter((href) => href.includes('evil.example'))).toEqual([]);
  });
});
