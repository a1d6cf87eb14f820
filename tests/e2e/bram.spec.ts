import { hold, letGo } from '../gallery/scene.ts';
import { expect, returnToTab, test } from './portal-page.ts';

// Bram has a quote for 6 modules that staff released: approve, sign, thank-you.

test('Bram approves his quote and signs it', async ({ page, portal, openLink }) => {
  const id = portal.as('bram').dealId;
  await openLink('bram');
  const kenmerk = await page
    .getByText(/^[0-9A-F]{4}-[0-9A-F]{4}$/)
    .first()
    .innerText();
  const why = page.getByText('Waarom deze batterij');
  await expect(why).toBeVisible();
  await page.getByRole('button', { name: 'Akkoord … Verder' }).click();

  const form = page.locator('form.sign');
  const sign = page.getByRole('button', { name: /^Akkoord/ });
  const name = page.getByLabel('Uw naam');
  const change = page.getByRole('link', { name: /^Wijzig/ });

  await test.step('§4, F2–F4 the signer sees when the order is paid, and whom to call', async () => {
    await expect(page.getByText('Teken de offerte met uw naam:')).toBeVisible();
    expect(await portal.record('Deals', id)).toMatchObject({ survey1_approve_clicked: true });
    // The form is right below the total. The questions are still there, below the form.
    await expect(why).toHaveCount(0);
    await expect(page.locator('.total + #akkoord + .good-to-know')).toBeVisible();
    await expect(page.locator('#akkoord').getByRole('heading', { name: 'Heeft u vragen?' })).toBeVisible();
    await expect(page.locator('#akkoord').getByRole('button', { name: 'Bel mij' })).toBeVisible();
    // What is ordered, for which address, with which right to withdraw: keyboard.spec.
    const ordering = form.locator('.ordering');
    await expect(ordering).toContainText('€ 12.248,53 na uw bestelling');
    await expect(ordering).toContainText('€ 12.248,53 als de batterij is geplaatst en werkt');
    await expect(form.getByRole('link', { name: '085 000 00 00' })).toBeVisible();
  });

  await test.step('the signer sees the name as it will be recorded', async () => {
    await expect(sign).toContainText('bestelling met betalingsverplichting');
    await expect(sign).toHaveAttribute('aria-disabled', 'true');
    // Forced: the browser's driver does not press a disabled control, a person does. It moves to what is missing.
    await sign.click({ force: true });
    await expect(name).toBeFocused();
    await expect(form.locator('.signature')).toHaveCount(0);
    await name.fill(' B ');
    await expect(sign).toHaveAttribute('aria-disabled', 'true');
    await name.fill('Bram');
    await expect(form.locator('.signature')).toHaveText('Bram');
    await expect(form.locator('.signature')).toHaveCSS('font-family', /Caveat/);
    await form.getByRole('link', { name: 'Wijzig naam en adres' }).click();
    await expect(page.getByRole('heading', { name: 'Uw contact gegevens' })).toBeVisible();
    await page.getByRole('button', { name: 'Volgende' }).click();
    await expect(name).toHaveValue('Bram');
    await name.fill("Bram van 't Hof");
    await expect(change).toHaveCount(5);
  });

  await test.step('the signature leads to "Bedankt voor uw bestelling"', async () => {
    await sign.click();

    await expect(page.getByText('Bedankt voor uw bestelling')).toBeVisible();
    await expect(page.getByLabel('Getekend door')).toHaveValue("Bram van 't Hof");
    // The seal: one facet per module.
    await expect(page.locator('.sealed .crystal path')).toHaveCount(6);
    // Answers are open until the signature (I4).
    await expect(change).toHaveCount(0);
  });

  await test.step('signature, stage and evidence are in the CRM', async () => {
    expect(await portal.record('Deals', id)).toMatchObject({
      gaikan_signature_plain: "Bram van 't Hof",
      Stage: 'Closed Won',
    });
    await portal.delivered();
    expect((await portal.record('Deals', id)).portal_copy_sent_at).not.toBeNull();
    const notes = await portal.related('Deals', id, 'Notes', 'Note_Title,Note_Content');
    expect(notes.map(({ Note_Title }) => Note_Title)).toContain(`Ondertekening ${kenmerk}`);
    expect(await portal.related('Deals', id, 'Attachments', 'File_Name')).toHaveLength(1);
  });

  await test.step('after a reload the page says when the order was signed, and to which address the copy was mailed', async () => {
    await page.reload();
    await expect(page.getByText('Bedankt voor uw bestelling')).toBeVisible();
    await expect(page.getByText(/^Ondertekend op \w\w \d+ \w+ \d{4} \d\d:\d\d$/)).toBeVisible();
    await expect(page.getByText(/^Uw getekende exemplaar is gemaild naar b•••@/)).toBeVisible();
  });
});

