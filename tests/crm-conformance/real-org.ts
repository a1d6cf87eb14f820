import { existsSync } from 'node:fs';
import { request } from 'undici';
import type { TestProject } from 'vitest/node';

/** A real organisation, and the one token of the whole run: it gives only ten in ten minutes. */
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

const NEEDED = ['CRM_ACCOUNTS_URL', 'CRM_CLIENT_ID', 'CRM_CLIENT_SECRET', 'CRM_REFRESH_TOKEN'] as const;

/** Runs once before `npm run conformance`. Without `CRM_API_URL` every file starts a sandbox of its own. */
export async function setup({ provide }: TestProject): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { CRM_API_URL: url, CONFORMANCE_WRITES } = process.env;
  if (!url) return provide('org', null);
  const missing = NEEDED.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`CRM_API_URL is set, and these are missing: ${missing.join(', ')}`);
  const { access_token, ...grant } = await takeToken();
  const writable = CONFORMANCE_WRITES === '1';
  provide('org', { url: url.replace(/\/+$/, ''), token: access_token, grant, writable });
}

async function takeToken(): Promise<{ access_token: string }> {
  const { CRM_ACCOUNTS_URL, CRM_CLIENT_ID, CRM_CLIENT_SECRET, CRM_REFRESH_TOKEN } = process.env;
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: CRM_CLIENT_ID ?? '',
    client_secret: CRM_CLIENT_SECRET ?? '',
    refresh_token: CRM_REFRESH_TOKEN ?? '',
  });
  const { body } = await request(`${CRM_ACCOUNTS_URL}/oauth/v2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  });
  const answer = (await body.json()) as { access_token?: string; error?: string };
  const { access_token, error = 'the answer names no reason' } = answer;
  if (!access_token) throw new Error(`no access token: ${error}`);
  return { ...answer, access_token };
}
