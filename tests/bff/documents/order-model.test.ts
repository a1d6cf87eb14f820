import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { QUOTE } from '../../../web/texts/quote.ts';
import { openFreshPortal, ownPortal } from '../own-portal.ts';
import { portalFileWith } from '../portal-file.ts';
import { CRYSTAL, oneLine, pdfDesk } from './pdf-desk.ts';

// One model draws a signed order from its evidence: for the page and its print, the PDF and the mail.

const WARNING = 'Let op! Geld lenen kost geld';
const EXAMPLE = 'Rekenvoorbeeld';
const FINANCED =
  'met financiering, € 129,00 per maand, 15 jaar vast, hooguit 180 maanden, onder voorbehoud van kredietacceptatie, van Voorbeeldkrediet B.V.';

const portal = await openFreshPortal();
const desk = pdfDesk(portal);

const mails = () => portal.outbox();
/** Sales ops make Carla's battery 40 kWh. */
const makeLarger = () =>
  desk.editCalc('carla', ({ quote }) => Object.assign(quote.battery, { size: 40 }), {
    survey1_preferred_battery_size: '40',
  });

describe('J7 a signed order is drawn from its evidence', () => {
  test.each([true, false])(
    'F6 financing chosen: %s. Evidence, page, PDF and mail say so, and the lender’s words appear only with a loan',
    async (chosen) => {
      const open = (await desk.pdfOf('carla')).plain;
      expect([open.includes(WARNING), open.includes(EXAMPLE)]).toEqual([true, true]);
      await desk.sign('carla', 'Carla Timmermans', chosen);
      const { signing } = await desk.dealOf('carla');
      const payment = chosen ? FINANCED : 'zonder financiering';
      expect(oneLine(signing?.payment)).toContain(payment);
      const notes = await portal.related('Deals', desk.dealIdOf('carla'), 'Notes', 'Note_Title,Note_Content');
      const evidence = notes.find(({ Note_Title }) => String(Note_Title).startsWith('Ondertekening '));
      for (const words of [`Betaling: ${payment}`, '- Zoutbatterij 20 kWh', '- Vroegboekkorting']) {
        expect(oneLine(evidence?.Note_Content)).toContain(words);
      }
      expect(signing?.loan === null).toBe(!chosen);
      expect(signing?.payments.map((part) => part.euros)).toEqual(chosen ? [] : [7305.37, 7305.38]);
      const text = (await desk.pdfOf('carla')).plain;
      expect(text.includes('U koos: met financiering, € 129,00 per maand')).toBe(chosen);
      const [mail] = await mails();
      const mailed = String(mail?.content).replace(/<[^>]+>/g, '');
      expect(mailed).toContain(`Betaling: ${chosen ? 'met' : 'zonder'} financiering`);
      expect(mailed.includes('Zo betaalt u')).toBe(!chosen);
      // Directly under the choice, in bold.
      expect(/Betaling:<\/span> met [^<]*<br>\n<strong>Let op!/.test(String(mail?.content))).toBe(chosen);
      for (const words of [text, mailed]) expect(words.includes(WARNING)).toBe(chosen);
      expect(text.includes(EXAMPLE)).toBe(chosen);
    },
  );

  test('a financing choice counts for the quote that it was made for, and for no other', async () => {
    const path = `${desk.pathOf('carla')}/approve`;
    const carla = portal.as('carla');
    const fingerprint = async () => (await desk.dealOf('carla')).fingerprint;
    await carla.post(path, { survey1_approve_clicked: true, fingerprint: await fingerprint(), financing: true });
    await makeLarger();
    await carla.post(path, { gaikan_signature_plain: 'Carla Timmermans', fingerprint: await fingerprint() });
    expect((await desk.dealOf('carla')).signing).toMatchObject({ payment: null, loan: null });
  });

  test('the worked example appears only beside the amount that it is about', async () => {
    await makeLarger();
    expect(await desk.dealOf('carla')).toMatchObject({
      financing: { monthlyEuros: 212 },
      conditions: { loan: { example: null } },
    });
  });

  test('page, evidence, mail and PDF keep terms and both payments as they were signed, also when the portal file no longer has them', async () => {
    const both = ['€ 12.248,53 na uw bestelling', '€ 12.248,53 als de batterij is geplaatst en werkt'];
    const open = (await desk.pdfOf('bram')).plain;
    for (const payment of both) expect(open).toContain(payment);
    await desk.sign('bram', 'Bram');
    const id = desk.dealIdOf('bram');
    const { gaikan_signature_plain, portal_signature_evidence } = await portal.record('Deals', id);
    const signed = [
      { when: 'na uw bestelling', euros: 12_248.53 },
      { when: 'als de batterij is geplaatst en werkt', euros: 12_248.53 },
    ];
    expect(JSON.parse(String(portal_signature_evidence)).payments).toEqual(signed);
    const [note] = await portal.related('Deals', id, 'Notes', 'Note_Content');
    const [mail] = await mails();
    for (const words of [oneLine(mail?.content), oneLine(note?.Note_Content)]) {
      for (const payment of both) expect(words).toContain(payment);
    }

    const payments = [
      { percent: 30, when: 'vooraf' },
      { percent: 70, when: 'achteraf' },
    ];
    const terms = { version: 'later', paragraphs: [{ title: 'Anders', text: 'Alles voor de plaatsing betalen.' }] };
    const later = await ownPortal({ PORTAL_FILE: portalFileWith({ payments, terms, earlierTerms: [] }) });
    // 30% is € 7.349,118: nothing is rounded in favour of the seller.
    const offered = (await pdfDesk(later).pdfOf('bram')).plain;
    for (const payment of ['€ 7.349,11 vooraf', '€ 17.147,95 achteraf']) expect(offered).toContain(payment);
    await later.salesOps('Deals', id, { gaikan_signature_plain, portal_signature_evidence });
    const at = pdfDesk(later);
    const file = JSON.parse(readFileSync('portal.json', 'utf8'));
    expect((await at.dealOf('bram')).signing).toMatchObject({ payments: signed, terms: file.terms });
    const text = (await at.pdfOf('bram')).plain;
    for (const words of [...both, 'U betaalt hooguit de helft vooraf.']) expect(text).toContain(words);
    for (const words of ['achteraf', 'Alles voor de plaatsing']) expect(text).not.toContain(words);
  });

  test('a conditional subsidy is printed with what the condition means', async () => {
    await desk.sign('karel', 'Karel Hendriks');
    const { quote } = await desk.dealOf('karel');
    expect(quote.notices).toEqual([
      'Onder voorbehoud van subsidie',
      expect.stringContaining('Wordt zij niet toegekend, dan vervalt de bestelling en kost die u niets.'),
    ]);
    const [mail] = await mails();
    for (const words of [(await desk.pdfOf('karel')).plain, String(mail?.content)]) {
      for (const notice of quote.notices) expect(words).toContain(notice);
    }
  });

  test('F4 a withdrawn order’s PDF says so, also in its file name, does not sell, has no seal, no crystal and no withdrawal form, and claims no sealed copy, because there may be none', async () => {
    await desk.sign('bram', 'Bram');
    await portal.as('bram').post(`${desk.pathOf('bram')}/withdraw`, {});
    const { text, plain, bytes, objects, written, headers } = await desk.pdfOf('bram');
    const { kenmerk } = await desk.dealOf('bram');
    expect(headers['content-disposition']).toContain(`"Herroepen bestelling ${kenmerk}.pdf"`);
    expect(plain).toMatch(
      /Deze overeenkomst is herroepen\. .* Wat u al heeft betaald, krijgt u uiterlijk op \d+ \p{Ll}+ \d{4} terug\./u,
    );
    expect(written[0]).toEqual({ tag: 'H1', text: 'Herroepen bestelling' });
    expect(written[1]?.text).toMatch(/^Herroepen op \p{L}+ \d+ \p{L}+ \d{4}, \d\d:\d\d$/u);
    expect(text).toContain(QUOTE.priceNotForSale('incl. btw'));
    for (const words of [
      'Getekende offerte',
      'bewaar het bij uw papieren',
      'na uw bestelling',
      'Wij bellen u om de installatie in te plannen.',
      'Modelformulier voor herroeping',
    ]) {
      expect(plain).not.toContain(words);
    }
    expect(bytes.toString('latin1')).not.toContain('/ByteRange');
    expect(plain).toContain('Deze afdruk is gemaakt na de herroeping en heeft geen zegel.');
    expect(plain).not.toContain('verzegelde');
    expect(objects).not.toContain(CRYSTAL);
  });

  test('the receipt of a withdrawal is mailed after the confirmation of its order, however long that takes', async () => {
    // A fresh CRM has the same ids: the portal would still remember the earlier withdrawal.
    await portal.restart();
    await portal.fault({ match: 'POST .*/files', kind: 'latency', ms: 1_500 });
    const bram = portal.as('bram');
    const path = desk.pathOf('bram');
    await bram.post(`${path}/approve`, { survey1_approve_clicked: true, gaikan_signature_plain: 'Bram' });
    await bram.post(`${path}/withdraw`, {});
    await portal.settled();
    expect(await desk.mailed()).toEqual(['Uw getekende offerte', 'Uw herroeping: ontvangstbevestiging']);
  });
});
