import { existsSync } from 'node:fs';
import { request } from 'undici';
import type { TestProject } from 'vitest/node';
import { type Connection, connectionIn } from '../../fixtures/scenarios/scenario.ts';

/** A real organisation, and the one token of the whole run: an organisation gives only ten tokens in ten minutes. */
export interface Org {
  url: string;
  token: string;
  /** The other fields of the token answer. */
  grant: Record<string, unknown>;
  /** Whether records may be made in it, and removed again. */
  writable: boolean;
}

declare module 'vitest' {
  export interface ProvidedContext {
    org: Org | null;
  }
}

/** Runs once before `npm run conformance`. Without `CRM_API_URL` every file starts a sandbox of its own. */
export async function setup({ provide }: TestProject): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { CRM_API_URL, CONFORMANCE_WRITES } = process.env;
  if (!CRM_API_URL) return provide('org', null);
  const connection = connectionIn(process.env);
  const { access_token, ...grant } = await takeToken(connection);
  provide('org', { url: connection.apiUrl, token: access_token, grant, writable: CONFORMANCE_WRITES === '1' });
}

/** The whole answer of the accounts server. @throws Error if it gives no token */
export async function takeToken(connection: Connection): Promise<{ access_token: string; api_domain?: string }> {
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: connection.clientId,
    client_secret: connection.clientSecret,
    refresh_token: connection.refreshToken,
  });
  const { body } = await request(`${connection.accountsUrl}/oauth/v2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  const answer = (await body.json()) as { access_token?: string; error?: string };
  const { access_token, error = 'the answer names no reason' } = answer;
  if (!access_token) throw new Error(`no access token: ${error}`);
  return { ...answer, access_token };
}
