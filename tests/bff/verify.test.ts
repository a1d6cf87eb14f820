import { describe, expect, test } from 'vitest';
import { openFreshPortal } from './own-portal.ts';

const portal = await openFreshPortal();

describe('§7.2 verify', () => {
  test.each([
    ['GET', 'fatima', 'Fatima'],
    ['POST', 'fatima', 'Fatima'],
    // §2.4: without deals.
    ['GET', 'joke', 'Joke'],
  ])('%s by %s answers result true, the contact and the deals', async (method, name, firstName) => {
    const person = portal.as(name);
    // With a body, and a slow CRM: the answer must not depend on either.
    await portal.fault({ match: '/coql', kind: 'latency', ms: 50 });
    const options = { hash: person.hash, ...(method === 'POST' && { body: {} }) };
    const { status, body } = await portal.call(method, '/api/contacts/verify', options);
    expect(status).toBe(200);
    expect(body.result).toBe(true);
    const contact = body.contact as { id: string; Full_Name: string; deals: { id: string; Deal_Name: string }[] };
    expect(contact.id).toBe(person.contactId);
    expect(contact.Full_Name).toContain(firstName);
    expect(contact.deals.map(({ id }) => id).sort()).toEqual([...person.dealIds].sort());
  });

  test('B1 no answer contains the hash or the link', async () => {
    const bram = portal.as('bram');
    const answers = await Promise.all([
      bram.get('/api/contacts/verify'),
      bram.get(bram.deal),
      bram.post('/api/contacts/contactDetails', { properties: { Phone: '0600000099' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(JSON.stringify(answers)).not.toContain(bram.hash);
  });
});

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

describe('B2 an unknown link', () => {
  const UNKNOWN = 'sandbox-nobody-0000000000000000';
  const MALFORMED = [
    '',
    'kort',
    `${UNKNOWN}!`,
    "sandbox-'or'1'='1-0000000000",
    'sandbox-anna-000000000000000%00',
    'x'.repeat(200),
  ];

  test('a malformed hash costs no CRM call', async () => {
    const calls = await portal.crmCallsOf(() =>
      Promise.all(MALFORMED.map((hash) => portal.call('GET', '/api/contacts/verify', { hash }))),
    );
    expect(calls).toEqual([]);
  });

  test('a malformed hash is refused no sooner than an unknown one of a slow CRM', async () => {
    await portal.fault({ match: '/coql', kind: 'latency', ms: 150 });
    await portal.call('GET', '/api/contacts/verify', { hash: 'unknown-and-slow-0000000000' });
    // An unknown link needs a look-up of 150 ms and a margin. The malformed link needs none, but waits as long.
    expect(await msOf(() => portal.call('GET', '/api/contacts/verify', { hash: 'malformed' }))).toBeGreaterThan(175);
  });

  test('after a look-up that took seconds, a malformed hash does not wait as long', async () => {
    await portal.fault({ match: '/coql', kind: 'latency', ms: 2_500, times: 2 });
    await portal.call('GET', '/api/contacts/verify', { hash: 'unknown-and-hung-0000000000' });
    expect(await msOf(() => portal.call('GET', '/api/contacts/verify', { hash: 'malformed' }))).toBeLessThan(2_000);
  });
});

const PRESS = { 'idempotency-key': 'one-press-of-anna' };

describe('§7.2 contact details', () => {
  test.each([
    ['{properties}', { properties: { Phone: '06 00 00 00 42', Mailing_City: "'s-Gravenhage" } }],
    [
      '[{name, value}]',
      [
        { name: 'Phone', value: '06 00 00 00 42' },
        { name: 'Mailing_City', value: "'s-Gravenhage" },
      ],
    ],
  ])('%s is saved, field by field', async (_, body) => {
    const anna = portal.as('anna');
    const before = await portal.record('Contacts', anna.contactId);
    const answer = await anna.post('/api/contacts/contactDetails', body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ result: true, saved: ['Phone', 'Mailing_City'] });
    const after = await portal.record('Contacts', anna.contactId);
    expect(after).toMatchObject({ Phone: '06 00 00 00 42', Mailing_City: "'s-Gravenhage", Email: before.Email });
  });

  test('I12 a permission to call gets the server’s date and one note with its words; "no" takes it back, and the customer sees both', async () => {
    const anna = portal.as('anna');
    const save = (given: boolean) =>
      anna.post('/api/contacts/contactDetails', { properties: { portal_call_permission: given } }, PRESS);
    const permission = async () => (await portal.record('Contacts', anna.contactId)).portal_call_permission_at;
    expect(await permission()).toBeNull();
    const before = Date.now() - 1_000;
    await save(true);
    expect((await save(true)).body).toEqual({ result: true, saved: ['portal_call_permission'] });
    expect(Date.parse(String(await permission()))).toBeGreaterThanOrEqual(before);
    const notes = await portal.related('Contacts', anna.contactId, 'Notes', 'Note_Title,Note_Content');
    const given = notes.filter(({ Note_Title }) => Note_Title === 'Toestemming om te bellen');
    expect(given).toHaveLength(1);
    expect(given[0]?.Note_Content).toContain('"Ja, Gaikan mag mij bellen over mijn aanvraag"');
    const seen = async () => (await anna.get('/api/contacts/permission')).body.portal_call_permission_at;
    expect(await seen()).toEqual(expect.any(String));
    await save(false);
    expect([await permission(), await seen()]).toEqual([null, null]);
    expect(await portal.crmCallsOf(seen)).toHaveLength(1);
  });

  test('I12 a permission is refused after ten times in ten minutes, and nothing is written', async () => {
    const eva = portal.as('eva');
    const save = (n: number) =>
      eva.post('/api/contacts/contactDetails', {
        properties: { portal_call_permission: true, Mailing_City: `Plaats ${n}` },
      });
    for (let n = 1; n <= 10; n += 1) expect((await save(n)).status).toBe(200);
    expect((await save(11)).status).toBe(429);
    expect((await portal.record('Contacts', eva.contactId)).Mailing_City).toBe('Plaats 10');
    expect(await portal.related('Contacts', eva.contactId, 'Notes', 'Note_Title')).toHaveLength(10);
  });

  test('a value that does not fit is 422, the answer names its field, and no CRM call is made', async () => {
    const anna = portal.as('anna');
    for (const properties of [{ Phone: 'x'.repeat(31) }, { survey1_number_of_panels: '0' }, { Last_Name: '' }]) {
      const calls = await portal.crmCallsOf(async () => {
        const { status, body } = await anna.post('/api/contacts/contactDetails', { properties });
        expect(status).toBe(422);
        expect(body.error).toBe('field_invalid');
        expect(Object.keys(body.fields as object)).toEqual(Object.keys(properties));
      });
      expect(calls).toEqual([]);
    }
  });

  test.each(['', ' ', 'V', '. 1', 'V\u200b'])(
    'J6 a last name of "%s" is refused with what is asked',
    async (Last_Name) => {
      const { status, body } = await portal
        .as('anna')
        .post('/api/contacts/contactDetails', { properties: { Last_Name } });
      expect([status, body.fields]).toEqual([422, { Last_Name: 'Vul een naam in van minstens twee letters.' }]);
    },
  );
});

describe('B4 asking for the link by mail', () => {
  const SENTENCE =
    'Als dit adres bij ons bekend is, ontvangt u binnen enkele minuten een e-mail met uw persoonlijke link.';

  test('known or unknown: 202 and the same sentence; only the known address gets its link', async () => {
    const anna = portal.as('anna');
    const { Email } = await portal.record('Contacts', anna.contactId);
    for (const email of ['niemand@example.nl', ` ${Email} `]) {
      const { status, body } = await portal.call('POST', '/api/contacts/link', { body: { email } });
      expect({ status, body }).toEqual({ status: 202, body: { message: SENTENCE } });
    }
    await portal.settled();
    const [mail, ...more] = await portal.outbox();
    expect(more).toEqual([]);
    expect(mail?.to[0]?.email).toBe(Email);
    expect(mail?.content).toContain(`http://portal.test/?survey_hash=${anna.hash}`);
  });

  test('a first name that looks like an address is no link in the mail', async () => {
    const { contactId } = portal.as('carla');
    const { Email } = await portal.record('Contacts', contactId);
    await portal.salesOps('Contacts', contactId, { First_Name: 'Log in op kwaad.example' });
    await portal.call('POST', '/api/contacts/link', { body: { email: Email } });
    await portal.settled();
    const mails = await portal.outbox();
    const mail = mails.find(({ to }) => to[0]?.email === Email);
    expect(mail?.content).toContain('Beste klant,');
    expect(mail?.content).not.toContain('kwaad.example');
  });

  test('a missing or invalid address is refused without a CRM call', async () => {
    const calls = await portal.crmCallsOf(async () => {
      for (const body of [{ email: 'geen adres' }, { email: 1 }, {}, { email: "a' or 'x'='x@example.nl" }]) {
        expect((await portal.call('POST', '/api/contacts/link', { body })).status).toBe(422);
      }
    });
    expect(calls).toEqual([]);
  });
});
