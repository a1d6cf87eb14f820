import { FormData, request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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
  test('F3 name, moment and fingerprint as stored in the CRM; the same bytes each time', async () => {
    const deal = await desk.sign('bram', 'Bram van ’t Hof');
    const first = await desk.pdfOf('bram');
    expect(first.headers['content-disposition']).toBe(`attachment; filename="Getekende offerte ${deal.kenmerk}.pdf"`);
    const [note] = await portal.related('Deals', desk.dealIdOf('bram'), 'Notes', 'Note_Title,Note_Content');
    const at = /^Tijd \(server\): (\S+)$/m.exec(String(note?.Note_Content))?.[1] ?? '';
    const spoken = new Intl.DateTimeFormat('nl-NL', { timeZone: 'Europe/Amsterdam', timeStyle: 'short' }).format(
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
    expect((await desk.pdfOf('bram')).bytes.equals(first.bytes)).toBe(true);
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

  test.each(['figures', 'address'])(
    'E10 %s changed after the signature: the PDF shows what was signed',
    async (what) => {
      const signed = await desk.sign('bram', 'Bram');
      const { contactId } = portal.as('bram');
      if (what === 'figures') {
        const calc = structuredClone(signed.survey1_calc);
        Object.assign(calc?.priceCalc ?? {}, { productUnitPriceSum: 100, vat: 21, finalInclVat: 121 });
        await portal.salesOps('Deals', desk.dealIdOf('bram'), { survey1_calc: JSON.stringify(calc) });
      } else await portal.salesOps('Contacts', contactId, { Mailing_Street: 'Nieuwe Gracht 1' });
      const now = await desk.dealOf('bram');
      expect(now.kenmerk).not.toBe(signed.kenmerk);

      let pdf: ReceivedPdf | undefined;
      const calls = await portal.crmCallsOf(async () => {
        pdf = await desk.pdfOf('bram');
      });
      expect(calls).toHaveLength(4);
      expect(pdf?.text).toContain(euros(signed.survey1_calc?.priceCalc.finalInclVat));
      expect(pdf?.text).toContain(signed.customer.Mailing_Street);
      expect(pdf?.text).toContain('Op dit papier staat wat u hebt ondertekend.');
      expect(pdf?.text.replace(/\s/g, '')).toContain(signed.fingerprint);
      expect(pdf?.text).not.toMatch(new RegExp(`${now.kenmerk}|€ 121,00|Nieuwe Gracht`));
    },
  );

  test('E10 what was signed can no longer be proven: no PDF', async () => {
    await desk.sign('bram', 'Bram');
    await portal.salesOps('Deals', desk.dealIdOf('bram'), { gaikan_signature_plain: 'Een ander' });
    expect(await desk.refusalOf('bram')).toEqual([409, 'conflict']);
    // Daan's file in the sandbox names no figures.
    await portal.salesOps('Deals', desk.dealIdOf('daan'), { survey1_pending_subsidy: true });
    expect(await desk.refusalOf('daan')).toEqual([409, 'conflict']);
  });

  test('F3 an altered evidence file does not count', async () => {
    const { kenmerk, customer } = await desk.sign('bram', 'Bram');
    await portal.salesOps('Contacts', portal.as('bram').contactId, { Mailing_Street: 'Nieuwe Gracht 1' });
    const path = `/Deals/${desk.dealIdOf('bram')}/Attachments`;
    const [file] = await portal.related('Deals', desk.dealIdOf('bram'), 'Attachments', 'File_Name');
    const held = await fromCrm('GET', `${path}/${file?.id}`);
    await fromCrm('DELETE', `${path}/${file?.id}`);
    const name = `ondertekening-${kenmerk}.json`;
    await fromCrm('POST', path, formWith(name, held.replace('24497.06', '4497.06')));
    expect(await desk.refusalOf('bram')).toEqual([409, 'conflict']);
    await fromCrm('POST', path, formWith(name, held));
    expect(held).toContain(customer.Mailing_Street);
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

function formWith(name: string, text: string): FormData {
  const form = new FormData();
  form.set('file', new File([text], name, { type: 'application/json' }));
  return form;
}

/** A call that the CRM takes from another of its clients, with a file in it or in its answer. */
async function fromCrm(method: 'GET' | 'POST' | 'DELETE', path: string, body?: FormData): Promise<string> {
  const grant = 'grant_type=refresh_token&client_id=t&client_secret=t&refresh_token=paper-test';
  const asked = await request(`${portal.crmUrl}/oauth/v2/token?${grant}`, { method: 'POST' });
  const { access_token } = (await asked.body.json()) as { access_token: string };
  const headers = { authorization: `Zoho-oauthtoken ${access_token}` };
  const answer = await request(`${portal.crmUrl}/crm/v8${path}`, { method, headers, ...(body && { body }) });
  expect(answer.statusCode).toBe(200);
  return answer.body.text();
}
