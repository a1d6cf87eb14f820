import type { Page, Request } from 'playwright/test';
import { expect, test } from './watched-page.ts';

const STREET = 'x&output=json#"><script>ran</script>';
const NAME = 'A&email=evil@example.nl&name=B#"><script>ran</script>';

/** Another site's page, which sends a message to its parent frame and then tries to navigate it away. */
const framed = (message: string) =>
  `<p>elders</p><script>parent.postMessage(${message}, "*");
    try { top.location = "https://evil.example/" } catch { document.body.append("blijft binnen") }</script>`;

/** Expects that a sandboxed frame changed nothing of the page, and got nothing but its address. */
async function expectApart(page: Page, selector: string, asked: Request[], secrets: readonly string[]) {
  const frame = page.locator(selector);
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin allow-popups');
  await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
  await expect(page.frameLocator(selector).getByText('blijft binnen')).toBeVisible();
  const told = await Promise.all(asked.map(async (each) => ({ url: each.url(), headers: await each.allHeaders() })));
  expect(told[0]?.headers.referer).toBeUndefined();
  for (const secret of secrets) expect(JSON.stringify(told)).not.toContain(secret);
  return new URL(told[0]?.url ?? '');
}

test('security 24, security 26, security 27 frames learn no secret', async ({ page, portal, desk, openLink }) => {
  const { contactId, dealIds, hash } = portal.as('bram');
  const secrets = [hash, contactId, ...dealIds];
  await portal.unchecked('Contacts', contactId, {
    First_Name: 'A',
    Last_Name: NAME,
    Mailing_Street: STREET,
  });
  const elsewhere: Request[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(portal.url)) elsewhere.push(request);
  });
  const answer = (message: string) => ({ contentType: 'text/html', body: framed(message) });
  await page.route('https://www.google.com/**', (route) => route.fulfill(answer('{ type: "logout" }')));
  await page.route(`${portal.crmUrl}/**`, (route) => route.fulfill(answer('{ signed: true }')));

  await test.step('nothing of the booking page is asked for before the click', async () => {
    await openLink('bram');
    await expect(page.getByText('Uw offerte:')).toBeVisible();
    expect(elsewhere).toEqual([]);
  });

  await test.step('the booking page gets each value as one value, in a sandboxed frame without referrer', async () => {
    await page.getByRole('button', { name: 'Bel mij' }).click();
    const url = await expectApart(page, 'iframe.booking', elsewhere, secrets);
    expect(url.origin).toBe(portal.crmUrl);
    expect([...url.searchParams.keys()]).toEqual(['name', 'email', 'location']);
    expect(url.searchParams.get('name')).toBe(`A ${NAME}`);
    expect(page.url().startsWith(portal.url)).toBe(true);
    await expect(page.getByText('Bedankt voor uw bestelling')).toHaveCount(0);
  });

  await test.step('nothing of the map is asked for before the click', async () => {
    elsewhere.length = 0;
    await desk.open('bram');
    expect(elsewhere).toEqual([]);
  });

  await test.step('the map gets the address as one value, in a sandboxed frame without referrer', async () => {
    const before = page.url();
    await desk.unfold('Map');
    await desk.press('Kaart tonen');
    const url = await expectApart(page, 'iframe.map', elsewhere, secrets);
    expect(url.host).toBe('www.google.com');
    expect([...url.searchParams]).toEqual([
      ['q', `${STREET}, Ede, NL`],
      ['output', 'embed'],
    ]);
    expect(page.url()).toBe(before);
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  });
});
