import { afterEach, describe, expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { openPortal } from './own-portal.ts';
import { portalFileWith } from './portal-file.ts';
import type { Answer } from './send.ts';

/** Ahead of the CRM's, so that signatures wait for the deal's last change only in the test that proves this wait. */
const clock = { aheadMs: 2_000, now: () => Date.now() + clock.aheadMs };

const portal = await openPortal({}, clock);
const bram = portal.as('bram');
const id = bram.dealId;
const approvePath = `${bram.deal}/approve`;
afterEach(async () => {
  clock.aheadMs = 2_000;
  await portal.reset();
});

const TERMS = { version: 'voorbeeld-2026-11', paragraphs: [{ title: 'Betalen', text: 'Nieuwe tekst' }] };
const PAYMENTS = [
  { percent: 40, when: 'bij bestelling' },
  { percent: 60, when: 'na plaatsing' },
];

const euro = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });
const dealOf = (answer: Answer) => answer.body.deal as Deal;
const shown = async () => dealOf(await bram.get(bram.deal));
const notes = () => portal.related('Deals', id, 'Notes', 'Note_Title,Note_Content');
const fileNames = async () =>
  (await portal.related('Deals', id, 'Attachments', 'File_Name')).map(({ File_Name }) => File_Name);
const evidence = async () => (await notes()).filter((note) => String(note.Note_Title).startsWith('Ondertekening'));

async function approved(): Promise<Deal> {
  const { fingerprint } = await shown();
  return dealOf(await bram.post(approvePath, { survey1_approve_clicked: true, fingerprint }));
}

describe('§4, F2 approving and signing', () => {
  test('approve writes the intent and nothing else; a repeat does not write again', async () => {
    const deal = await approved();
    expect(deal).toMatchObject({ survey1_approve_clicked: true, quoteArea: 'approve', gaikan_signature_plain: null });
    const stored = await portal.record('Deals', id);
    expect(stored).toMatchObject({ survey1_approve_clicked: true, Stage: 'Available For Customer' });
    const calls = await portal.crmCallsOf(() => bram.post(approvePath, { survey1_approve_clicked: true }));
    expect(calls.map(({ method }) => method)).not.toContain('PUT');
  });

  test('sign writes signature and stage, at least a second after the last change, then the evidence', async () => {
    clock.aheadMs = 0;
    const { fingerprint, kenmerk, survey1_calc } = await approved();
    const changedAt = Date.parse(String((await portal.record('Deals', id)).Modified_Time));
    const body = { gaikan_signature_plain: '  Bram de Boer ', fingerprint };
    const answer = await bram.post(approvePath, body, { 'user-agent': 'Testbrowser 1.0' });
    expect(answer.status).toBe(200);
    expect(dealOf(answer)).toMatchObject({ quoteArea: 'signed', gaikan_signature_plain: 'Bram de Boer', kenmerk });
    const stored = { gaikan_signature_plain: 'Bram de Boer', Stage: 'Closed Won' };
    expect(await portal.record('Deals', id)).toMatchObject(stored);
    await portal.delivered();
    expect(await evidence()).toHaveLength(1);
    const [note] = await evidence();
    expect(note?.Note_Title).toBe(`Ondertekening ${kenmerk}`);
    const text = String(note?.Note_Content);
    for (const fact of [
      'Bram de Boer',
      fingerprint,
      'bestelling met betalingsverplichting',
      'Voorwaarden: voorbeeld-2026-11',
      'IP-adres: 127.0.0.1',
      'Browser: Testbrowser 1.0',
      'Kenmerk bevestigd',
      `Totaal incl. btw: ${euro.format(survey1_calc?.priceCalc.finalInclVat ?? 0)}`,
    ]) {
      expect(text).toContain(fact);
    }
    const [, signedAt = ''] = /^Tijd \(server\): (20\S+)$/m.exec(text) ?? [];
    expect(Date.parse(signedAt)).toBeGreaterThanOrEqual(changedAt + 1_000);
    expect(await fileNames()).toEqual([`Getekende offerte ${kenmerk}.pdf`]);
  });

  test('§7.2 a signature without a fingerprint is for the quote that the CRM holds, and the evidence says that none was confirmed', async () => {
    await bram.post(approvePath, { survey1_approve_clicked: true });
    expect((await bram.post(approvePath, { gaikan_signature_plain: 'Bram' })).status).toBe(200);
    await portal.delivered();
    expect((await evidence())[0]?.Note_Content).toContain('Geen kenmerk bevestigd');
  });

  test('§5, J6 a name without two letters is refused', async () => {
    await approved();
    for (const name of ['B', ' B ', '    ', '', '..', '12', 'B.', '\u3164\u3164']) {
      const { status, body } = await bram.post(approvePath, { gaikan_signature_plain: name });
      expect([status, body.error]).toEqual([422, 'field_invalid']);
    }
    expect((await portal.record('Deals', id)).gaikan_signature_plain).toBeNull();
  });
});

