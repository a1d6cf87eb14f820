import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STAFF } from '../../fixtures/crm-sandbox/staff.ts';
import { people } from '../../fixtures/people.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';
import { projectFiles, ROOT } from '../house/sources.ts';

interface Package {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const read = <T>(name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as T;
type Lists = Record<'dependencies' | 'optionalDependencies' | 'devDependencies' | 'scripts', Record<string, string>>;
const manifest = read<Lists>('package.json');
const ours = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies };
const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json');
const locked = Object.entries(packages).filter(([path]) => path !== '');
const installed = packagesIn('node_modules');

interface Installed {
  path: string;
  version: string;
  hasScript: boolean;
}

/** Every package below a node_modules folder, by its path as the lock file writes it. */
function packagesIn(folder: string): Installed[] {
  const inFolder = (name: string) => (existsSync(join(ROOT, name)) ? readdirSync(join(ROOT, name)) : []);
  const names = inFolder(folder).filter((name) => !name.startsWith('.'));
  const all = names.flatMap((name) =>
    name.startsWith('@') ? inFolder(join(folder, name)).map((n) => `${name}/${n}`) : name,
  );
  return all.flatMap((name) => {
    const path = `${folder}/${name}`;
    const { version, scripts = {} } = read<{ version: string; scripts?: object }>(`${path}/package.json`);
    // npm builds packages with a binding.gyp and no script of their own for it.
    const hasScript =
      existsSync(join(ROOT, path, 'binding.gyp')) ||
      ['preinstall', 'install', 'postinstall'].some((script) => script in scripts);
    return [{ path, version, hasScript }, ...packagesIn(`${path}/node_modules`)];
  });
}

test('security 40 every package is pinned to one version and to the digest of its content, whichever registry npm uses', () => {
  const versions = Object.values(ours);
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(String(version)))).toEqual([]);
  expect(locked.length).toBeGreaterThan(100);
  expect(
    locked.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity)).map(([path]) => path),
  ).toEqual([]);
  // A link or an address would be a way around the registry.
  expect(locked.filter(([, { link, resolved }]) => link || resolved !== undefined)).toEqual([]);
  for (const [name, version] of Object.entries(ours)) {
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
});

test('security 40 the installed packages are those of the lock file, nested ones too', () => {
  expect(installed.length).toBeGreaterThan(100);
  const unlocked = installed.filter(({ path, version }) => {
    const { version: pinned, integrity } = packages[path] ?? {};
    return integrity === undefined || version !== pinned;
  });
  expect(unlocked.map(({ path, version }) => `${path} ${version}`)).toEqual([]);
});

test('security 40 no package runs an install script: npm is told to run none, and no installed package has one', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
  expect(manifest).not.toHaveProperty('allowScripts');
  const OF_MACOS = /(^|\/)node_modules\/fsevents$/;
  const scripted = [
    ...locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
    ...installed.filter(({ hasScript }) => hasScript).map(({ path }) => path),
  ];
  expect(scripted.filter((path) => !OF_MACOS.test(path))).toEqual([]);
  expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?(install|prepare|publish)/.test(name))).toEqual(
    [],
  );
});

test('security 40 every package has a licence that allows commercial use', () => {
  const fine =
    /^\(?(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|MPL-2\.0|CC0-1\.0|CC-BY-4\.0|Python-2\.0|BlueOak-1\.0\.0|Unlicense|Zlib|OFL-1\.1)\b/;
  const others = locked
    .filter(([, { license }]) => !fine.test(license ?? ''))
    .map(([path, { license }]) => [path, license]);
  expect(others.filter(([path]) => !WITHOUT_LICENCE_FIELD.has(path ?? ''))).toEqual([]);
});

/** Licences in a file instead of the field. */
const WITHOUT_LICENCE_FIELD = new Set(['node_modules/png-js']);

test('security 41, B5 no secret is in the browser’s files: no credential, digest, link, customer’s name or field for staff only', () => {
  const dist = join(ROOT, 'web/dist');
  const files = readdirSync(dist, { recursive: true })
    .map(String)
    .filter((name) => /\.(js|css|html|svg)$/.test(name));
  const served = files.map((name) => readFileSync(join(dist, name), 'utf8')).join('\n');
  expect(served.length).toBeGreaterThan(100_000);
  const secrets = [
    ADMIN_DIGEST,
    'zon-en-zout',
    'sandbox-secret',
    '1000.sandbox',
    'refresh_token',
    'client_secret',
    'CRM_CLIENT',
    'oauthtoken',
    'zohoapis',
    'survey1_hash',
    'ADMIN_PASSWORD',
    ...people.flatMap(({ hash, lastName, street }) => [hash, lastName, street ?? hash]),
    ...STAFF.map(({ email }) => email),
  ];
  expect(secrets.filter((secret) => served.includes(secret))).toEqual([]);
  // A digest of any password.
  expect(served).not.toMatch(/['"`][0-9a-f]{64}['"`]/i);
  // A customer who only answers surveys never sees how staff work.
  const entry = files
    .filter((name) => /index-.*\.js$/.test(name))
    .map((name) => readFileSync(join(dist, name), 'utf8'));
  expect(entry.join('\n')).not.toContain('Neemt niet op');
});

test('security 41 secrets come from the environment: no file of the project holds one, and .env is not part of it', () => {
  const files = projectFiles();
  expect(files.filter((path) => /(^|\/)\.env$|\.(pem|key|p12|pfx)$/.test(path))).toEqual([]);
  expect(readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n')).toContain('.env');
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
  const set = [
    ...example.matchAll(
      /^#? ?(CRM_CLIENT_SECRET|CRM_REFRESH_TOKEN|ADMIN_PASSWORD_SHA256|PORTAL_SECRET|EVIDENCE_SECRETS)=(.*)$/gm,
    ),
  ];
  expect(set.length).toBe(5);
  for (const [, name, value] of set) expect([name, value]).toEqual([name, '']);
  // Zoho's own tokens start with this; the sandbox's are words.
  const texts = files.filter((path) => /\.(ts|tsx|json|md|sh|html)$/.test(path) && path !== 'package-lock.json');
  const tokens = texts.filter((path) =>
    /\b1000\.[0-9a-f]{32}\.[0-9a-f]{32}\b/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  expect(tokens).toEqual([]);
});