test('Bram’s address is missing, his quote changes, his signature is removed', async ({ page, portal, openLink }) => {
  await page.clock.install();
  const bram = portal.as('bram');
  const id = bram.dealId;
  const name = page.getByLabel('Uw naam');
  const sign = page.getByRole('button', { name: /^Akkoord/ });
  await portal.salesOps('Contacts', bram.contactId, { Mailing_Street: null, Phone: null, Email: null });
  await openLink('bram');

  await test.step('a customer who cannot be reached can ask no question, and no answer is promised', async () => {
    await page.getByRole('button', { name: 'Ik heb een vraag over deze offerte' }).click();
    await expect(page.getByText(/Wij hebben geen telefoonnummer en geen e-mailadres van u/)).toBeVisible();
    await expect(page.getByText('Wij beantwoorden uw vraag')).toHaveCount(0);
    await expect(page.getByLabel('Uw vraag')).toHaveCount(0);
    await page.getByRole('link', { name: 'Vul uw gegevens aan' }).click();
    await expect(page.getByRole('heading', { name: 'Uw contact gegevens' })).toBeVisible();
    await page.getByRole('link', { name: 'Vorige' }).click();
  });

  await test.step('J6 without a street or telephone the sign form says so before the press, and leads to the contact step and back', async () => {
    await page.getByRole('button', { name: 'Akkoord … Verder' }).click();
    const missing = page.getByRole('status').filter({ hasText: 'voordat u tekent' });
    await expect(missing.getByRole('listitem')).toHaveText(['straat en huisnummer', 'telefoonnummer']);
    await name.fill('Bram');
    await sign.click();
    await expect(page.getByText('Wij missen nog gegevens van u.')).toBeVisible();
    await page.getByRole('link', { name: 'Vul uw gegevens aan' }).click();
    await page.getByLabel('Straat').fill('Kastanjelaan 14');
    await page.getByLabel('Telefoon').fill('06-00000102');
    // The offer with the new address arrives late. Until then the page does not offer to agree to the old one.
    await hold(page, '**/api/contacts/deals/*');
    const isAsked = page.waitForRequest('**/api/contacts/deals/*');
    await page.getByRole('button', { name: 'Volgende' }).click();
    await isAsked;
    await page.evaluate(() => fetch('/livez'));
    await expect(page).toHaveURL(/pages/);
    await letGo(page);
    await page.getByRole('button', { name: 'Akkoord … Verder' }).click();
    await expect(name).toHaveValue('Bram');
    await expect(missing).toHaveCount(0);
  });

  await test.step('F1, fault 34 if sales ops changed the quote meanwhile, nothing is signed, and the page shows the old and the new values', async () => {
    const { survey1_calc } = await portal.record('Deals', id);
    const calc = JSON.parse(String(survey1_calc));
    const before = calc.priceCalc.finalInclVat;
    const row = calc.output.products[0];
    row.pricePer += 100;
    row.priceTotal += 100 * row.amount;
    calc.priceCalc.productUnitPriceSum += 100 * row.amount;
    calc.priceCalc.vat = Math.round(calc.priceCalc.productUnitPriceSum * 21) / 100;
    calc.priceCalc.finalInclVat = Math.round((calc.priceCalc.productUnitPriceSum + calc.priceCalc.vat) * 100) / 100;
    await portal.salesOps('Deals', id, { survey1_calc: JSON.stringify(calc) });

    await sign.click();
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('De offerte is gewijzigd');
    await expect(notice).toBeFocused();
    const euro = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });
    const changes = notice.getByRole('table');
    await expect(changes).toContainText(euro.format(before));
    await expect(changes).toContainText(euro.format(calc.priceCalc.finalInclVat));
    expect((await portal.record('Deals', id)).gaikan_signature_plain).toBeNull();
  });

  await test.step('the new quote can be signed, once it is approved again', async () => {
    await page.getByRole('button', { name: 'Akkoord … Verder' }).click();
    await name.fill('Bram');
    await sign.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bedankt voor uw bestelling' })).toBeVisible();
  });

  await test.step('an order whose signature a colleague removes is an offer again in the tab that signed', async () => {
    await portal.delivered();
    await portal.salesOps('Deals', id, { gaikan_signature_plain: null, portal_signature_evidence: null });
    await page.clock.fastForward(60_000);
    await returnToTab(page);
    await expect(page.getByText('Bedankt voor uw bestelling')).toHaveCount(0);
  });
});

