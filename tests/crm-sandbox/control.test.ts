import { expect, test } from 'vitest';
import { DEFAULT_BEHAVIOURS } from '../../fixtures/crm-sandbox/behaviours.ts';
import { startSandbox } from '../../fixtures/crm-sandbox/server.ts';
import { sandboxUnderTest, TOKEN_QUERY } from './sandbox-under-test.ts';

test('/sandbox/requests lists calls to /crm and /oauth only, with the bodies of writes', async () => {
  const { crm, control, raw, dealOf } = await sandboxUnderTest();
  const id = await dealOf('bram');
  await control('DELETE', '/requests');
  const body = { data: [{ Stage: 'Viewed' }] };
  await crm('PUT', `/Deals/${id}`, body);
  await raw('POST', '/oauth/v2/token?client_secret=geheim');
  await raw('GET', `/crm/org1/tab/Potentials/${id}`);

  const { json, text } = await control('GET', '/requests');
  expect(json).toEqual([
    {
      at: '2026-11-02T09:00:00.400Z',
      method: 'PUT',
      path: `/crm/v8/Deals/${id}`,
      query: '',
      status: 200,
      ms: expect.any(Number),
      credits: 1,
      body,
    },
    expect.objectContaining({ method: 'POST', path: '/oauth/v2/token', status: 200 }),
  ]);
  expect(text).not.toContain('geheim');
  expect((await control('DELETE', '/requests')).status).toBe(204);
  expect((await control('GET', '/requests')).json).toEqual([]);
});

test('/sandbox/journal lists every commit and its author, also of a write whose sender got no answer', async () => {
  const { crm, control, dealOf } = await sandboxUnderTest();
  const id = await dealOf('bram');
  expect((await control('GET', '/journal')).json).toEqual([]);
  await control('POST', '/faults', { kind: 'reset', when: 'after', times: 1 });
  await crm('PUT', `/Deals/${id}`, { data: [{ Next_Step: 'bellen' }] }).catch(() => undefined);
  await control('PATCH', `/records/Deals/${id}`, { Next_Step: 'gebeld' });
  const at = Date.parse('2026-11-02T09:00:00.400Z');
  const line = { at, did: 'change', module: 'Deals', id };
  expect((await control('GET', '/journal')).json).toEqual([
    { ...line, by: 'api', values: { Next_Step: 'bellen' } },
    { ...line, by: 'sales-ops', values: { Next_Step: 'gebeld' } },
  ]);
});

test('PATCH /sandbox/records is an edit with a later Modified_Time and the rules of the API', async () => {
  const { control, dealOf } = await sandboxUnderTest();
  const id = await dealOf('bram');
  const times: string[] = [];
  for (const Amount of [1, 2, 3])
    times.push((await control('PATCH', `/records/Deals/${id}`, { Amount })).json.Modified_Time);
  expect(new Set(times).size).toBe(3);
  expect(times).toEqual([...times].sort());

  const wrong = await control('PATCH', `/records/Deals/${id}`, { Amount: 'veel' });
  expect(wrong).toMatchObject({ status: 400, json: { data: [{ code: 'INVALID_DATA' }] } });
  const forced = await control('PATCH', `/records/Deals/${id}?unchecked`, { Amount: '1.250,00', Stage: 'Onbekend' });
  expect(forced.json).toMatchObject({ Amount: '1.250,00', Stage: 'Onbekend' });
  expect((await control('PATCH', '/records/Deals/1', {})).status).toBe(404);
});

test('/sandbox/reset brings back the fresh state under the same ids, and tokens stay', async () => {
  const { crm, control } = await sandboxUnderTest();
  const before = (await control('GET', '/people')).json;
  const id = before[1].dealIds[0];
  await crm('PUT', `/Deals/${id}`, { data: [{ Stage: 'Closed Lost' }] });
  await crm('POST', `/Deals/${id}/Notes`, { data: [{ Note_Title: 'weg' }] });
  await control('POST', '/faults', { kind: 'status', match: 'nothing' });
  expect((await control('POST', '/reset')).status).toBe(204);

  expect((await control('GET', '/people')).json).toEqual(before);
  expect((await control('GET', '/faults')).json).toEqual([]);
  expect((await control('GET', '/requests')).json).toEqual([]);
  const deal = await crm('GET', `/Deals/${id}`);
  expect(deal.json.data[0].Stage).toBe('Available For Customer');
  expect((await crm('GET', `/Deals/${id}/Notes?fields=id`)).status).toBe(204);
});

test('two sandboxes in one process are independent', async () => {
  const first = await sandboxUnderTest();
  const second = await sandboxUnderTest();
  const id = await first.dealOf('bram');
  await first.crm('PUT', `/Deals/${id}`, { data: [{ Stage: 'Viewed' }] });
  expect((await second.control('GET', `/records/Deals/${id}`)).json.Stage).toBe('Available For Customer');
});

test('send_mail lands in the outbox; a mail without an addressee is refused', async () => {
  const { crm, control, person } = await sandboxUnderTest();
  const { contactId } = await person('bram');
  const mail = {
    from: { user_name: 'Gaikan', email: 'info@gaikan.example' },
    to: [{ user_name: 'Bram', email: 'bram@example.nl' }],
    subject: 'Uw persoonlijke link',
    content: '<p>Hier</p>',
    mail_format: 'html',
  };
  const sent = await crm('POST', `/Contacts/${contactId}/actions/send_mail`, { data: [mail] });
  expect(sent).toMatchObject({ status: 200, json: { data: [{ code: 'SUCCESS', status: 'success' }] } });
  expect((await control('GET', '/outbox')).json).toEqual([
    {
      id: expect.any(String),
      at: expect.any(String),
      module: 'Contacts',
      recordId: contactId,
      ...mail,
      attachments: [],
    },
  ]);
  const refused = await crm('POST', `/Contacts/${contactId}/actions/send_mail`, { data: [{ ...mail, to: [] }] });
  expect(refused.json.data[0]).toMatchObject({ code: 'INVALID_DATA', details: { api_name: 'to' } });
});

