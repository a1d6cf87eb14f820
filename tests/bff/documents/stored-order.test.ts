import { describe, expect, test } from 'vitest';
import { openFreshPortal } from '../own-portal.ts';
import { PRODUCTION, portalFileWith } from '../portal-file.ts';
import { pdfDesk } from './pdf-desk.ts';

// The document of a signed order is sealed once, stored with the deal, and served only as the portal sealed it.

const ahead = { ms: 0 };

const portal = await openFreshPortal({ LOG_LEVEL: 'warn' }, { now: () => Date.now() + ahead.ms });
const desk = pdfDesk(portal);
const id = desk.dealIdOf('bram');

interface Stored {
  id: string;
  File_Name: string;
}
const files = async (of = id) =>
  (await portal.related('Deals', of, 'Attachments', 'File_Name')) as unknown as readonly Stored[];
const tasks = async () => (await portal.related('Deals', id, 'Tasks', 'Subject')).map(({ Subject }) => Subject);
const bytesOf = (file: Stored | undefined) => portal.bytesOf('Deals', id, file?.id);
const remove = (file: Stored | undefined) => portal.crm(`/Deals/${id}/Attachments/${file?.id}`, 'DELETE');
const put = (name: string, bytes: Buffer) =>
  portal.attach('Deals', id, new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }));

/** Signs under another name, removes document and signature, and returns the document. */
async function signedAndTakenAway(): Promise<Buffer> {
  await desk.sign('bram', 'Een Ander');
  const [file] = await files();
  const bytes = await bytesOf(file);
  await remove(file);
  const nothing = { gaikan_signature_plain: null, portal_signature_evidence: null, portal_copy_sent_at: null };
  await portal.salesOps('Deals', id, nothing);
  return bytes;
}

