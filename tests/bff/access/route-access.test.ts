import fastify from 'fastify';
import { expect, test } from 'vitest';
import { enforceAccess } from '../../../bff/access/route-access.ts';
import { loadConfig } from '../../../bff/config.ts';
import { systemClock } from '../../../bff/crm/clock.ts';
import type { ZodTypes } from '../../../bff/http/route-description.ts';
import { linkReads } from '../../../bff/quote/link-reads.ts';
import { InMemoryStore } from '../../../bff/shared-store/shared-store.ts';
import { routeAccess } from '../../../bff/wiring/wire-access.ts';
import { createCrmClient } from '../../../crm-contract/client.ts';

test('a route that does not declare who may call it stops the start', () => {
  const app = fastify().withTypeProvider<ZodTypes>();
  const CRM = 'http://127.0.0.1:1';
  const secrets = { CRM_CLIENT_ID: 'id', CRM_CLIENT_SECRET: 'secret', CRM_REFRESH_TOKEN: 'token' };
  const config = loadConfig({ SANDBOX: '1', CRM_API_URL: CRM, CRM_ACCOUNTS_URL: CRM, ...secrets });
  enforceAccess(
    app,
    routeAccess(config, systemClock, linkReads(createCrmClient(config.crm)), new InMemoryStore(systemClock)),
  );
  expect(() => app.get('/api/contacts/everything', async () => ({}))).toThrow('does not say who may call it');
});
