import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Verified } from '../../bff/view-models/contact.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { LOADER, openerOf, textOf, viewOf } from './first-page.ts';
import { openFreshPortal, ownPortal } from './own-portal.ts';
import { type Portal, startPortal } from './portal.ts';
import { portalFileWith } from './portal-file.ts';

// Long enough for a busy machine.
const portal = await openFreshPortal({ FIRST_VIEW_WAIT_MS: '10000' });

const UNKNOWN = 'sandbox-nobody-0000000000000000';

const open = openerOf(portal);

describe('§2.2 the first view is in the page', () => {
  test.each([
    ['anna', /^\/deals\/\d+\/$/, ['Stap 1 van 5', 'Welkom, Anna.', 'Heeft u zonnepanelen?', 'Ja', 'Nee']],
    ['bram', /^\/deals\/\d+\/$/, ['Uw keuze:', '6 batterijmodules', '€ 24.497,06', 'Akkoord … Verder']],
    ['carla', /^\/deals\/\d+\/$/, ['20 kWh', 'Vroegboekkorting', '€ -750,00', 'Geld lenen kost geld']],
    ['daan', /^\/deals\/\d+\/$/, ['Bedankt voor uw bestelling', 'Daan de Vries']],
    ['fatima', /^\/deals$/, ['Uw offertes', 'Thuisbatterij El Amrani (praktijk)', 'incl. btw', 'Bekijk']],
    ['gerrit', /^\/deals\/\d+\/$/, ['Zoutbatterij 40 kWh']],
    ['joke', /^\/pages\/solar_panels$/, ['Stap 1 van 6', 'Welkom, Joke.']],
    ['lotte', /^\/deals\/\d+\/pages\/complete$/, ['Wij bellen u voor een offerte op maat']],
  ])('%s', async (name, path, texts) => {
    const answer = await open(portal.as(name).hash);
    expect(answer.status).toBe(200);
    const text = textOf(answer);
    for (const each of texts) expect(text).toContain(each);
    expect(text).not.toContain(LOADER);
    expect(viewOf(answer).path).toMatch(path);
  });

  test('I13 privacy and accessibility are linked in the footer, the legal guarantee is at the quote', async () => {
    const page = await open(portal.as('bram').hash);
    expect(String(page.body)).toContain('href="https://gaikan.example/privacy"');
    expect(String(page.body)).toContain('href="https://gaikan.example/toegankelijkheid"');
    expect(textOf(page)).toContain('Dit recht staat in de wet en geldt naast elke fabrieksgarantie.');
  });

  test('I13 the page has the additions of the portal file: guarantees as images that our policy allows, and number and photo of the adviser', async () => {
    const image = 'data:image/png;base64,iVBORw0KGgo=';
    const guarantees = {
      guaranteeNotice: { image, text: 'Wettelijke garantie: ten minste 2 jaar' },
      guaranteeLabel: { image, text: 'Garantie van de fabrikant: 10 jaar' },
    };
    const tom = { name: 'Tom Verhoeven', phone: '06 00 00 09 99', photo: image };
    const PORTAL_FILE = portalFileWith({ ...guarantees, advisers: [tom] });
    const other = await ownPortal({ FIRST_VIEW_WAIT_MS: '10000', PORTAL_FILE });
    const page = await other.call('GET', `/?survey_hash=${other.as('bram').hash}`);
    for (const { text } of Object.values(guarantees)) {
      expect(String(page.body)).toMatch(new RegExp(`<img [^>]*src="${image}"[^>]* alt="${text}"`));
    }
    expect(String(page.headers['content-security-policy'])).toMatch(/img-src 'self' data:/);
    const adviserOf = async (name: string) => {
      const { contact } = (await other.as(name).get('/api/contacts/verify')).body as unknown as Verified;
      return contact.deals[0]?.adviser;
    };
    expect(await adviserOf('bram')).toEqual(tom);
    // The CRM names each adviser.
    expect(await adviserOf('carla')).toEqual({ name: 'Yusuf Aydin', phone: null, photo: null });
  });

  test('the page holds its data: the same that verify and the deal answer', async () => {
    const bram = portal.as('bram');
    const { data } = viewOf(await open(bram.hash));
    expect(data.contact).toEqual((await bram.get('/api/contacts/verify')).body.contact);
    expect(data.deal).toEqual((await bram.get(bram.deal)).body.deal);
    expect(data.site).toEqual((await portal.call('GET', '/api/site')).body);
  });

  test('a quote says when it was read, by the clock of the server', async () => {
    const page = textOf(await open(portal.as('bram').hash));
    expect(page).toMatch(/Stand van (ma|di|wo|do|vr|za|zo) \d+ \w+ \d\d:\d\d/);
  });

  test.each([
    [
      'withdrawn',
      'daan',
      {},
      'Dag Daan, u heeft uw bestelling herroepen',
      'Ontvangstbevestiging van uw herroeping Herroepen op \\d+ \\w+ 20\\d\\d\\. Wij hebben',
    ],
    ['declined', 'carla', {}, 'Dag Carla, u heeft deze offerte afgewezen', 'Wij hebben uw afwijzing'],
    ['incomplete', 'bram', { gaikan_discount: 'een tientje' }, 'Deze offerte is nog niet compleet', 'Er ontbreekt nog'],
    ['closed', 'hanna', {}, 'Uw offerte wordt nog nagekeken', 'Wij kijken deze offerte nog voor u na.'],
  ])(
    'the page of a quote that is %s says so first, gives the reason right below, and sells nothing',
    async (state, name, change, says, why) => {
      const { hash, dealId, deal, post } = portal.as(name);
      if (state === 'withdrawn') await post(`${deal}/withdraw`, {});
      if (state === 'declined') await post(`${deal}/decline`, {});
      await portal.unchecked('Deals', dealId, change);
      const page = await open(hash);
      expect(String(page.body).match(/<h1[^>]*>([^<]*)</)?.[1]).toBe(says);
      const [, under = ''] = textOf(page).split(says);
      expect(under.trim()).toMatch(new RegExp(`^${why}`));
      expect(textOf(page)).not.toContain('it is uw offerte');
      if (state === 'incomplete') expect(textOf(page)).not.toContain('€');
      const main = String(page.body).split('<main')[1]?.split('</main')[0];
      expect(main).not.toMatch(/button-primary[^>]*>(?!Download als PDF)/);
      const hasReviews = state === 'incomplete' || state === 'closed';
      expect(textOf(page).includes('214 beoordelingen')).toBe(hasReviews);
    },
  );

  test.each([
    ['hid', { survey1_client_visible: false }],
    ['left incomplete', { survey1_battery_box_distance_m: '80' }],
    ['left without a calculation', { survey1_calc: null }],
  ])(
    'I3 a declined offer that sales ops %s has no "Toch verder", and its text does not offer "alsnog akkoord"',
    async (_, closed) => {
      const { hash, dealId: id, deal, post } = portal.as('bram');
      await post(`${deal}/decline`, {});
      const reconsider = /Afgewezen op \d+ \w+ 20\d\d – toch verder\? U kunt alsnog akkoord gaan.* Toch verder/;
      expect(textOf(await open(hash))).toMatch(reconsider);
      await portal.salesOps('Deals', id, closed);
      const page = textOf(await open(hash));
      expect(page).toMatch(/Heeft u zich bedacht\?.*Deze offerte staat nu niet open/);
      expect(page).not.toMatch(/Toch verder|U kunt alsnog akkoord gaan/);
    },
  );

  test('I3 an order without a calculation is still an order, and names no amount', async () => {
    const { hash, dealIds } = portal.as('eva');
    await portal.salesOps('Deals', dealIds[0] ?? '', { survey1_calc: null });
    const page = textOf(await open(hash));
    expect(page).toContain('U bestelde Thuisbatterij Jansen .');
    expect(page).toContain('Overeenkomst herroepen');
    expect(page).not.toContain('€');
  });

  test('B6 a preview says that it is one', async () => {
    const { hash } = portal.as('bram');
    expect(textOf(await open(hash, '/', '&preview=1'))).toContain('Voorbeeld');
    expect(textOf(await open(hash))).not.toContain('Voorbeeld ');
  });

  test('opening a link costs one CRM call, the quote included', async () => {
    for (const name of ['bram', 'carla', 'fatima', 'karel']) {
      expect(await portal.crmCallsOf(() => open(portal.as(name).hash))).toHaveLength(1);
    }
  });

  test('I2 opening a link finishes an unfinished order, as any read of the deal does', async () => {
    const { hash, dealId: id } = portal.as('bram');
    await portal.fault({ match: 'POST .*/(Notes|files)', kind: 'status', status: 503 });
    await pdfDesk(portal).sign('bram', 'Bram');
    await portal.noFaults();
    // The process with the order's lease ended long ago.
    const evidence = await pdfDesk(portal).evidenceOf('bram');
    evidence.copy.heldUntil = '2026-01-01T00:00:00.000Z';
    await portal.salesOps('Deals', id, { portal_signature_evidence: JSON.stringify(evidence) });
    await open(hash);
    await portal.delivered();
    expect(await portal.related('Deals', id, 'Notes', 'Note_Title')).toHaveLength(1);
    expect(await portal.related('Deals', id, 'Attachments', 'File_Name')).toHaveLength(1);
  });
});

