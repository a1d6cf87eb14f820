import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { readAdminDigests } from './access/admin-password.ts';
import { isLoopback, portalFile, type WrittenPortalFile } from './site/portal-file.ts';
import { EvidenceKeys, readSeal } from './site/signing-keys.ts';

/** The seller in this repository's `portal.json` is fictitious and may not sell. */
const SAMPLE_FILE = new URL('../portal.json', import.meta.url);

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'expected a whole number')
  .transform(Number)
  .pipe(z.int().max(65535, 'expected at most 65535'));
const httpUrl = z.url({ protocol: /^https?$/ });
const filled = z.string().trim().min(1);

const environment = z.object({
  PORT: port.prefault('3000'),
  METRICS_PORT: port.optional(),
  SHARED_STORE_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  HOST: filled.default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  SANDBOX: z.enum(['0', '1']).default('0'),
  CRM_API_URL: httpUrl,
  CRM_ACCOUNTS_URL: httpUrl,
  CRM_CLIENT_ID: filled,
  CRM_CLIENT_SECRET: filled,
  CRM_REFRESH_TOKEN: filled,
  CRM_WEB_URL: httpUrl.optional(),
  CRM_MAX_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(8),
  CRM_CREDITS_A_DAY: z.coerce.number().int().min(1_000).optional(),
  PORTAL_FILE: filled.optional(),
  ADMIN_PASSWORD_SHA256: z.string().default(''),
  PORTAL_SECRET: z.string().default(''),
  EVIDENCE_SECRETS: z.string().default(''),
  SEAL_CERTIFICATE_FILE: filled.optional(),
  SEAL_CERTIFICATE_PASSWORD: z.string().default(''),
  TIMESTAMP_URL: httpUrl.optional(),
  ADDRESS_LOOKUP_URL: httpUrl.optional(),
  TRUST_PROXY: z.string().trim().default(''),
  FINANCING: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  LINK_REQUESTS_PER_IP: z.coerce.number().int().min(1).default(10),
  CALL_PAUSE_HOURS: z.coerce.number().min(0).max(168).default(4),
  FIRST_VIEW_WAIT_MS: z.coerce.number().int().min(0).max(10_000).default(400),
  REQUESTS_PER_LINK: z.coerce.number().int().min(1).default(300),
  UPLOAD_WINDOW_MS: z.coerce.number().int().min(100).max(600_000).default(20_000),
  UNKNOWN_LINKS_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  FILE_CHECK_DEADLINE_MS: z.coerce.number().int().min(1).max(300_000).default(10_000),
  PDF_DEADLINE_MS: z.coerce.number().int().min(1_000).max(300_000).default(10_000),
});

export type Config = ReturnType<typeof loadConfig>;

/** One clear sentence per fault in the environment or the portal file. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** The only reader of the process environment in the BFF. Throws {@link ConfigError} with all faults. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(({ path, message }) => {
        const name = String(path[0]);
        return name in set ? `${name} is not usable: ${message}.` : `${name} is missing.`;
      }),
    );
  }
  const values = parsed.data;
  const sandbox = values.SANDBOX === '1';
  const faults: string[] = [];
  const portal = readPortalFile(values.PORTAL_FILE, sandbox, faults);
  const trustProxy = readTrustProxy(values.TRUST_PROXY, faults);
  if (sandbox && !isLoopback(values.CRM_API_URL)) {
    faults.push('SANDBOX=1 goes only with a CRM_API_URL on this machine.');
  }
  for (const name of ['CRM_API_URL', 'CRM_ACCOUNTS_URL', 'ADDRESS_LOOKUP_URL'] as const) {
    const url = values[name];
    if (url?.startsWith('http:') && !isLoopback(url)) {
      const service = name === 'ADDRESS_LOOKUP_URL' ? 'a look-up' : 'a CRM';
      faults.push(`${name} is plain http, which anybody on the way can read: only ${service} on this machine may be.`);
    }
  }
  if (!sandbox && !values.PUBLIC_URL) faults.push('PUBLIC_URL is missing.');
  if (!sandbox && !values.CRM_WEB_URL) faults.push('CRM_WEB_URL is missing.');
  const names = portal ? [portal.brand, portal.product, portal.supplier, portal.crmName, portal.seller.name] : [];
  const adminDigests = readAdminDigests(values.ADMIN_PASSWORD_SHA256, sandbox, names, faults);
  const portalSecrets = readSecrets('PORTAL_SECRET', values.PORTAL_SECRET, sandbox, faults);
  const evidenceSecrets = readSecrets('EVIDENCE_SECRETS', values.EVIDENCE_SECRETS, sandbox, faults);
  if (evidenceSecrets.some((secret) => portalSecrets.includes(secret))) {
    faults.push('EVIDENCE_SECRETS has a secret of PORTAL_SECRET: keep them apart, they are replaced at other times.');
  }
  const seal = readSeal(values, sandbox, portal?.seller.name ?? '', faults);
  if (faults.length > 0 || !portal) throw new ConfigError(faults);

  return {
    port: values.PORT,
    host: values.HOST,
    /** A separate port for `/metrics`. Without this port, only a sandbox serves `/metrics`, on the public port. */
    metricsPort: values.METRICS_PORT,
    /** The store shared by several processes; null for a single process. */
    sharedStoreUrl: values.SHARED_STORE_URL ?? null,
    /** The OpenTelemetry collector for traces; null for none. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    /** The portal's public URL, without a trailing slash. */
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    sandbox,
    crm: {
      apiUrl: values.CRM_API_URL,
      accountsUrl: values.CRM_ACCOUNTS_URL,
      clientId: values.CRM_CLIENT_ID,
      clientSecret: values.CRM_CLIENT_SECRET,
      refreshToken: values.CRM_REFRESH_TOKEN,
      maxConcurrency: values.CRM_MAX_CONCURRENCY,
    },
    /** The organisation's daily credits; null to rely on the CRM's reports only. */
    crmCreditsADay: values.CRM_CREDITS_A_DAY ?? null,
    /** The CRM's web interface, without a trailing slash: `{crmWebUrl}/tab/Contacts/{id}`. */
    crmWebUrl: (values.CRM_WEB_URL ?? `${values.CRM_API_URL}/crm/sandbox`).replace(/\/+$/, ''),
    /** SHA-256 hex digests of the admin passwords; without any nobody can log in. */
    adminDigests,
    /** Secrets for the portal's marks: the first makes new marks, all of them verify marks. */
    portalSecrets,
    /** The certificate that seals the PDF of a signed order; null leaves it unsealed. */
    seal,
    /** The address lookup service, without a trailing slash; null for none. */
    addressLookupUrl: readAddressLookup(values.ADDRESS_LOOKUP_URL, sandbox ? values.CRM_API_URL : null),
    portal: {
      ...portal,
      bookingUrl: portal.bookingUrl.replace('{sandbox}', values.CRM_API_URL),
      financing: values.FINANCING === 'on' && portal.financingTerms ? portal.financing : [],
      evidenceKeys: new EvidenceKeys(evidenceSecrets),
    },
    /** The proxies whose forwarded client address is trusted. */
    trustProxy,
    logLevel: values.LOG_LEVEL,
    drainDelayMs: values.DRAIN_DELAY_MS,
    linkRequestsPerIp: values.LINK_REQUESTS_PER_IP,
    /** Hours after a call during which a lead is not handed out again, except for a due callback. */
    callPauseHours: values.CALL_PAUSE_HOURS,
    firstViewWaitMs: values.FIRST_VIEW_WAIT_MS,
    requestsPerLink: values.REQUESTS_PER_LINK,
    uploadWindowMs: values.UPLOAD_WINDOW_MS,
    unknownLinksPerMinute: values.UNKNOWN_LINKS_PER_MINUTE,
    /** Time limit for checking an uploaded file; a malicious one could take forever. */
    fileCheckDeadlineMs: values.FILE_CHECK_DEADLINE_MS,
    /** Time limit for drawing a PDF; odd data could take forever. */
    pdfDeadlineMs: values.PDF_DEADLINE_MS,
  };
}

