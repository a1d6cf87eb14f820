import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { drawnSignature } from '../../../fixtures/crm-sandbox/seed/deals.ts';
import { SIGN, THANKS } from '../../../web/texts/order.ts';
import { QUOTE } from '../../../web/texts/quote.ts';
import { GOOD_TO_KNOW } from '../../../web/texts/quote-parts.ts';
import { openFreshPortal, ownPortal } from '../own-portal.ts';
import { jpeg } from '../photos/picture-files.ts';
import { portalFileWith } from '../portal-file.ts';
import { CRYSTAL, cellsOf, euros, headingsOf, pdfDesk } from './pdf-desk.ts';

// The PDF of a signed quote shows what was signed, whatever happens to the deal later.

const portal = await openFreshPortal();
const desk = pdfDesk(portal);

const SELLER = {
  name: 'Nieuwe Naam B.V.',
  street: 'Andere Kade 2',
  zipCity: '1234 AB Elders',
  kvk: '12345678',
  vatId: 'NL123456789B01',
  phone: '085 999 99 99',
  email: 'post@nieuw.example',
};

describe('F2, F3 the signed quote as PDF', () => {
  test('J7 it names the seller that sold the order, also if it is made again under another seller; an open offer names the new seller', async () => {
    const own = await ownPortal();
    const { sign, pdfOf, dealIdOf } = pdfDesk(own);
    await sign('bram', 'Bram');
    const [file] = await own.related('Deals', dealIdOf('bram'), 'Attachments', 'File_Name');
    await own.crm(`/Deals/${dealIdOf('bram')}/Attachments/${file?.id}`, 'DELETE');
    const { seller } = JSON.parse(readFileSync('portal.json', 'utf8'));
    await own.restart({ PORTAL_FILE: portalFileWith({ seller: SELLER }) });
    const namesOf = (text: string, of: object) => Object.values(of).filter((fact) => text.includes(fact)).length;
    const { text, objects } = await pdfOf('bram');
    expect(text).toContain('opnieuw gemaakt');
    expect([namesOf(text, seller), namesOf(text, SELLER)]).toEqual([7, 0]);
    expect(objects).not.toContain(SELLER.name);
    expect(namesOf((await pdfOf('carla')).text, SELLER)).toBe(7);
  });

  test('F3 name, moment and fingerprint as stored in the CRM, the same each time: handwriting on the first page, details for doubts last', async () => {
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

    const { written, text, plain, objects } = first;
    const placeOf = (words: string) => written.findIndex((piece) => piece.text.includes(words));
    const endOfFirstPage = placeOf('pagina 1 van');
    for (const words of ['Getekend door', 'Bram van ’t Hof', 'Met de knop', 'Eind totaal incl. btw']) {
      expect(placeOf(words)).toBeLessThan(endOfFirstPage);
    }
    expect(objects).toContain('Caveat');
    expect(objects).toContain(CRYSTAL);
    expect(headingsOf(first)).toEqual([
      'Ondertekening',
      THANKS.rows,
      QUOTE.paying,
      THANKS.whatNow,
      SIGN.withdrawalTitle,
      GOOD_TO_KNOW.guarantee,
      SIGN.termsTitle,
      'Modelformulier voor herroeping',
      'Gegevens bij de ondertekening',
    ]);
    expect(plain).toContain('Precies deze offerte stond op uw scherm toen u op de knop drukte.');
    expect(text).not.toContain('stuurde het kenmerk mee');
  });

  test.each(['figures', 'address'])(
    'E10 %s changed after the signature: the paper shows what was signed',
    async (what) => {
      const signed = await desk.sign('bram', 'Bram');
      const { contactId } = portal.as('bram');
      if (what === 'figures') {
        const priceCalc = { productUnitPriceSum: 100, vat: 21, finalInclVat: 121 };
        await desk.editCalc('bram', (calc) => Object.assign(calc, { priceCalc }));
      } else await portal.salesOps('Contacts', contactId, { Mailing_Street: 'Nieuwe Gracht 1' });
      const now = await desk.dealOf('bram');
      // The page also shows what was signed, and staff see that the deal says something else now.
      expect(now).toMatchObject({
        kenmerk: signed.kenmerk,
        customer: signed.customer,
        survey1_calc: signed.survey1_calc,
      });
      expect(now.signing?.changedSince).toBe(true);

      const { text } = await desk.pdfOf('bram');
      expect(text).toContain(euros(signed.survey1_calc?.priceCalc.finalInclVat));
      expect(text).toContain(signed.customer.Mailing_Street);
      expect(text.replace(/\s/g, '')).toContain(signed.fingerprint);
      expect(text).not.toMatch(/€ 121,00|Nieuwe Gracht/);
    },
  );

  test('F4 an order keeps the notice and label of guarantees and the terms that it was signed under, also after they were replaced', async () => {
    const [held] = JSON.parse(readFileSync('portal.json', 'utf8')).earlierTerms;
    const label = `data:image/jpeg;base64,${jpeg(60, 20).bytes.toString('base64')}`;
    const guarantees = {
      guaranteeNotice: { image: drawnSignature, text: 'Mededeling wettelijke garantie' },
      guaranteeLabel: { image: label, text: 'Label garantie van de fabrikant' },
    };
    const PORTAL_FILE = portalFileWith({ ...guarantees, terms: held, earlierTerms: [] });
    const before = await ownPortal({ PORTAL_FILE });
    // Before the signature and on the order: the law requires the notice beforehand, and on paper to keep.
    for (const sign of [false, true]) {
      if (sign) await pdfDesk(before).sign('bram', 'Bram');
      const { objects, plain } = await pdfDesk(before).pdfOf('bram');
      expect(objects.match(/\/Alt \((Mededeling|Label)[^)]*\)/g)).toEqual([
        '/Alt (Mededeling wettelijke garantie)',
        '/Alt (Label garantie van de fabrikant)',
      ]);
      expect(objects.match(/\/Subtype \/Image/g)).toHaveLength(2);
      expect(plain).toContain('De officiële mededeling daarover staat achteraan.');
    }
    const id = desk.dealIdOf('bram');
    const { gaikan_signature_plain, portal_signature_evidence } = await before.record('Deals', id);
    await portal.salesOps('Deals', id, { gaikan_signature_plain, portal_signature_evidence });
    const text = (await desk.pdfOf('bram')).plain;
    expect(text).toContain(`Versie ${held.version}`);
    expect(text).toContain('U betaalt na de plaatsing, binnen veertien dagen na de factuur.');
    expect(text).not.toContain('hooguit de helft vooraf');
  });

  test('J3 the PDF of a signature without evidence is a copy: with no seal or crystal, no signed kenmerk, no terms and no payments', async () => {
    const { version } = JSON.parse(readFileSync('portal.json', 'utf8')).terms;
    for (const name of ['daan', 'eva']) {
      const { text, plain, bytes, objects } = await desk.pdfOf(name);
      expect(plain).toContain('Kopie zonder zegel');
      expect(plain).toContain('is niet vastgelegd welke voorwaarden golden');
      for (const words of [version, 'na uw bestelling']) expect(text).not.toContain(words);
      expect(bytes.toString('latin1')).not.toContain('/ByteRange');
      expect(objects).not.toContain(CRYSTAL);
    }
  });
});
