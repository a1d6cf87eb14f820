import { describe, expect, test } from 'vitest';
import { apiOrigin } from '../../crm-contract/http/token-grant.ts';
import { CONTACT_ID, connect } from './connect.ts';
import { grant, startFaultCrm } from './fault-crm.ts';

describe('security 17 crm-api §1.2 api_domain is followed to known hosts only', () => {
  test.each([
    ['https://www.zohoapis.eu', 'https://www.zohoapis.com', [], 'https://www.zohoapis.com'],
    ['https://www.zohoapis.eu', null, [], 'https://www.zohoapis.eu'],
    ['https://www.zohoapis.eu', 'https://evil.example', [], 'https://www.zohoapis.eu'],
    ['https://www.zohoapis.eu', 'https://www.zohoapis.eu.evil.example', [], 'https://www.zohoapis.eu'],
    ['https://www.zohoapis.eu', 'http://www.zohoapis.com', [], 'https://www.zohoapis.com'],
    ['https://www.zohoapis.eu', 'https://www.zohoapis.com:8443', [], 'https://www.zohoapis.eu'],
    ['https://www.zohoapis.eu', 'https://a@evil.example/www.zohoapis.com', [], 'https://www.zohoapis.eu'],
    ['https://www.zohoapis.eu', 'no url', [], 'https://www.zohoapis.eu'],
    ['https://www.zohoapis.eu', 'http://169.254.169.254', [], 'https://www.zohoapis.eu'],
    ['http://127.0.0.1:3001', 'https://www.zohoapis.eu', [], 'http://127.0.0.1:3001'],
    ['http://127.0.0.1:3001', 'http://127.0.0.1:4002', ['127.0.0.1:4002'], 'http://127.0.0.1:4002'],
  ])('%s with api_domain %s continues at the right host', (apiUrl, apiDomain, allowed, expected) => {
    expect(apiOrigin(apiUrl, apiDomain, allowed)).toBe(expected);
  });

  test('an api_domain on the list is called, and one that is not on it gets no request', async () => {
    const other = await startFaultCrm();
    for (const [allowedApiHosts, expected] of [
      [[], 0],
      [[new URL(other.url).host], 1],
    ] as const) {
      const { crm, server, context } = await connect({ allowedApiHosts: [...allowedApiHosts] });
      server.tokenAnswers(grant('token-1', { api_domain: other.url }));
      await crm.contacts.read(CONTACT_ID, context());
      expect(other.seen).toHaveLength(expected);
      expect(server.seen).toHaveLength(1 - expected);
    }
    await other.stop();
  });
});