describe('J3 the document of a signed order', () => {
  test('is byte for byte the one that was stored at the signing, for customer and staff, and costs a list and a read', async () => {
    await desk.sign('bram', 'Bram');
    const [stored, ...more] = await files();
    expect(more).toEqual([]);
    let served: Buffer = Buffer.alloc(0);
    const calls = await portal.crmCallsOf(async () => {
      served = (await desk.pdfOf('bram')).bytes;
    });
    expect(calls).toHaveLength(3);
    expect(served.equals(await bytesOf(stored))).toBe(true);
    expect((await desk.staffPdf('bram')).bytes.equals(served)).toBe(true);
    // Another process, with another sandbox certificate.
    await portal.restart();
    expect((await desk.pdfOf('bram')).bytes.equals(served)).toBe(true);
  });

  test('is made again from the evidence when it is gone, says so, and is stored', async () => {
    const { kenmerk } = await desk.sign('bram', 'Bram');
    await remove((await files())[0]);
    const [first, second] = await Promise.all([desk.pdfOf('bram'), desk.pdfOf('bram')]);
    expect(first.plain).toContain('Dit exemplaar is opnieuw gemaakt op');
    expect(second.bytes.equals(first.bytes)).toBe(true);
    const [stored, ...more] = await files();
    expect([stored?.File_Name, more]).toEqual([`Getekende offerte ${kenmerk}.pdf`, []]);
    expect((await bytesOf(stored)).equals(first.bytes)).toBe(true);
    expect(portal.logged()).toContain('was gone: it was made again');
  });

  test('is made again with the brand and the guarantee of the signature, and with no other image', async () => {
    const { survey1_signature: image } = await portal.record('Deals', desk.dealIdOf('eva'));
    const sold = { brand: 'Merk van toen', legalGuarantee: 'Wij herstellen kosteloos, tien jaar.' };
    const images = {
      guaranteeNotice: { image, text: 'Mededeling van toen' },
      guaranteeLabel: { image, text: 'Label van toen' },
    };
    await portal.restart({ PORTAL_FILE: portalFileWith({ ...sold, ...images }) });
    const { fingerprint } = await desk.dealOf('karel');
    await desk.sign('bram', 'Bram');
    const changed = { brand: 'Merk van nu', legalGuarantee: 'Twee jaar.', guaranteeLabel: undefined };
    const guaranteeNotice = { image, text: 'Mededeling van nu' };
    for (const now of [
      { ...sold, ...images },
      { ...images, ...changed, guaranteeNotice },
    ]) {
      await portal.restart({ PORTAL_FILE: portalFileWith(now) });
      await remove((await files())[0]);
      const { plain, objects } = await desk.pdfOf('bram');
      for (const fact of ['opnieuw gemaakt', ...Object.values(sold)]) expect(plain).toContain(fact);
      expect(plain).not.toMatch(/van nu|Twee jaar|Wat er nu gebeurt/);
      expect(objects.includes('/Alt (Mededeling van toen)')).toBe(now.brand === sold.brand);
      expect(objects).not.toContain('/Alt (Mededeling van nu)');
    }
    // The guarantee is a condition of an offer, so another one makes another offer.
    expect((await desk.dealOf('karel')).fingerprint).not.toBe(fingerprint);
    await portal.restart();
  });

  test.each([
    'of somebody else',
    'of another order',
    'of an earlier signature',
    'with bytes added',
    'with a byte changed',
  ])(
    'a file %s under its name is never served: the customer gets a true document, and a colleague has one task',
    async (which) => {
      const earlier = which === 'of an earlier signature' ? await signedAndTakenAway() : undefined;
      const { kenmerk } = await desk.sign('bram', 'Bram');
      const [stored] = await files();
      const own = await bytesOf(stored);
      if (which === 'of another order') await desk.sign('karel', 'Karel Hendriks');
      const changed = Buffer.from(own);
      changed[5_000] = (changed[5_000] ?? 0) ^ 1;
      const foreign = {
        'of somebody else': Buffer.from('%PDF-1.7\n% € 41.848'),
        'of an earlier signature': earlier,
        'of another order': (await desk.pdfOf('karel')).bytes,
        'with bytes added': Buffer.concat([own, Buffer.from('\n% € 41.848')]),
        'with a byte changed': changed,
      }[which];
      await remove(stored);
      await put(`Getekende offerte ${kenmerk}.pdf`, foreign ?? Buffer.alloc(0));
      for (const who of ['bram', 'bram']) {
        const { status, bytes, text } = await desk.pdfOf(who);
        expect([status, bytes.equals(foreign ?? bytes)]).toEqual([200, false]);
        expect(text).toContain(kenmerk);
      }
      await portal.settled();
      expect(await tasks()).toEqual([`Vreemd bestand bij getekende offerte ${kenmerk}: kijk het na`]);
    },
  );

  test('is not taken for a copy of a file that somebody stored earlier under its name', async () => {
    const { kenmerk } = await desk.dealOf('bram');
    await put(`Getekende offerte ${kenmerk}.pdf`, Buffer.from('%PDF-1.7\n% € 41.848'));
    await desk.sign('bram', 'Bram');
    const own = (await desk.pdfOf('bram')).bytes;
    // The process that sent the copy is gone without recording it: another one takes over.
    await portal.salesOps('Deals', id, { portal_copy_sent_at: null });
    ahead.ms += 10 * 60_000;
    await portal.restart();
    await desk.dealOf('bram');
    await portal.settled();
    const stored = await Promise.all((await files()).map(bytesOf));
    expect(stored.filter((bytes) => bytes.equals(own))).toHaveLength(1);
    ahead.ms = 0;
  });

  test('of a time without a certificate is known by its mark after one is installed: it is served as it was mailed, and mailed once', async () => {
    const { ADMIN_PASSWORD_SHA256, CRM_WEB_URL, PORTAL_SECRET, EVIDENCE_SECRETS, PORTAL_FILE } = PRODUCTION;
    const secrets = { PORTAL_SECRET, EVIDENCE_SECRETS };
    await portal.restart({ ...secrets, SANDBOX: '0', ADMIN_PASSWORD_SHA256, CRM_WEB_URL, PORTAL_FILE });
    const { kenmerk } = await desk.sign('bram', 'Bram');
    const [stored] = await files();
    const own = await bytesOf(stored);
    expect(own.toString('latin1')).not.toContain('/ByteRange');
    expect((await desk.pdfOf('bram')).bytes.equals(own)).toBe(true);
    // The sandbox has a certificate. The process that sent the copy is gone without recording it.
    await portal.salesOps('Deals', id, { portal_copy_sent_at: null });
    ahead.ms += 10 * 60_000;
    await portal.restart(secrets);
    expect((await desk.pdfOf('bram')).bytes.equals(own)).toBe(true);
    await portal.settled();
    expect([(await portal.outbox()).length, (await files()).length]).toEqual([1, 1]);
    expect(await tasks()).toEqual([expect.not.stringContaining('Vreemd bestand')]);
    for (const changed of [
      own.toString('latin1').replace('%PDF-1.7', '%PDF-1.6'),
      `${own.toString('latin1')}% 41.848\n`,
    ]) {
      for (const file of await files()) await remove(file);
      await put(`Getekende offerte ${kenmerk}.pdf`, Buffer.from(changed, 'latin1'));
      expect((await desk.pdfOf('bram')).plain).toContain('Dit exemplaar is opnieuw gemaakt op');
    }
    await portal.restart();
    ahead.ms = 0;
  });

  test('is drawn for the reader while it is not stored yet, and reading does not store it', async () => {
    await portal.fault({ match: 'POST .*/Notes', kind: 'status', status: 503 });
    const { kenmerk } = await desk.sign('bram', 'Bram');
    const { status, plain } = await desk.pdfOf('bram');
    expect([status, await files()]).toEqual([200, []]);
    expect(plain).toContain(kenmerk);
    expect(plain).not.toContain('opnieuw gemaakt');
  });

  test('is still served if the CRM does not list or read files', async () => {
    const { kenmerk } = await desk.sign('bram', 'Bram');
    await portal.fault({ match: 'Attachments', kind: 'status', status: 503 });
    const { status, text } = await desk.pdfOf('bram');
    expect([status, text.includes(kenmerk)]).toEqual([200, true]);
  });

  test.each(['truncate', 'html'])(
    'is not taken for another file when its bytes do not all arrive (%s): nothing is stored, no task is left',
    async (kind) => {
      const { kenmerk } = await desk.sign('bram', 'Bram');
      await portal.fault({ match: 'GET .*/Attachments/', kind, status: 200 });
      const { status, text } = await desk.pdfOf('bram');
      expect([status, text.includes(kenmerk), text.includes('opnieuw gemaakt')]).toEqual([200, true, false]);
      await portal.settled();
      expect(await files()).toHaveLength(1);
      expect(await tasks()).toEqual([]);
    },
  );

  test('shows what was signed, and no drawing that somebody added beside it', async () => {
    await desk.sign('bram', 'Bram');
    await remove((await files())[0]);
    const { survey1_signature } = await portal.record('Deals', desk.dealIdOf('eva'));
    await portal.salesOps('Deals', id, { survey1_signature });
    expect((await desk.dealOf('bram')).survey1_signature).toBeNull();
    expect((await desk.pdfOf('bram')).objects).not.toContain('/Alt (Getekende handtekening');
  });
});
