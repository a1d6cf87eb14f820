import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBER } from 'asn1js';
import { ContentInfo, SignedData } from 'pkijs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../../bff/config.ts';
import { systemClock } from '../../../bff/crm/clock.ts';
import { Sealer } from '../../../bff/documents/seal.ts';
import { checkSeal } from '../../../bff/organisation/check-portal.ts';
import { programPath } from '../../../commands/programs.ts';
import { ownPortal } from '../own-portal.ts';
import { environmentOn, type Portal, startPortal } from '../portal.ts';
import { pdfDesk } from './pdf-desk.ts';

// The seal with its own certificate and a time stamp, made and checked by OpenSSL and Poppler.

const folder = mkdtempSync(join(tmpdir(), 'seal-'));
const at = (name: string) => join(folder, name);
const openssl = (...args: string[]) =>
  execFileSync(programPath('openssl'), args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
const PASSWORD = 'zegel-en-zout';

type Answer = 'stamp' | 'fail' | 'nothing' | 'a page' | 'the stamp of something else';
let answer: Answer = 'stamp';
let asked = 0;
let responder: Server;
let TIMESTAMP_URL: string;
let portal: Portal;
let desk: ReturnType<typeof pdfDesk>;
let drawn: Buffer;

beforeAll(async () => {
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '60'];
  openssl('req', '-x509', ...key, '-subj', '/CN=Verkoper', '-keyout', 'seal.key', '-out', 'seal.crt');
  const files = ['-inkey', 'seal.key', '-in', 'seal.crt', '-out', 'seal.p12'];
  openssl('pkcs12', '-export', ...files, '-passout', `pass:${PASSWORD}`);
  const usage = ['-addext', 'extendedKeyUsage=critical,timeStamping'];
  openssl('req', '-x509', ...key, ...usage, '-subj', '/CN=Tijd', '-keyout', 'time.key', '-out', 'time.crt');
  writeFileSync(at('serial'), '01\n');
  const policy = ['default_policy = 1.2.3.4.1', 'digests = sha256', 'signer_digest = sha256'];
  const lines = ['[tsa]', 'default_tsa = one', '[one]', `serial = ${at('serial')}`, ...policy];
  writeFileSync(at('time.cnf'), lines.join('\n'));
  responder = createServer(async (request, response) => {
    asked += 1;
    if (answer === 'nothing') return;
    if (answer === 'fail') return response.writeHead(500).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (answer === 'a page') return response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welkom</h1>');
    if (answer === 'stamp') writeFileSync(at('query'), Buffer.concat(chunks));
    else openssl('ts', '-query', '-sha256', '-digest', '00'.repeat(32), '-cert', '-out', 'query');
    const signer = ['-signer', 'time.crt', '-inkey', 'time.key'];
    openssl('ts', '-reply', '-config', 'time.cnf', '-queryfile', 'query', ...signer, '-out', 'reply');
    return response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(readFileSync(at('reply')));
  });
  await new Promise<void>((resolve) => responder.listen(0, '127.0.0.1', resolve));
  TIMESTAMP_URL = `http://127.0.0.1:${(responder.address() as AddressInfo).port}`;
  const certificate = { SEAL_CERTIFICATE_FILE: at('seal.p12'), SEAL_CERTIFICATE_PASSWORD: PASSWORD };
  portal = await startPortal({ ...certificate, TIMESTAMP_URL });
  desk = pdfDesk(portal);
  drawn = (await desk.pdfOf('carla')).bytes;
});
afterAll(async () => {
  await portal.close();
  responder.close();
  responder.closeAllConnections();
});

const verdict = (pdf: Buffer) => {
  writeFileSync(at('order.pdf'), pdf);
  return execFileSync(programPath('pdfsig'), ['-nocert', at('order.pdf')], { encoding: 'utf8' });
};
const qpdf = (what: '--check' | '--json') =>
  execFileSync(programPath('qpdf'), [what, at('order.pdf')], { encoding: 'utf8', maxBuffer: 64 << 20 });
const settings = () => ({
  certificate: { bytes: new Uint8Array(readFileSync(at('seal.p12'))), password: PASSWORD },
  owner: 'Verkoper',
  timestampUrl: TIMESTAMP_URL,
});

/** The time stamp in a seal, and the digest of what it stamps; null if there is no stamp. */
function stampIn(pdf: Buffer): { token: Buffer; digest: string } | null {
  const [, hex = ''] = /\/Contents\s*<([0-9a-fA-F]+)>/.exec(pdf.toString('latin1')) ?? [];
  const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
  const content = new ContentInfo({ schema: fromBER(bytes.buffer as ArrayBuffer).result });
  const [signer] = new SignedData({ schema: content.content }).signerInfos;
  const stamp = signer?.unsignedAttrs?.attributes.find(({ type }) => type === '1.2.840.113549.1.9.16.2.14');
  if (!signer || !stamp) return null;
  const digest = createHash('sha256').update(Buffer.from(signer.signature.valueBlock.valueHexView)).digest('hex');
  return { token: Buffer.from(stamp.values[0].toBER(false)), digest };
}

