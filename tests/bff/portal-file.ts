import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The path of a portal file like the repository's, with these other values. A key whose value is undefined is left out.
 */
export function portalFileWith(changes: object): string {
  const path = join(mkdtempSync(join(tmpdir(), 'portal-')), 'portal.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync('portal.json', 'utf8')), ...changes }));
  return path;
}

/** The settings of a portal on a real organisation. */
export const PRODUCTION = {
  PUBLIC_URL: 'https://portaal.example/',
  CRM_API_URL: 'https://www.zohoapis.eu',
  CRM_ACCOUNTS_URL: 'https://accounts.zoho.eu',
  CRM_CLIENT_ID: 'id',
  CRM_CLIENT_SECRET: 'secret',
  CRM_REFRESH_TOKEN: 'token',
  CRM_WEB_URL: 'https://crm.zoho.eu/crm/org1',
  ADMIN_PASSWORD_SHA256: 'a'.repeat(64),
  PORTAL_SECRET: 'k7Qm2ZxV9rTbLw4NcYpD8sFhJ3gE6aUo',
  EVIDENCE_SECRETS: 'w3Rf8TnB5yHq1KzX6mVc9LdP2sGj4aEo',
  PORTAL_FILE: new URL('../../portal.json', import.meta.url).pathname,
};