describe('B2 a wrong link', () => {
  test('an unknown and a malformed link give the same page, with "Error" and the ways out; a malformed one costs no CRM call', async () => {
    const pageOf = async (hash: string) => {
      const answer = await open(hash);
      expect(textOf(answer)).toMatch(/Deze link kennen wij niet.* Error/);
      expect(viewOf(answer).data.refused).toMatchObject({ error: 'unknown_link', result: false });
      const { requestId = '' } = viewOf(answer).data.refused ?? {};
      return String(answer.body).replaceAll(requestId, '').replaceAll(requestId.slice(0, 8), '');
    };
    const unknown = await pageOf(UNKNOWN);
    const calls = await portal.crmCallsOf(async () => {
      for (const hash of ['kort', UNKNOWN.replace('-', "'"), 'x'.repeat(200)]) expect(await pageOf(hash)).toBe(unknown);
    });
    expect(calls).toEqual([]);
  });

  test('guesses through the page and through verify share one limit', async () => {
    const strict = await ownPortal({ UNKNOWN_LINKS_PER_MINUTE: '4', FIRST_VIEW_WAIT_MS: '10000' });
    const { hash } = strict.as('anna');
    await strict.call('GET', `/?survey_hash=${hash}`);
    for (const n of [1, 2]) await strict.call('GET', `/?survey_hash=guess-000000000000000000-${n}`);
    const guess = 'guess-000000000000000000-3';
    const calls = await strict.crmCallsOf(async () => {
      const page = await strict.call('GET', `/?survey_hash=${guess}`);
      expect(textOf(page)).toContain(LOADER);
      expect((await strict.call('GET', '/api/contacts/verify', { hash: guess })).status).toBe(429);
    });
    expect(calls).toEqual([]);
    expect(textOf(await strict.call('GET', `/?survey_hash=${hash}`))).toContain('Welkom, Anna.');
  });
});

