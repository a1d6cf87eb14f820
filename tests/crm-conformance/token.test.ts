import { expect } from 'vitest';
import { sandboxUnderTest, TOKEN_QUERY } from '../crm-sandbox/sandbox-under-test.ts';
import { reads, sandboxOnly } from './crm-under-test.ts';

const FORM = { grant_type: 'refresh_token', client_id: '1000.A', client_secret: 's', refresh_token: '1000.other' };

sandboxOnly('crm-api §1.1 a refresh is taken as query, as urlencoded form and as multipart', async () => {
  const { raw } = await sandboxUnderTest();
  const multipart = new FormData();
  for (const [name, value] of Object.entries(FORM)) multipart.set(name, value);

  const replies = [
    await raw('POST', `/oauth/v2/token?${new URLSearchParams(FORM)}`),
    await raw('POST', '/oauth/v2/token', new URLSearchParams(FORM).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    await raw('POST', '/oauth/v2/token', multipart),
  ];

  for (const { status, json } of replies) {
    expect(status).toBe(200);
    expect(json.access_token).toMatch(/^1000\.[0-9a-f]+\.[0-9a-f]+$/);
  }
});

reads('crm-api §1.2 a refresh answers type, life, scopes and address of the API', async ({ crm: { url, grant } }) => {
  const answer = await grant();
  expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3600, api_domain: url });
  expect(answer).not.toHaveProperty('refresh_token');
  if (answer.scope !== undefined) expect(answer.scope).toMatch(/^Zoho\w+(\.\w+)+([ ,]Zoho\w+(\.\w+)+)*$/);
});

sandboxOnly.each([
  ['client_id', 'invalid_client'],
  ['client_secret', 'invalid_client_secret'],
  ['refresh_token', 'invalid_code'],
  ['grant_type', 'invalid_grant_type'],
])('crm-api §1.3 an empty %s is refused with status 200 and error %s', async (name, error) => {
  const { raw } = await sandboxUnderTest();
  const { status, json } = await raw('POST', `/oauth/v2/token?${new URLSearchParams({ ...FORM, [name]: '' })}`);
  expect(status).toBe(200);
  expect(json).toEqual({ error });
});

sandboxOnly('crm-api §1.3 the eleventh token in ten minutes is 400 Access Denied; later there are more', async () => {
  const { raw, clock } = await sandboxUnderTest();
  // The sandbox under test has issued one already.
  for (let n = 2; n <= 10; n += 1) expect((await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`)).status).toBe(200);

  const { status, json } = await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`);
  expect(status).toBe(400);
  expect(json).toMatchObject({ error: 'Access Denied', status: 'failure' });

  clock.advance(600_001);
  expect((await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`)).json.access_token).toBeTypeOf('string');
});

sandboxOnly('crm-api §1.3 the sixteenth live token ends the oldest', async () => {
  const { raw, crm, clock } = await sandboxUnderTest();
  for (let n = 2; n <= 15; n += 1) {
    clock.advance(70_000);
    await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`);
  }
  expect((await crm('GET', '/users')).status).toBe(200);
  await raw('POST', `/oauth/v2/token${TOKEN_QUERY}`);
  expect((await crm('GET', '/users')).json.code).toBe('INVALID_TOKEN');
});

sandboxOnly('crm-api §1.3 a token ends after an hour', async () => {
  const { crm, clock } = await sandboxUnderTest();
  clock.advance(3_599_000);
  expect((await crm('GET', '/users')).status).toBe(200);
  clock.advance(1_001);
  expect((await crm('GET', '/users')).status).toBe(401);
});

sandboxOnly('crm-api §1.1 a revoked token is refused', async () => {
  const { raw, crm, token } = await sandboxUnderTest();
  await raw('POST', `/oauth/v2/token/revoke?token=${token}`);
  expect((await crm('GET', '/users')).json.code).toBe('INVALID_TOKEN');
});
