import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { kenmerkOf, quoteFingerprint } from '../../../bff/quote/quote-fingerprint.ts';
import { drawnSignature } from '../../../fixtures/crm-sandbox/seed/drawn-signature.ts';
import { jpeg } from '../photos/picture-files.ts';
import { type Portal, startPortal } from '../portal.ts';
import { cellsOf, euros, pdfDesk, type ReceivedPdf } from './pdf-desk.ts';

// The PDF of a signed quote shows what was signed, whatever became of the deal since.

let portal: Portal;
let desk: ReturnType<typeof pdfDesk>;
beforeAll(async () => {
  portal = await startPortal();
  desk = pdfDesk(portal);
});
afterEach(() => portal.reset());
afterAll(() => portal.close());

describe('F2, F3 the signed quote as PDF', () => {
  test('F3 name, moment and fingerprint as stored in the CRM; the same text each time', async () => {
    const deal = await desk.sign('bram', 'Bram van ’t Hof');
    const first = await desk.pdfOf('bram');
    expect(first.headers['content-disposition']).toBe(`attachment; filename="Getekende offerte ${deal.kenmerk}.pdf"`);
    const [note] = await portal.related('Deals', desk.dealIdOf('bram'), 'Notes', 'Note_Title,Note_Content');
    const at = /^Tijd \(server\): (\S+)$/m.exec(String(note?.Note_Content))?.[1] ?? '';
    // To the second, with its zone: 02:30 occurs twice on the last Sunday of October.
    const spoken = new Intl.DateTimeFormat('nl-NL', { timeZone: 'Europe/Amsterdam', timeStyle: 'long' }).format(
      Date.parse(at),
    );
    const facts = Object.fromEntries(cellsOf(first).map(([label = '', ...values]) => [label, values.join(' ')]));
    expect(facts).toMatchObject({
      'Getekend door': 'Bram van ’t Hof',
      'Ondertekend op': expect.stringContaining(spoken),
      'Met de knop': 'Akkoord / bestelling met betalingsverplichting',
      Offertekenmerk: deal.kenmerk,
    });
    expect(facts['Vingerafdruk (SHA-256)']?.replaceAll(' ', '')).toBe(deal.fingerprint);
    expect((await desk.pdfOf('bram')).text).toBe(first.text);
  });

  test('F6 how it is paid is what was chosen', async () => {
    await desk.sign('carla', 'Carla Timmermans', true);
    const { text } = await desk.pdfOf('carla');
    expect(text).toMatch(/U koos: met financiering, € 129,00 per\s+maand/);
    expect(text).toContain('Let op! Geld lenen kost geld');
  });

  test('F4 a withdrawal that was received is on it', async () => {
    await portal.as('daan').post(`${desk.pathOf('daan')}/withdraw`, {});
    const { text } = await desk.pdfOf('daan');
    expect(text).toContain('Deze overeenkomst is herroepen.');
    expect(text).not.toContain('Wij bellen u om de installatie in te plannen.');
  });

  test.each(['figures', 'address'])('E10 %s changed after the signature: on paper is what was signed', async (what) => {
    const signed = await desk.sign('bram', 'Bram');
    const { contactId } = portal.as('bram');
    if (what === 'figures') {
      const calc = structuredClone(signed.survey1_calc);
      Object.assign(calc?.priceCalc ?? {}, { productUnitPriceSum: 100, vat: 21, finalInclVat: 121 });
      await portal.salesOps('Deals', desk.dealIdOf('bram'), { survey1_calc: JSON.stringify(calc) });
    } else await portal.salesOps('Contacts', contactId, { Mailing_Street: 'Nieuwe Gracht 1' });
    const now = await desk.dealOf('bram');
    // The page shows what was signed as well, and staff is told that the deal says something else by now.
    expect(now).toMatchObject({
      kenmerk: signed.kenmerk,
      customer: signed.customer,
      survey1_calc: signed.survey1_calc,
    });
    expect(now.signing?.changedSince).toBe(true);

    let paper: ReceivedPdf | undefined;
    const calls = await portal.crmCallsOf(async () => {
      paper = await desk.pdfOf('bram');
    });
    expect(calls).toHaveLength(1);
    expect(paper?.text).toContain(euros(signed.survey1_calc?.priceCalc.finalInclVat));
    expect(paper?.text).toContain(signed.customer.Mailing_Street);
    expect(paper?.text).toContain('Op dit papier staat wat u hebt ondertekend.');
    expect(paper?.text.replace(/\s/g, '')).toContain(signed.fingerprint);
    expect(paper?.text).not.toMatch(/€ 121,00|Nieuwe Gracht/);
  });

  test('E10 what was signed can no longer be proven: no PDF', async () => {
    await desk.sign('bram', 'Bram');
    await portal.salesOps('Deals', desk.dealIdOf('bram'), { gaikan_signature_plain: 'Een ander' });
    expect(await desk.refusalOf('bram')).toEqual([409, 'conflict']);
    // Daan's file in the sandbox names no figures.
    await portal.salesOps('Deals', desk.dealIdOf('daan'), { survey1_pending_subsidy: true });
    expect(await desk.refusalOf('daan')).toEqual([409, 'conflict']);
  });

  test('I1 evidence that somebody altered is not what was signed', async () => {
    await desk.sign('bram', 'Bram');
    const dealId = desk.dealIdOf('bram');
    const { portal_signature_evidence: held } = await portal.record('Deals', dealId);
    const altered = String(held).replaceAll('24497.06', '4497.06');
    expect(altered).not.toBe(held);
    await portal.salesOps('Deals', dealId, { portal_signature_evidence: altered });
    await portal.salesOps('Contacts', portal.as('bram').contactId, { Mailing_Street: 'Nieuwe Gracht 1' });
    expect(await desk.refusalOf('bram')).toEqual([409, 'conflict']);
  });

  test('F4 an order is printed with the notice and label of guarantees, and the terms that it was signed under, also once they were replaced', async () => {
    const file = JSON.parse(readFileSync('portal.json', 'utf8'));
    const [held] = file.earlierTerms;
    const PORTAL_FILE = join(mkdtempSync(join(tmpdir(), 'portal-')), 'portal.json');
    const label = `data:image/jpeg;base64,${jpeg(60, 20).bytes.toString('base64')}`;
    const guarantees = {
      guaranteeNotice: { image: drawnSignature, text: 'Mededeling wettelijke garantie' },
      guaranteeLabel: { image: label, text: 'Label garantie van de fabrikant' },
    };
    writeFileSync(PORTAL_FILE, JSON.stringify({ ...file, ...guarantees, terms: held, earlierTerms: [] }));
    const before = await startPortal({ PORTAL_FILE });
    // Before the signature as on the order itself: the law wants the notice before somebody is bound, and to keep.
    for (const sign of [false, true]) {
      if (sign) await pdfDesk(before).sign('bram', 'Bram');
      const { objects, text } = await pdfDesk(before).pdfOf('bram');
      expect(objects.match(/\/Alt \((Mededeling|Label)[^)]*\)/g)).toEqual([
        '/Alt (Mededeling wettelijke garantie)',
        '/Alt (Label garantie van de fabrikant)',
      ]);
      expect(objects.match(/\/Subtype \/Image/g)).toHaveLength(2);
      expect(text.replace(/\s+/g, ' ')).toContain('De officiële mededeling daarover staat achteraan.');
    }
    const id = desk.dealIdOf('bram');
    const { gaikan_signature_plain, portal_signature_evidence } = await before.record('Deals', id);
    await before.close();
    await portal.salesOps('Deals', id, { gaikan_signature_plain, portal_signature_evidence });
    const text = (await desk.pdfOf('bram')).text.replace(/\s+/g, ' ');
    expect(text).toContain(`Versie ${held.version}`);
    expect(text).toContain('U betaalt na de plaatsing, binnen veertien dagen na de factuur.');
    expect(text).not.toContain('hooguit de helft vooraf');

    // Somebody changed the text and left its version: nobody is told to have agreed to that.
    const { termsDigest: _, ...other } = JSON.parse(String(portal_signature_evidence));
    const changed = { ...other, termsDigest: '0'.repeat(64) };
    await portal.salesOps('Deals', id, { portal_signature_evidence: JSON.stringify(changed) });
    const without = (await desk.pdfOf('bram')).text.replace(/\s+/g, ' ');
    expect(without).toContain(`de voorwaarden zoals die golden toen u tekende: versie ${held.version}`);
    expect(without).not.toContain('binnen veertien dagen na de factuur');
  });

  test('F4 an order of which nobody noted the terms is printed with none, unless its kenmerk proves today’s', async () => {
    const { version } = JSON.parse(readFileSync('portal.json', 'utf8')).terms;
    // The version is part of what Daan's kenmerk is made of; of Eva's signature there is no note.
    expect((await desk.pdfOf('daan')).text).toContain(`Versie ${version}`);
    const { text } = await desk.pdfOf('eva');
    expect(text.replace(/\s+/g, ' ')).toContain('is niet vastgelegd welke voorwaarden golden');
    expect(text).not.toContain(version);
    expect(text).not.toContain('hooguit de helft vooraf');
  });

  test('F4 an order of before, whose note names no terms, is printed with the earlier ones that its kenmerk proves', async () => {
    const [held] = JSON.parse(readFileSync('portal.json', 'utf8')).earlierTerms;
    const deal = await desk.dealOf('daan');
    const kenmerk = kenmerkOf(quoteFingerprint(deal, portal.as('daan').contactId, held.version));
    const [note] = await portal.related('Deals', desk.dealIdOf('daan'), 'Notes', 'Note_Content');
    const content = String(note?.Note_Content)
      .replaceAll(deal.kenmerk, kenmerk)
      .replace(/^Vingerafdruk.*\n/m, '');
    const of = { Note_Title: `Ondertekening ${kenmerk}`, Note_Content: content };
    await portal.crm(`/Notes/${note?.id}`, 'PUT', { data: [of] });
    const { text } = await desk.pdfOf('daan');
    expect(text).toContain(`Versie ${held.version}`);
    expect(text).toContain(kenmerk);
    expect(text).not.toContain(deal.kenmerk);
    expect(text).not.toContain('hooguit de helft vooraf');
  });

  test('F4 terms that were replaced since are named by version, not printed in their new wording', async () => {
    const [note] = await portal.related('Deals', desk.dealIdOf('daan'), 'Notes', 'Note_Content');
    const content = `${note?.Note_Content}\nVoorwaarden: 2025-01`;
    await portal.crm(`/Notes/${note?.id}`, 'PUT', { data: [{ Note_Content: content }] });
    const { text } = await desk.pdfOf('daan');
    expect(text).toContain('versie 2025-01');
    expect(text).not.toContain('hooguit de helft vooraf');
  });
});
