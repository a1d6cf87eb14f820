import { afterEach, expect, test } from 'vitest';
import { pdfDesk } from '../bff/documents/pdf-desk.ts';
import { textOf } from '../bff/first-page.ts';
import { openPortal, ownPortal } from '../bff/own-portal.ts';
import { portalFileWith } from '../bff/portal-file.ts';
import { staffOf } from '../bff/staff.ts';

// Decision J8: the sentences of tests/promises/promises.ts that the server renders are on the page exactly when their
// promise is kept.

// A signature waits until the last change of its deal is a second old.
const portal = await openPortal({ FIRST_VIEW_WAIT_MS: '10000' }, { now: () => Date.now() + 5_000 });
afterEach(async () => {
  await portal.settled();
  await portal.reset();
  await portal.restart();
});

const tasksOf = (name: string) => portal.related('Deals', portal.as(name).dealId, 'Tasks', 'Subject,Description,Owner');
const pageOf = async (name: string) => textOf(await portal.call('GET', `/?survey_hash=${portal.as(name).hash}`));
/** Where staff see a customer: in the list of leads, and the panel's state of the first offer. */
async function atDesk(name: string) {
  const staff = staffOf(portal);
  const { contactId } = portal.as(name);
  const listed = (await staff.leads()).some(({ id }) => id === contactId);
  return [listed, (await staff.contact(contactId)).deals[0]?.quoteArea];
}

const sign = (name: string) => pdfDesk(portal).sign(name, 'Bram');

test('J8 L and XL: the owner of the deal has a task; by mail only with an address', async () => {
  const anna = portal.as('anna');
  const calls = ['Wij bellen u voor een offerte op maat', 'Een adviseur bekijkt uw antwoorden.'];
  const answer = (props: object) => anna.put(anna.deal, { props });
  await anna.post('/api/contacts/contactDetails', {
    properties: { Phone: '06 00 00 01 23', Mailing_Street: 'Laan 7' },
  });
  await answer({ survey_1_has_solar_panels: false });
  await answer({ survey1_battery_box_distance_m: '8' });
  expect(await tasksOf('anna')).toEqual([]);
  for (const sentence of calls) expect(await pageOf('anna')).not.toContain(sentence);
  await answer({ gaikan_saltion_battery_modules: 'L' });
  const { Owner } = await portal.record('Deals', anna.dealId);
  expect(await tasksOf('anna')).toEqual([
    expect.objectContaining({
      Subject: 'Offerte op maat: batterij L',
      Description: expect.stringContaining('dat de offerte daarna per e-mail komt'),
      Owner: expect.objectContaining({ id: (Owner as { id: string }).id }),
    }),
  ]);
  // No question is open: the list and the mails do not send the customer back to the survey.
  const { contact } = (await anna.get('/api/contacts/verify')).body as { contact: { deals: { status: string }[] } };
  expect(contact.deals.map(({ status }) => status)).toEqual(['preparing']);
  const said = [...calls, 'Wij bellen u om de mogelijkheden te bespreken.'];
  for (const sentence of said) expect(await pageOf('anna')).toContain(sentence);
  expect(await pageOf('anna')).toContain('Daarna ontvangt u uw offerte per e-mail.');
  await portal.salesOps('Contacts', anna.contactId, { Email: null });
  for (const sentence of said) expect(await pageOf('anna')).toContain(sentence);
  expect(await pageOf('anna')).not.toContain('per e-mail');
});

const IN_WORK = [
  ['ivo: no questions and no offer yet', 'ivo', {}, 'none', /Wij werken aan uw offerte .*hoort u van ons/],
  ['hanna: an offer that is not released', 'hanna', {}, 'closed', /Wij kijken deze offerte nog voor u na\./],
  ['bram: an offer that does not add up', 'bram', { gaikan_discount: '?' }, 'incomplete', /Wij maken uw offerte af/],
  [
    'karel: an offer that sales ops changed',
    'karel',
    { survey1_battery_box_distance_m: '80' },
    'incomplete',
    /hij wordt bijgewerkt/,
  ],
] as const;

test.each(IN_WORK)('J8 %s: staff have the lead in their list', async (_, name, change, area, sentence) => {
  await portal.unchecked('Deals', portal.as(name).dealId, change);
  expect(await pageOf(name)).toMatch(sentence);
  expect(await atDesk(name)).toEqual([true, area]);
  // A customer with an offer that can be approved reads none of these sentences.
  expect(await pageOf('carla')).not.toMatch(sentence);
});

test.each([...IN_WORK, ['anna: open questions', 'anna', {}, 'none', /Nog enkele vragen|Foto/] as const])(
  'J8 %s, and sales ops closed the deal: no list has it, and the page says whom to call',
  async (_, name, change, area, sentence) => {
    for (const stage of ['Closed Lost', 'Closed Lost to Competition', 'Closed Won']) {
      await portal.unchecked('Deals', portal.as(name).dealId, { ...change, Stage: stage });
      const page = await pageOf(name);
      expect(page).toMatch(/is gesloten .*Wilt u toch verder\? Bel ons: 085 000 00 00/);
      expect(page).not.toMatch(sentence);
      expect(await atDesk(name)).toEqual([false, area]);
      const { deals } = (await portal.as(name).get('/api/contacts/verify')).body.contact as {
        deals: { status: string }[];
      };
      expect(deals[0]?.status).toBe('ended');
    }
  },
);