function readPortalFile(path: string | undefined, sandbox: boolean, faults: string[]): WrittenPortalFile | undefined {
  if (!path && !sandbox) {
    faults.push('PORTAL_FILE is missing: the seller in portal.json is made up and may sell nothing.');
    return undefined;
  }
  try {
    return readJsonFile('PORTAL_FILE', path ?? SAMPLE_FILE, portalFile);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}

/** The content of a JSON file. @throws ConfigError with a sentence per fault, about `name` */
export function readJsonFile<S extends z.ZodType>(
  name: string,
  path: string | URL,
  shape: S,
  whole = 'content',
): z.output<S> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError([`${name} cannot be read: ${error instanceof Error ? error.message : 'unknown error'}.`]);
  }
  const parsed = shape.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(({ path: at, message }) => `${name} has no usable ${at.join('.') || whole}: ${message}.`),
  );
}

/** The sandbox has an address lookup of its own, unless another URL is configured. */
function readAddressLookup(url: string | undefined, sandboxUrl: string | null): string | null {
  const place = url ?? (sandboxUrl === null ? null : new URL('/sandbox/addresses', sandboxUrl).href);
  return place?.replace(/\/+$/, '') ?? null;
}

/** Number of hops or addresses of trusted proxies; "true" would let clients choose their own address. */
function readTrustProxy(value: string, faults: string[]) {
  if (value === '' || value === '0') return false;
  if (/^[1-9]$/.test(value)) return (_address: string, hop: number) => hop < Number(value);
  const networks = value.split(',').map((part) => part.trim());
  if (networks.every(isNetwork)) return networks;
  faults.push('TRUST_PROXY takes a number of hops (1 to 9) or addresses and CIDR blocks, never "true".');
  return false;
}

function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  return isIP(address) !== 0 && rest.length === 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
}

/** The sandbox's secrets; public, like the sandbox itself. */
const SANDBOX_SECRETS = {
  PORTAL_SECRET: 'sandbox-secret-that-everybody-can-read-here',
  EVIDENCE_SECRETS: 'sandbox-evidence-secret-that-everybody-can-read',
} as const;
const FEWEST_CHARACTERS = 32;

/** The secrets of a setting: the first one signs, all of them verify. */
function readSecrets(name: keyof typeof SANDBOX_SECRETS, value: string, sandbox: boolean, faults: string[]): string[] {
  const secrets = value.split(',').flatMap((part) => part.trim() || []);
  if (secrets.length === 0) {
    if (!sandbox) faults.push(`${name} is missing.`);
    return [SANDBOX_SECRETS[name]];
  }
  if (secrets.some((secret) => secret.length < FEWEST_CHARACTERS)) {
    faults.push(`${name} takes secrets of at least ${FEWEST_CHARACTERS} characters each, separated by commas.`);
  }
  if (!sandbox && secrets.some((secret) => Object.values<string>(SANDBOX_SECRETS).includes(secret))) {
    faults.push(`${name} is the one of the sandbox, which everybody can read: choose another.`);
  }
  return secrets;
}
