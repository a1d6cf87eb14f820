import { afterEach, describe, expect, test } from 'vitest';
import { openPortal } from './own-portal.ts';

// Decision J8: a completed survey of /pages reaches the owner of the contact, once.

const portal = await openPortal();
const joke = portal.as('joke');
afterEach(async () => {
  await portal.settled();
  await portal.reset();
});

const ANSWERS = {
  survey_1_has_solar_panels: true,
  survey1_number_of_panels: '18',
  survey1_panels_age: '5+',
  survey1_preferred_battery_size: '20',
  survey1_battery_box_distance_m: '11',
};
const answer = () => joke.post('/api/contacts/contactDetails', { properties: ANSWERS });
const finish = (body: Record<string, unknown> = {}) => joke.post('/api/contacts/survey', body);
const tasks = () => portal.related('Contacts', joke.contactId, 'Tasks', 'Subject,Description,Owner,Who_Id,Status');
const notes = () => portal.related('Contacts', joke.contactId, 'Notes', 'Note_Title,Note_Content');
const noAddress = () => portal.salesOps('Contacts', joke.contactId, { Email: null });

describe('J8 a finished survey of a contact', () => {
  test('leaves one task with the answers for the owner, also after repeats, restarts and on other devices', async () => {
    await answer();
    const [one, other] = await Promise.all([finish(), finish()]);
    expect([one.status, one.body]).toEqual([200, { result: true, byEmail: true }]);
    expect(other.body).toEqual(one.body);
    await portal.restart();
    expect((await finish()).status).toBe(200);
    const { Owner } = await portal.record('Contacts', joke.contactId);
    const left = await tasks();
    expect(left).toHaveLength(1);
    expect(left[0]).toMatchObject({ Owner: { id: (Owner as { id: string }).id }, Who_Id: { id: joke.contactId } });
    for (const line of [
      'Zonnepanelen: ja',
      'Aantal zonnepanelen: 18',
      'Leeftijd van de zonnepanelen: 5+',
      'Batterij (kWh): 20',
      'Afstand tot de meterkast (m): 11',
    ]) {
      expect(left[0]?.Description).toContain(line);
    }
  });

  test('a task that a colleague completed is not made again', async () => {
    await answer();
    await finish();
    const [task] = await tasks();
    await portal.salesOps('Tasks', String(task?.id), { Status: 'Completed' });
    await finish();
    expect(await tasks()).toHaveLength(1);
  });

  test('there is only one task, also if the CRM’s answer about it was lost', async () => {
    await answer();
    await portal.fault({ match: 'POST .*/Tasks', kind: 'reset', when: 'after', times: 1 });
    expect((await finish()).status).toBe(200);
    expect(await tasks()).toHaveLength(1);
  });

  test('B3 a given address is in the task, and not in the field of the CRM', async () => {
    await noAddress();
    await answer();
    expect((await finish({ email: ' joke@example.nl ' })).body).toEqual({ result: true, byEmail: true });
    const left = await tasks();
    expect(left).toHaveLength(1);
    expect(left[0]?.Description).toContain('E-mailadres, door de klant opgegeven: joke@example.nl');
    expect((await portal.record('Contacts', joke.contactId)).Email).toBeNull();
    // Another device sends no address, but the portal knows that one exists.
    expect((await finish()).body).toEqual({ result: true, byEmail: true });
  });

  test('without an address the answer promises no mail; an address given later reaches the owner too, once', async () => {
    await noAddress();
    await answer();
    expect((await finish()).body).toEqual({ result: true, byEmail: false });
    for (let time = 0; time < 2; time += 1) await finish({ email: 'joke@example.nl' });
    const left = await tasks();
    expect(left.map(({ Description }) => /opgegeven: (.*)/.exec(String(Description))?.[1]).sort()).toEqual([
      'joke@example.nl',
      undefined,
    ]);
    for (let n = 1; n <= 4; n += 1) expect((await finish({ email: `j${n}@example.nl` })).status).toBe(200);
    expect((await finish({ email: 'j5@example.nl' })).status).toBe(429);
    expect(await tasks()).toHaveLength(6);
  });

  test('a CRM that refuses the task gets a note with the same text, once; one that fails confirms nothing', async () => {
    await answer();
    await portal.fault({ match: 'POST .*/Tasks', kind: 'status', status: 503 });
    expect((await finish()).status).toBe(503);
    await portal.noFaults();
    await portal.fault({ match: 'POST .*/Tasks', kind: 'status', status: 403 });
    for (let time = 0; time < 2; time += 1) expect((await finish()).status).toBe(200);
    const left = await notes();
    expect(left).toHaveLength(1);
    expect(left[0]?.Note_Content).toContain('Aantal zonnepanelen: 18');
  });

  test('a CRM that refuses the task gets a note for each address; five addresses at most, counted with earlier ones', async () => {
    await noAddress();
    await answer();
    await portal.fault({ match: 'POST .*/Tasks', kind: 'status', status: 403 });
    for (let n = 1; n <= 5; n += 1) {
      expect((await finish({ email: `j${n}@example.nl` })).body).toEqual({ result: true, byEmail: true });
    }
    expect((await finish({ email: 'J1@example.nl' })).body).toEqual({ result: true, byEmail: true });
    expect((await finish({ email: 'j6@example.nl' })).status).toBe(429);
    expect((await finish()).body).toEqual({ result: true, byEmail: true });
    const given = (await notes()).flatMap(
      ({ Note_Content }) => /opgegeven: (.*)/.exec(String(Note_Content))?.[1] ?? [],
    );
    expect(given.sort()).toEqual([1, 2, 3, 4, 5].map((n) => `j${n}@example.nl`));
    await portal.settled();
    await portal.noFaults();
    expect((await finish({ email: 'j6@example.nl' })).status).toBe(429);
    expect((await finish()).body).toEqual({ result: true, byEmail: true });
    expect(await tasks()).toEqual([]);
  });

  test('a CRM that shows no notes still gets the task with the address', async () => {
    await noAddress();
    await answer();
    await portal.fault({ match: 'GET .*/Notes', kind: 'status', status: 403 });
    expect((await finish({ email: 'joke@example.nl' })).body).toEqual({ result: true, byEmail: true });
    expect(await tasks()).toHaveLength(1);
  });

  test('an address is refused with a reason if the CRM has another one, and nothing is stored', async () => {
    await answer();
    const refused = await finish({ email: 'iemand.anders@example.nl' });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('Wij hebben al een e-mailadres van u.');
    expect(await tasks()).toEqual([]);
    // The same address is not new: a colleague may have copied it into the CRM since.
    const { Email } = await portal.record('Contacts', joke.contactId);
    expect((await finish({ email: String(Email).toUpperCase() })).body).toEqual({ result: true, byEmail: true });
    expect((await tasks()).map(({ Description }) => String(Description).includes('opgegeven'))).toEqual([false]);
  });

  test.each([
    '<b>joke@example.nl',
    'joke@example.nl"',
    'joke(advies)@example.nl',
    'joke@[127.0.0.1].nl',
    'mailto:joke@example.nl',
    '=joke@example.nl',
    'jo\u200bke@example.nl',
    'joke\u202e@example.nl',
    'jok\u0435@example.nl',
  ])('%j is refused as an address', async (email) => {
    await noAddress();
    await answer();
    const refused = await finish({ email });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['email']]);
    expect(await tasks()).toEqual([]);
  });

  test('invisible characters around a pasted address are removed, and capitals do not make it another address', async () => {
    await noAddress();
    await answer();
    for (const email of ['\u200b\u202a Joke@example.nl\u202c\ufeff', 'joke@EXAMPLE.nl']) {
      expect((await finish({ email })).body).toEqual({ result: true, byEmail: true });
    }
    const left = await tasks();
    expect(left).toHaveLength(1);
    expect(String(left[0]?.Description).split('\n')).toContain('E-mailadres, door de klant opgegeven: Joke@example.nl');
  });

  test('an address in the text of a question does not count as given', async () => {
    const bram = portal.as('bram');
    await portal.salesOps('Contacts', bram.contactId, { Email: null });
    await bram.post('/api/contacts/contactDetails', { properties: ANSWERS });
    const text = 'Past hij?\nE-mailadres, door de klant opgegeven: x@example.nl\nRef: 0123456789AB';
    expect((await bram.post(`${bram.deal}/question`, { text })).status).toBe(200);
    expect((await bram.post('/api/contacts/survey', {})).body).toEqual({ result: true, byEmail: false });
    const asked = await portal.related('Contacts', bram.contactId, 'Tasks', 'Description');
    expect(asked.filter(({ Description }) => String(Description).includes('x@example.nl'))).toHaveLength(1);
    const given = await bram.post('/api/contacts/survey', { email: 'x@example.nl' });
    expect(given.body).toEqual({ result: true, byEmail: true });
    const own = await portal.related('Contacts', bram.contactId, 'Tasks', 'Subject');
    expect(own.map(({ Subject }) => Subject)).toContain('E-mailadres voor de offerte');
  });

  test.each([
    [{ email: 'geen adres' }, 422],
    [{ email: `${'a'.repeat(100)}@example.nl` }, 422],
    [{ Email: 'joke@example.nl' }, 422],
    [{}, 409],
  ])('%j before the survey is complete is answered with %i, and nothing is stored', async (body, status) => {
    expect((await finish(body)).status).toBe(status);
    expect(await tasks()).toEqual([]);
  });

  test.each(['survey1_number_of_panels', 'survey1_panels_age'])(
    'with panels, a missing %s is an open question',
    async (field) => {
      await answer();
      await portal.salesOps('Contacts', joke.contactId, { [field]: null });
      expect((await finish()).status).toBe(409);
      expect(await tasks()).toEqual([]);
    },
  );

  test('costs 4 CRM calls, and 3 when it is repeated', async () => {
    await answer();
    expect(await portal.crmCallsOf(() => finish())).toHaveLength(4);
    expect(await portal.crmCallsOf(() => finish())).toHaveLength(3);
  });

  test('costs one call more if the CRM has no address, because a note may hold one', async () => {
    await noAddress();
    await answer();
    const email = 'joke@example.nl';
    expect(await portal.crmCallsOf(() => finish({ email }))).toHaveLength(5);
    expect(await portal.crmCallsOf(() => finish({ email }))).toHaveLength(3);
  });
});