test('J8 "daarna wel": an offer that was being checked can be agreed to and signed once a colleague releases it', async () => {
  const sentence = 'U kunt nog niet akkoord gaan, daarna wel.';
  const hanna = portal.as('hanna');
  const path = hanna.deal;
  expect(await pageOf('hanna')).toContain(sentence);
  const early = await hanna.post(`${path}/approve`, { survey1_approve_clicked: true });
  expect([early.status, early.body.error]).toEqual([403, 'forbidden']);
  expect((await pdfDesk(portal).refusalOf('hanna'))[0]).toBe(409);
  const released = { action: 'approve', contactId: hanna.contactId, dealId: hanna.dealId };
  expect((await staffOf(portal).act(released)).status).toBe(200);
  expect(await pageOf('hanna')).not.toContain(sentence);
  expect((await pdfDesk(portal).pdfOf('hanna')).status).toBe(200);
  await sign('hanna');
  expect(await pageOf('hanna')).toMatch(/is gemaild naar/);
});

test('J8 "op deze pagina": the offer that a colleague makes is on the page of the same link', async () => {
  const agree = 'Akkoord … Verder';
  // Lotte's battery and Ivo's product are offered by a colleague alone.
  await portal.salesOps('Contacts', portal.as('lotte').contactId, { Email: null });
  const { survey1_calc } = await portal.record('Deals', portal.as('gerrit').dealId);
  const { products } = JSON.parse(String(survey1_calc)).output as { products: { id: string }[] };
  for (const [name, sentence] of [
    ['lotte', 'Daarna vindt u uw offerte op deze pagina.'],
    ['ivo', 'U vindt hem straks op deze pagina, met dezelfde persoonlijke link.'],
  ] as const) {
    expect(await pageOf(name)).toContain(sentence);
    const id = portal.as(name).dealId;
    await portal.linkProducts(
      id,
      products.map((product) => product.id),
    );
    const made = { survey1_no_calc: true, survey1_calc_complete: true, survey1_client_visible: true, survey1_calc };
    await portal.salesOps('Deals', id, { ...made, gaikan_deal_version: '2', gaikan_saltion_battery_modules: null });
    const page = await pageOf(name);
    expect(page).toContain(agree);
    expect(page).not.toContain(sentence);
  }
});

test('J8 own installation: mail, PDF and order page promise delivery and inspection, and no installation of ours', async () => {
  const own = 'U laat de batterij zelf installeren. Wij bellen u om de levering en de inspectie te plannen.';
  const ours = /Wij bellen u om de installatie|De monteur zet de batterij aan/;
  const desk = pdfDesk(portal);
  const pdf = async () => (await desk.pdfOf('fatima')).text.replace(/\s+/g, ' ');
  const offer = await pdf();
  await sign('fatima');
  const mail = (await portal.outbox()).at(-1)?.content;
  const order = await portal.call(
    'GET',
    `/deals/${portal.as('fatima').dealId}/?survey_hash=${portal.as('fatima').hash}`,
  );
  for (const words of [offer, await pdf(), mail, textOf(order)]) {
    expect(words).toContain(own);
    expect(words).not.toMatch(ours);
  }
});

test('J8 the seller’s terms promise an answer and a repair: the page names telephone and mail address, also after the signature', async () => {
  const reachable = /u hoort binnen vijf werkdagen van ons.* 085 000 00 00 .*voorbeeld@gaikan\.example/;
  const offer = await pageOf('bram');
  expect(offer).toContain('herstellen of vervangen wij het kosteloos');
  expect(offer).toMatch(reachable);
  await sign('bram');
  expect(await pageOf('bram')).toMatch(reachable);
});

test('J8 an order: the copy is mailed, and the deal has the stage from which installations are planned', async () => {
  const said = [/is gemaild naar/, /Onze planner belt u binnen/, /Wij bellen u om de installatie in te plannen\./];
  const foretold = [/krijgt u een kopie/, /Daarna bellen wij u om afspraken te maken\./];
  for (const sentence of said) expect(await pageOf('bram')).not.toMatch(sentence);
  for (const sentence of foretold) expect(await pageOf('bram')).toMatch(sentence);
  await sign('bram');
  for (const sentence of said) expect(await pageOf('bram')).toMatch(sentence);
  expect(await portal.outbox()).toHaveLength(1);
  expect((await portal.record('Deals', portal.as('bram').dealId)).Stage).toBe('Closed Won');
  expect(await tasksOf('bram')).toEqual([]);
});