describe('I2 the seal of a signed order', () => {
  test('the seal is valid and covers the whole file, also in the sandbox; changing one byte breaks it', async () => {
    const atSandbox = pdfDesk(await ownPortal());
    await atSandbox.sign('bram', 'Bram');
    const { bytes } = await atSandbox.pdfOf('bram');
    expect(verdict(bytes)).toMatch(/Total document signed[\s\S]*Signature is Valid/);
    const altered = Buffer.from(bytes);
    altered[5_000] = (altered[5_000] ?? 0) ^ 1;
    expect(verdict(altered)).not.toContain('Signature is Valid');
  });

  test('the certificate of the file seals it, and the service gives the time: OpenSSL confirms both', async () => {
    answer = 'stamp';
    await desk.sign('bram', 'Bram');
    const { bytes } = await desk.pdfOf('bram');
    expect(verdict(bytes)).toMatch(
      /Signer Certificate Common Name: Verkoper[\s\S]*Total document signed[\s\S]*Signature is Valid/,
    );
    const stamp = stampIn(bytes);
    writeFileSync(at('token'), stamp?.token ?? '');
    const verify = (digest = '') =>
      openssl('ts', '-verify', '-token_in', '-in', 'token', '-digest', digest, '-CAfile', 'time.crt');
    expect(verify(stamp?.digest)).toContain('Verification: OK');
    expect(() => verify('00'.repeat(32))).toThrow();
  });

  test.each(['fail', 'nothing', 'a page', 'the stamp of something else'] as const)(
    'if the time stamp service answers with %s, the document has its seal without a time stamp',
    async (how) => {
      answer = how;
      const before = asked;
      const sealed = await new Sealer(settings(), systemClock, how === 'nothing' ? 50 : 5_000).seal(drawn);
      expect(asked).toBe(before + 1);
      expect(verdict(sealed)).toContain('Signature is Valid');
      expect(stampIn(sealed)).toBeNull();
    },
  );

  test('the sealed file is a sound PDF, tagged as before, and its field has a name for screen readers', async () => {
    const { timestampUrl: _, ...plain } = settings();
    const sealed = await new Sealer({ ...plain, timestampUrl: null }, systemClock).seal(drawn);
    writeFileSync(at('order.pdf'), sealed);
    expect(qpdf('--check')).toContain('No syntax or stream encoding errors');
    const objects = JSON.stringify(JSON.parse(qpdf('--json')).qpdf[1]);
    for (const part of ['"/MarkInfo"', '"/StructTreeRoot"', '"/Lang"', '"/TU":"u:Zegel van de verkoper']) {
      expect(objects).toContain(part);
    }
    // The field is on no page, so everything on a page has a tag.
    expect(objects).not.toContain('"/Annots"');
  });

  test('a file with a mark behind it, because there is no certificate, is a sound PDF', async () => {
    writeFileSync(at('order.pdf'), await new Sealer(null, systemClock).seal(drawn));
    expect(qpdf('--check')).toContain('No syntax or stream encoding errors');
  });

  test('crm:check warns before the certificate ends, and when it is not valid', async () => {
    const { validFromDate, validToDate } = new X509Certificate(readFileSync(at('seal.crt')));
    const day = validToDate.toISOString().slice(0, 10);
    const DAY_MS = 24 * 60 * 60_000;
    const said = async (now: number) => (await checkSeal(settings(), now)).map(({ is }) => is);
    expect(await said(validFromDate.getTime() - DAY_MS)).toEqual([expect.stringContaining('is valid only from')]);
    expect(await said(validToDate.getTime() - 31 * DAY_MS)).toEqual([]);
    expect(await said(validToDate.getTime() - 29 * DAY_MS)).toEqual([`expires on ${day}`]);
    expect(await said(validToDate.getTime() + DAY_MS)).toEqual([`expired on ${day}`]);
    const certificate = { bytes: new Uint8Array(Buffer.from('no certificate')), password: '' };
    expect((await checkSeal({ ...settings(), certificate }, Date.now()))[0]?.is).toContain('no certificate');
  });

  test('a password that does not open the certificate stops the start', () => {
    const env = (password: string) => ({
      ...environmentOn(portal.crmUrl),
      SEAL_CERTIFICATE_FILE: at('seal.p12'),
      SEAL_CERTIFICATE_PASSWORD: password,
    });
    expect(loadConfig(env(PASSWORD)).seal?.certificate).not.toBeNull();
    expect(() => loadConfig(env('iets anders'))).toThrow(ConfigError);
  });
});
