import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCrmClient } from '../../crm-contract/client.ts';
import { DEFAULT_BEHAVIOURS } from '../../fixtures/crm-sandbox/behaviours.ts';
import { callsOf } from '../crm-contract/recorded/client-calls.ts';
import { ROOT } from './sources.ts';

const page = readFileSync(join(ROOT, 'docs/zoho.md'), 'utf8');
const table = page.slice(page.indexOf('## What the portal assumes of the CRM'), page.indexOf('## crm-api: facts'));
const rows = table.split('\n').filter((line) => line.startsWith('| `'));
const named = (column: number) =>
  new Set(rows.flatMap((row) => [...(row.split('|')[column]?.matchAll(/`([\w.]+)`/g) ?? [])].map(([, name]) => name)));

test('docs/zoho.md lists the assumptions about every call of the client, and about no other', () => {
  const address = 'http://127.0.0.1:1';
  const client = createCrmClient({
    apiUrl: address,
    accountsUrl: address,
    clientId: 'x',
    clientSecret: 'x',
    refreshToken: 'x',
    maxConcurrency: 1,
  });
  expect([...named(1)].sort()).toEqual(callsOf(client).sort());
  client.close();
});

test('docs/zoho.md has a row for every switch of the sandbox', () => {
  expect([...named(6)]).toEqual(expect.arrayContaining(Object.keys(DEFAULT_BEHAVIOURS)));
});

test('README says that no organisation was reached as long as docs/zoho-results has no page of one', () => {
  const folder = join(ROOT, 'docs/zoho-results');
  const pages = existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')) : [];
  // A page about the sandbox on this machine proves nothing.
  expect(pages.filter((each) => /^# .*: (127\.0\.0\.1|localhost)/.test(each))).toEqual([]);
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  expect(readme.includes('It has not yet run against a Zoho organisation.')).toBe(pages.length === 0);
});
