import { expect, test } from './watched-page.ts';

test.describe('frames', () => {
  const STREET = 'x&output=json#"><script>ran</script>';
  const NAME = 'A&email=evil@example.nl&name=B#"><script>ran</script>';

  /** A page that sends messages to its parent frame and then tries to navigate it away. */
  const framed = (text: string, message: string) =>
    `<p>${text}</p><script>parent.postMessage(${message}, "*");
      try { top.location = "https://evil.example/" } catch { document.body.append("blijft binnen") }</script>`;

  test('security 24, security 26, security 27 the map: only on a click, the address as one value, in a sandboxed frame without referrer', async ({
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
    expect(asked).toEqual([]);
    const before = page.url();
    await desk.unfold('Map');
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