test('J8 a copy that the CRM does not mail: a colleague has a task, and the page does not say it was mailed', async () => {
  await portal.salesOps('Contacts', portal.as('bram').contactId, { Email_Opt_Out: true });
  await sign('bram');
  const page = await pageOf('bram');
  expect(page).toContain('Een collega stuurt het u toe');
  expect(page).not.toContain('is gemaild');
  expect(await tasksOf('bram')).toHaveLength(1);
  expect(await portal.outbox()).toEqual([]);
  // The task asks the colleague to fill this in, however the copy was sent.
  await portal.salesOps('Deals', portal.as('bram').dealId, { portal_copy_sent_at: '2026-11-25T10:00:00+01:00' });
  const after = await pageOf('bram');
  expect(after).toContain('Uw getekende exemplaar is verstuurd.');
  expect(after).not.toMatch(/gemaild|•••@/);
});

test('J8 a copy of which a locked deal records nothing: an hour after the signature the page promises no mail any more', async () => {
  let aheadMs = 5_000;
  const own = await ownPortal({ FIRST_VIEW_WAIT_MS: '10000' }, { now: () => Date.now() + aheadMs });
  const page = async () => textOf(await own.call('GET', `/?survey_hash=${own.as('bram').hash}`));
  const signLocked = async () => {
    await own.reset();
    await own.fault({ match: 'PUT .*/Deals', sent: 'portal_copy_sent_at', kind: 'status', status: 400 });
    await pdfDesk(own).sign('bram', 'Bram');
  };
  await signLocked();
  expect(await page()).toContain('wordt klaargemaakt en gemaild naar b•••@');
  aheadMs = -2 * 3_600_000;
  await signLocked();
  expect(await page()).toContain('Bewaar het bij uw papieren');
  expect(await page()).not.toMatch(/gemaild|•••@/);
});

test.each([
  ['the customer has no address', { Email: null }, {}],
  ['the seller has no sender', {}, { mailFrom: null }],
])('J8 %s: the page of a copy that is still being made promises no mail', async (_, contact, file) => {
  const env = { FIRST_VIEW_WAIT_MS: '10000', PORTAL_FILE: portalFileWith(file) };
  const own = await ownPortal(env, { now: () => Date.now() + 5_000 });
  await own.salesOps('Contacts', own.as('bram').contactId, contact);
  await own.fault({ match: 'POST .*/Notes', kind: 'status', status: 503 });
  const { signing } = await pdfDesk(own).sign('bram', 'Bram');
  expect(signing?.copy.state).toBe('pending');
  expect((await pdfDesk(own).dealOf('bram')).receiptTo).toBeNull();
  const page = textOf(await own.call('GET', `/?survey_hash=${own.as('bram').hash}`));
  expect(page).toContain('Een collega stuurt het u toe');
  expect(page).not.toContain('gemaild');
  await own.noFaults();
  await own.settled();
  await own.restart();
  await own.settled();
  expect(await own.related('Deals', portal.as('bram').dealId, 'Tasks', 'Subject')).toHaveLength(1);
});

test.each([
  ['could not be mailed', { kind: 'status', status: 400 }, 'Wij konden uw getekende exemplaar niet mailen.'],
  [
    'may have been mailed',
    { kind: 'reset', when: 'after' },
    'Wij weten niet zeker of uw getekende exemplaar is gemaild.',
  ],
])('J8 the signer reads that the copy %s, and a colleague has a task', async (_, trouble, sentence) => {
  await portal.fault({ match: 'send_mail', ...trouble });
  await sign('bram');
  expect(await pageOf('bram')).toContain(sentence);
  expect(await tasksOf('bram')).toHaveLength(1);
});

test('J8 an order that is signed at a lost stage is carried out, though the CRM refuses the new stage, until sales ops close it again', async () => {
  const off = 'gaat deze bestelling niet door';
  await portal.salesOps('Deals', portal.as('bram').dealId, { Stage: 'Closed Lost to Competition' });
  await portal.fault({ match: 'PUT .*/Deals', sent: '"Stage"', kind: 'status', status: 400 });
  await sign('bram');
  expect((await portal.record('Deals', portal.as('bram').dealId)).Stage).toBe('Closed Lost to Competition');
  expect(await pageOf('bram')).not.toContain(off);
  expect(await pageOf('bram')).toContain('Onze planner belt u binnen');
  await portal.noFaults();
  await portal.salesOps('Deals', portal.as('bram').dealId, { Stage: 'Closed Lost' });
  expect(await pageOf('bram')).toContain(off);
});

test('J8 an order that sales ops closed as lost promises no call and asks for no payment', async () => {
  await sign('bram');
  await portal.salesOps('Deals', portal.as('bram').dealId, { Stage: 'Closed Lost to Competition' });
  const page = await pageOf('bram');
  expect(page).toContain('Volgens onze administratie gaat deze bestelling niet door. Klopt dat niet? Bel ons.');
  expect(page).not.toMatch(/belt u binnen|Wij bellen u|Zo betaalt u/);
  expect(page).toContain('Overeenkomst herroepen');
});