test('F2, fault 36: signing in two tabs leaves one signature', async ({ page, context, portal, openLink }) => {
  const { hash, dealId } = portal.as('bram');
  await openLink('bram');
  const second = await context.newPage();
  await second.goto(`/?survey_hash=${hash}`);
  for (const tab of [page, second]) {
    await tab.getByRole('button', { name: 'Akkoord … Verder' }).click();
    await expect(tab.getByText('Teken de offerte met uw naam:')).toBeVisible();
  }
  await page.getByLabel('Uw naam').fill('Bram Een');
  await second.getByLabel('Uw naam').fill('Bram Twee');
  await Promise.all([
    page.getByRole('button', { name: /^Akkoord/ }).click(),
    second.getByRole('button', { name: /^Akkoord/ }).click(),
  ]);
  const signed = async () => String((await portal.record('Deals', dealId)).gaikan_signature_plain);
  for (const tab of [page, second]) {
    await expect(tab.getByText('Bedankt voor uw bestelling')).toBeVisible();
    await expect(tab.getByLabel('Getekend door')).toHaveValue(await signed());
  }
  const asked = await Promise.all(
    [page, second].map((tab) => tab.getByText('Heeft u niet zelf getekend? Bel ons:').count()),
  );
  expect(asked.toSorted()).toEqual([0, 1]);
  await expect(asked[0] === 1 ? page.locator('.thanks') : second.locator('.thanks')).toContainText(
    'Uw handtekening van zojuist is niet vastgelegd.',
  );
  await portal.delivered();
  const notes = await portal.related('Deals', dealId, 'Notes', 'Note_Title');
  expect(notes.filter(({ Note_Title }) => String(Note_Title).startsWith('Ondertekening'))).toHaveLength(1);
});

test('F2, §8 Bram signs once, through one failure after another', async ({ page, context, portal, openLink }) => {
  const id = portal.as('bram').dealId;
  const approve = page.getByRole('button', { name: 'Akkoord … Verder' });
  const name = page.getByLabel('Uw naam');
  const sign = page.getByRole('button', { name: /^Akkoord/ });
  const unknown = page.locator('.notice-warning');

  await test.step('fault 36 after a reload the page keeps the name', async () => {
    await openLink('bram');
    await approve.click();
    await expect(page.getByText('U betaalt hier nu niets.')).toBeVisible();
    await name.fill('Bram van het Hof');
    await page.reload();
    await approve.click();
    await expect(name).toHaveValue('Bram van het Hof');
  });

  await test.step('fault 36 without a connection nothing is signed, and the page says so and keeps the name', async () => {
    await context.setOffline(true);
    await sign.click();
    await expect(page.getByText('request failed')).toBeVisible();
    await expect(name).toHaveValue('Bram van het Hof');
    expect((await portal.record('Deals', id)).gaikan_signature_plain).toBeNull();
    await context.setOffline(false);
  });

  await test.step('when something other than the portal answers, the page says that it does not know', async () => {
    // Something between the browser and the portal answers in its place.
    await page.route('**/approve', (route) => route.fulfill({ json: {} }), { times: 1 });
    await sign.click();
    await expect(unknown).toContainText('Wij weten nog niet of uw handtekening is vastgelegd.');
    await expect(page.getByText('Bedankt voor uw bestelling')).toHaveCount(0);
  });

  await test.step('while the CRM refuses, the page says that nothing is signed, and whom to call', async () => {
    const match = '(PUT|POST) /crm/v8/(Deals/|Tasks)';
    await portal.fault({ match, kind: 'status', status: 400 });
    await sign.click();
    const box = page.getByRole('alert');
    await expect(box.locator('strong')).toHaveText('Niet ondertekend');
    await expect(box.getByText(/^Referentie: [0-9a-f]{8}$/)).toBeVisible();
    await expect(box.getByRole('link', { name: '085 000 00 00' })).toBeVisible();
    await portal.noFaults();
  });

  await test.step('fault 11 while the CRM is down, the page says that it does not know, and keeps the name', async () => {
    await portal.fault({ match: 'PUT ', kind: 'status', status: 503 });
    await sign.click();
    await expect(unknown).toContainText('Wij weten nog niet of uw handtekening is vastgelegd.');
    await expect(page.getByText('request failed')).toBeVisible();
    await expect(page.getByText('Bedankt voor uw bestelling')).toHaveCount(0);
    await expect(name).toHaveValue('Bram van het Hof');
    await portal.noFaults();
  });

  await test.step('fault 35 after a restart the same press signs, once', async () => {
    await portal.restart();
    await sign.click();
    await expect(page.getByText('Bedankt voor uw bestelling')).toBeVisible();
    expect((await portal.record('Deals', id)).gaikan_signature_plain).toBe('Bram van het Hof');
    await portal.delivered();
    const notes = await portal.related('Deals', id, 'Notes', 'Note_Title');
    expect(notes.filter(({ Note_Title }) => String(Note_Title).startsWith('Ondertekening'))).toHaveLength(1);
  });
});