test('a sandbox with 5,000 generated leads is the same at each start', async () => {
  const { coql } = await sandboxUnderTest({ contacts: 5_000 });
  expect((await coql('select COUNT(id) as number from Contacts where id is not null')).json.data).toEqual([
    { number: 5_012 },
  ]);
  const query =
    "select id, Full_Name, survey1_hash from Contacts where survey1_hash = 'sandbox-lead-004999-000000000000'";
  const again = await sandboxUnderTest({ contacts: 5_000 });
  expect((await again.coql(query)).json).toEqual((await coql(query)).json);
});

test('/sandbox/at-once counts the calls that run at the same moment, also refused ones', async () => {
  const { crm, control } = await sandboxUnderTest({ concurrency: 2 });
  await control('POST', '/faults', { kind: 'latency', ms: 60, times: 2 });
  await Promise.all(Array.from({ length: 3 }, () => crm('GET', '/users')));
  expect((await control('GET', '/at-once')).json).toEqual({ now: 0, most: 3 });
  await control('DELETE', '/at-once');
  expect((await control('GET', '/at-once')).json).toEqual({ now: 0, most: 0 });
});

test('the sandbox can be started so that it grants more tokens', async () => {
  const { raw } = await sandboxUnderTest({ tokenGrants: 30 });
  for (let n = 2; n <= 30; n += 1) expect((await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`)).status).toBe(200);
  expect((await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`)).status).toBe(400);
});

test('closing ends hanging calls', async () => {
  const sandbox = await startSandbox({ port: 0 });
  await fetch(`${sandbox.url}/sandbox/faults`, { method: 'POST', body: '{"kind":"hang"}' });
  const hanging = fetch(`${sandbox.url}/crm/v8/org`).catch(() => 'ended');
  await fetch(`${sandbox.url}/sandbox/faults`);
  await sandbox.close();
  expect(await hanging).toBe('ended');
});

test('a strict sandbox accepts only its own credentials', async () => {
  const { raw } = await sandboxUnderTest({ strict: true });
  const own = 'client_id=1000.SANDBOX&client_secret=sandbox-secret&grant_type=refresh_token';
  expect((await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`)).json).toEqual({ error: 'invalid_client' });
  expect((await raw('POST', `/oauth/v2/token?${own}&refresh_token=1000.x`)).json).toEqual({ error: 'invalid_code' });
  const { json } = await raw('POST', `/oauth/v2/token?${own}&refresh_token=1000.sandbox.refresh`);
  expect(json.access_token).toBeTypeOf('string');
});

test('latency delays every call', async () => {
  const { crm } = await sandboxUnderTest({ latencyMs: 25 });
  const start = performance.now();
  await crm('GET', '/users');
  expect(performance.now() - start).toBeGreaterThanOrEqual(24);
});

test('a behaviour is switched by its name; a request with an unknown name or value is refused whole; a reset restores all behaviours', async () => {
  const { control, coql } = await sandboxUnderTest();
  const defaults = (await control('GET', '/behaviours')).json;
  expect(defaults).toEqual(DEFAULT_BEHAVIOURS);
  for (const wrong of [{ tagInCoql: false, noSuch: true }, { tagInCoql: 'false' }]) {
    expect((await control('PATCH', '/behaviours', wrong)).status).toBe(400);
    expect((await control('GET', '/behaviours')).json).toEqual(defaults);
  }
  const tagged = 'select id, Tag from Contacts where id is not null limit 1';
  expect((await coql(tagged)).status).toBe(200);
  const changed = await control('PATCH', '/behaviours', { tagInCoql: false });
  expect(changed.json).toEqual({ ...defaults, tagInCoql: false });
  expect(await coql(tagged)).toMatchObject({ status: 400, json: { code: 'INVALID_QUERY' } });
  await control('POST', '/reset');
  expect((await control('GET', '/behaviours')).json).toEqual(defaults);
});

test('a mail is sent only from a known sender, a hundred times a day, and not to a contact who opted out', async () => {
  const { crm, control, person } = await sandboxUnderTest();
  const { contactId } = await person('bram');
  const mail = { from: { email: 'info@gaikan.example' }, to: [{ email: 'bram@example.nl' }], subject: 'Link' };
  const send = async (change: object = {}) => {
    const data = [{ ...mail, ...change }];
    const { status, json } = await crm('POST', `/Contacts/${contactId}/actions/send_mail`, { data });
    return [status, json.data[0].code];
  };
  expect(await send({ from: { email: 'somebody@else.example' } })).toEqual([400, 'INVALID_DATA']);
  for (let sent = 0; sent < 100; sent += 1) expect(await send()).toEqual([200, 'SUCCESS']);
  expect(await send()).toEqual([400, 'LIMIT_EXCEEDED']);
  await control('POST', '/reset');
  await control('PATCH', `/records/Contacts/${contactId}`, { Email_Opt_Out: true });
  expect(await send()).toEqual([400, 'NOT_ALLOWED']);
});