describe('B3 nobody sees data of another customer', () => {
  test('another customer’s deal is not rendered at its address', async () => {
    const answer = await open(portal.as('anna').hash, `/deals/${portal.as('bram').dealId}/`);
    expect(textOf(answer)).toContain(LOADER);
    expect(String(answer.body)).not.toMatch(/Bram|Kastanjelaan/);
  });

  test('pages that are rendered at the same time hold their own visitor only', async () => {
    const names = ['anna', 'bram', 'carla', 'daan', 'gerrit', 'hanna', 'karel'];
    const pages = await Promise.all(names.map((name) => open(portal.as(name).hash)));
    const people = await Promise.all(names.map((name) => portal.record('Contacts', portal.as(name).contactId)));
    for (const [index, { body }] of pages.entries()) {
      const named = people.map(({ Email }) => String(body).includes(`"${Email}"`));
      expect(named).toEqual(names.map((_, other) => other === index));
    }
  });
});

describe('§2.2 when the CRM is too slow', () => {
  let hurried: Portal;
  beforeAll(async () => {
    hurried = await startPortal();
    return () => hurried.close();
  });
  afterEach(() => hurried.reset());

  test('shows the loader, and the browser gets the result of the read that the page started: one CRM call in all', async () => {
    const bram = hurried.as('bram');
    await hurried.fault({ match: '/coql', kind: 'latency', ms: 900 });
    const calls = await hurried.crmCallsOf(async () => {
      const answer = await hurried.call('GET', `/?survey_hash=${bram.hash}`);
      expect(textOf(answer)).toContain(LOADER);
      expect(viewOf(answer).data.contact).toBeUndefined();
      // The CRM has answered before the browser's request comes.
      await expect.poll(hurried.requests).toMatchObject([{ status: 200 }]);
      const { contact } = (await bram.post('/api/contacts/verify', {})).body as unknown as Verified;
      expect(contact.Full_Name).toContain('Bram');
    });
    expect(calls).toHaveLength(1);
    // Only once: the next request goes to the CRM.
    expect(await hurried.crmCallsOf(() => bram.post('/api/contacts/verify', {}))).toHaveLength(1);
  });

  test.each([
    ['is down', { kind: 'status', status: 503 }],
    ['hangs', { kind: 'hang' }],
    ['talks nonsense', { kind: 'html' }],
  ])('shows the loader when the CRM %s, and makes no further calls', async (_, fault) => {
    await hurried.fault({ match: '/coql', ...fault });
    const answer = await hurried.call('GET', `/?survey_hash=${hurried.as('karel').hash}`);
    expect(answer.status).toBe(200);
    expect(textOf(answer)).toContain(LOADER);
    expect(Object.keys(viewOf(answer).data)).toEqual(['site']);
  });
});