test('J6 a customer without address or number cannot sign, and reads what is missing; with both the order is signed', async () => {
  const missing = { Mailing_Street: null, Mailing_Zip: '.', Mailing_City: ' ', Phone: null };
  await portal.salesOps('Contacts', bram.contactId, missing);
  const { fingerprint } = await approved();
  const refused = await bram.post(approvePath, { gaikan_signature_plain: 'Bram', fingerprint });
  expect([refused.status, refused.body.error]).toEqual([409, 'details_missing']);
  expect(refused.body.fields).toEqual({
    Mailing_Street: 'Vul uw straat en huisnummer in.',
    Mailing_Zip: 'Vul uw postcode in.',
    Mailing_City: 'Vul uw woonplaats in.',
    Phone: 'Vul uw telefoonnummer in.',
  });
  expect((await portal.record('Deals', id)).gaikan_signature_plain).toBeNull();
  const properties = { Mailing_Street: 'Laan 1', Mailing_Zip: '6711 AB', Mailing_City: 'Ede', Phone: '06-00000102' };
  await bram.post('/api/contacts/contactDetails', { properties });
  const now = await shown();
  const signed = await bram.post(approvePath, { gaikan_signature_plain: 'Bram', fingerprint: now.fingerprint });
  expect(signed.status).toBe(200);
});

