import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../bff/config.ts';
import { PRODUCTION, portalFileWith } from './portal-file.ts';

const SAMPLE = new URL('../../portal.json', import.meta.url);

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test('environment: an unset variable has its default, and the public address loses its last slash', () => {
  expect(loadConfig(PRODUCTION)).toMatchObject({
    port: 3000,
    publicUrl: 'https://portaal.example',
    sandbox: false,
    crm: { maxConcurrency: 8 },
    trustProxy: false,
    firstViewWaitMs: 400,
    requestsPerLink: 300,
  });
});

test('environment: one clear sentence per fault', () => {
  const { CRM_CLIENT_ID: _id, CRM_REFRESH_TOKEN: _token, ...rest } = PRODUCTION;
  expect(faultsOf({ ...rest, PORT: 'drieduizend', CRM_CLIENT_ID: '' })).toEqual([
    expect.stringMatching(/^PORT is not usable: /),
    'CRM_CLIENT_ID is missing.',
    'CRM_REFRESH_TOKEN is missing.',
  ]);
});

test.each([
  ['nothing', '', /is missing/],
  ['plain text', 'a long and good password', /64 hexadecimal/],
  ['a place holder', '0'.repeat(64), /all zeros/],
  ['an obvious one beside a good one', `${'a'.repeat(64)},${hash('sha256', 'welkom')}`, /anybody would try/],
])('environment, B5: outside the sandbox it does not start with %s as its passwords', (_name, digests, sentence) => {
  expect(faultsOf({ ...PRODUCTION, ADMIN_PASSWORD_SHA256: digests })).toEqual([expect.stringMatching(sentence)]);
});

test('environment, B5: several digests are accepted, for rotation', () => {
  expect(faultsOf({ ...PRODUCTION, ADMIN_PASSWORD_SHA256: `${'a'.repeat(64)}, ${'B'.repeat(64)}` })).toEqual([]);
});

test.each([
  ['true', 1],
  ['*', 1],
  ['10.0.0.0/8, 192.168.1.1', 0],
  ['1', 0],
])('environment: TRUST_PROXY=%s gives %i faults', (value, count) => {
  expect(faultsOf({ ...PRODUCTION, TRUST_PROXY: value })).toHaveLength(count);
});

test('H3 outside the sandbox the made-up seller is refused; a portal file must be named and complete', () => {
  const { PORTAL_FILE: _file, ...rest } = PRODUCTION;
  expect(faultsOf(rest)).toEqual([expect.stringContaining('PORTAL_FILE is missing')]);
  const sample = JSON.parse(readFileSync(SAMPLE, 'utf8'));
  const PORTAL_FILE = portalFileWith({ seller: { ...sample.seller, kvk: '123' }, colour: 'red' });
  const faults = faultsOf({ ...PRODUCTION, PORTAL_FILE });
  expect(faults).toHaveLength(2);
  expect(faults.join()).toContain('seller.kvk');
});

test.each([
  ['https://elsewhere.example/label.png', 'Garantie'],
  ['data:image/svg+xml;base64,PHN2Zy8+', 'Garantie'],
  ['data:image/png;base64,iVBORw0KGgo=', ' '],
])('I13 a portal file whose label is %j, saying %j, is refused', (image, text) => {
  const PORTAL_FILE = portalFileWith({ guaranteeLabel: { image, text } });
  expect(faultsOf({ ...PRODUCTION, PORTAL_FILE })).toEqual([expect.stringContaining('guaranteeLabel')]);
});

test('the CRM and the address look-up use plain http on this machine only', () => {
  const plain = (url: string) => faultsOf({ ...PRODUCTION, CRM_API_URL: url, CRM_ACCOUNTS_URL: url });
  expect(plain('http://crm.example')).toEqual([
    expect.stringMatching(/^CRM_API_URL is plain http/),
    expect.stringMatching(/^CRM_ACCOUNTS_URL is plain http/),
  ]);
  expect(plain('http://127.0.0.1:3001')).toEqual([]);
  const lookUp = (url: string) => ({ ...PRODUCTION, ADDRESS_LOOKUP_URL: url });
  expect(faultsOf(lookUp('http://addresses.example/v3'))).toEqual([
    expect.stringMatching(/^ADDRESS_LOOKUP_URL is plain http/),
  ]);
  expect(loadConfig(lookUp('https://addresses.example/v3/')).addressLookupUrl).toBe('https://addresses.example/v3');
  expect(loadConfig(PRODUCTION).addressLookupUrl).toBeNull();
});

test('B5: SANDBOX=1 is accepted only with a CRM on this machine', () => {
  expect(faultsOf({ ...PRODUCTION, SANDBOX: '1' })).toEqual([expect.stringContaining('SANDBOX=1')]);
});

test.each(['PORTAL_SECRET', 'EVIDENCE_SECRETS'] as const)(
  '%s is required outside the sandbox: if it is missing, short or public, the start refuses it in one clear sentence',
  (name) => {
    const { [name]: valid, ...rest } = PRODUCTION;
    expect(faultsOf(rest)).toEqual([`${name} is missing.`]);
    const short = `${name} takes secrets of at least 32 characters each, separated by commas.`;
    expect(faultsOf({ ...rest, [name]: 'x'.repeat(31) })).toEqual([short]);
    expect(faultsOf({ ...rest, [name]: `${valid},old` })).toEqual([short]);
    const source = readFileSync('bff/config.ts', 'utf8');
    const [, fixed] = new RegExp(`${name}: '([^']+)'`).exec(source) ?? [];
    expect(faultsOf({ ...rest, [name]: fixed })).toEqual([expect.stringMatching(new RegExp(`^${name} is the one`))]);
    expect(faultsOf({ ...rest, [name]: `${valid}, ${'o'.repeat(32)}` })).toEqual([]);
  },
);

test('a secret of PORTAL_SECRET is refused in EVIDENCE_SECRETS', () => {
  expect(faultsOf({ ...PRODUCTION, EVIDENCE_SECRETS: PRODUCTION.PORTAL_SECRET })).toEqual([
    expect.stringMatching(/^EVIDENCE_SECRETS has a secret of PORTAL_SECRET/),
  ]);
});