describe('F1 what you see is what you sign', () => {
  test('fault 34: after an edit by sales ops in between, the answer is 409 quote_changed with the new quote, and nothing is written', async () => {
    const { fingerprint } = await approved();
    const priceCalc = { productUnitPriceSum: 100, vat: 21, finalInclVat: 121 };
    const reason = { gaikan_discount_reason: 'Gewijzigd' };
    await pdfDesk(portal).editCalc('bram', (calc) => Object.assign(calc, { priceCalc }), reason);
    const before = await portal.record('Deals', id);
    const answer = await bram.post(approvePath, { gaikan_signature_plain: 'Bram', fingerprint });
    expect([answer.status, answer.body.error]).toEqual([409, 'quote_changed']);
    expect(dealOf(answer).survey1_calc?.priceCalc).toEqual(priceCalc);
    expect(dealOf(answer).fingerprint).not.toBe(fingerprint);
    expect(await portal.record('Deals', id)).toEqual(before);
    expect(await evidence()).toEqual([]);
  });

  test.each([
    ['the address', 'Contacts', { Mailing_Street: 'Anderestraat 9' }],
    ['the subsidy line', 'Deals', { survey1_pending_subsidy: true }],
    ['a discount', 'Deals', { gaikan_discount: 250 }],
    ['own installation in "Uw keuze:"', 'Deals', { gaikan_self_installation: '1' }],
    ['a quote made by hand, without "Uw keuze:"', 'Deals', { survey1_no_calc: true }],
  ])('%s is noticed too', async (_, module, fields) => {
    const { fingerprint } = await approved();
    await portal.salesOps(module, module === 'Deals' ? id : bram.contactId, fields);
    const { status, body } = await bram.post(approvePath, { gaikan_signature_plain: 'Bram', fingerprint });
    expect([status, body.error]).toEqual([409, 'quote_changed']);
  });

  test.each([
    ['the text of the terms, under the same version', { terms: TERMS }],
    ['when to pay', { payments: PAYMENTS }],
  ])('a portal file with another %s is noticed too, and the refusal shows it', async (_, portalFile) => {
    const { fingerprint } = await approved();
    await portal.restart({ PORTAL_FILE: portalFileWith(portalFile) });
    const refused = await bram.post(approvePath, { gaikan_signature_plain: 'Bram', fingerprint });
    expect([refused.status, refused.body.error]).toEqual([409, 'quote_changed']);
    expect(JSON.stringify(dealOf(refused))).toMatch(/Nieuwe tekst|na plaatsing/);
    const now = { gaikan_signature_plain: 'Bram', fingerprint: dealOf(refused).fingerprint };
    expect(dealOf(await bram.post(approvePath, now)).signing).toMatchObject({ changedSince: false });
    await portal.restart();
    expect((await shown()).signing).toMatchObject({ changedSince: false });
  });

  test('an edit that the quote does not show, such as the expected closing date, does not stop a signature', async () => {
    const { fingerprint } = await approved();
    await portal.salesOps('Deals', id, { Closing_Date: '2026-12-31' });
    const { status } = await bram.post(approvePath, { gaikan_signature_plain: 'Bram', fingerprint });
    expect(status).toBe(200);
  });
});

describe('F2 exactly once', () => {
  test('fault 36: two tabs at once leave one signature and one evidence', async () => {
    const { fingerprint } = await approved();
    const sign = (name: string, key: string) =>
      bram.post(approvePath, { gaikan_signature_plain: name, fingerprint }, { 'idempotency-key': key });
    const answers = await Promise.all([sign('Bram Een', 'tab-number-1'), sign('Bram Twee', 'tab-number-2')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.body.error).toBe('already_signed');
    const signed = winner ? dealOf(winner).gaikan_signature_plain : null;
    expect((await portal.record('Deals', id)).gaikan_signature_plain).toBe(signed);
    await portal.delivered();
    expect(await fileNames()).toHaveLength(1);
    expect(await evidence()).toHaveLength(1);
  });

  test('fault 35: the same press after a restart finds its own signature, and takes over its order; another press does not', async () => {
    const { fingerprint } = await approved();
    const sign = (key: string) =>
      bram.post(approvePath, { gaikan_signature_plain: 'Bram', fingerprint }, { 'idempotency-key': key });
    expect((await sign('before-restart')).status).toBe(200);
    await portal.restart();
    // The state that a process leaves when it dies before it sends the copy.
    const stored = () => pdfDesk(portal).evidenceOf('bram');
    const { copy, ...rest } = await stored();
    const left = JSON.stringify({ ...rest, copy: { ...copy, heldUntil: '2026-01-02T10:00:00.000Z' } });
    await portal.salesOps('Deals', id, { portal_signature_evidence: left, portal_copy_sent_at: null });
    expect((await sign('before-restart')).status).toBe(200);
    await expect.poll(async () => (await stored()).copy.heldUntil).not.toMatch(/^2026-01/);
    await portal.delivered();
    expect((await sign('another-press')).status).toBe(409);
    expect(await evidence()).toHaveLength(1);
  });
});

test('F3 if the answer about the evidence note is lost, there is still one note', async () => {
  await portal.fault({ match: 'POST .*/Notes', kind: 'reset', when: 'after', times: 1 });
  await pdfDesk(portal).sign('bram', 'Bram');
  expect(await fileNames()).toHaveLength(1);
  expect(await evidence()).toHaveLength(1);
});
