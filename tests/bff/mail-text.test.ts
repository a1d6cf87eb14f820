import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { declineMail } from '../../bff/deal/decline-mail.ts';

const portalFile = JSON.parse(readFileSync('portal.json', 'utf8'));
const quote = {
  totals: { productUnitPriceSum: 100, vat: 21, finalInclVat: 121 },
  highlights: [],
  rows: [],
  notices: [],
};
const mailOf = (portal: typeof portalFile) =>
  declineMail(
    portal,
    { name: 'Bram', email: 'bram@example.nl' },
    { kenmerk: 'AAAA-BBBB', quote, canReconsider: true, declinedAt: '2026-11-26T00:54:00Z' },
    'https://portaal.example',
  );

// The sandbox accepts every mail as HTML, so this test takes the plain text from the function that makes it.
test('a mail as plain text begins with its news, and has the facts, the steps and the address of its button', () => {
  const mail = mailOf(portalFile);
  expect(mail.content).toMatch(
    /^U heeft de offerte afgewezen\n\nBeste Bram,\n\nWij hebben dat genoteerd\.[\s\S]*Totaal incl\. btw: €\s121,00[\s\S]*Bekijk de offerte:\nhttps:\/\/portaal\.example\n/,
  );
  expect(mail.content).not.toMatch(/[<⬢]/);
  expect(mail.content).toMatch(/Bel ons op 085\u00a0000\u00a000\u00a000 of mail naar voorbeeld@gaikan\.example\.\n/);
  expect(mail.content).not.toMatch(/tel:|mailto:/);
});

test('telephone and mail address of a mail as HTML are links, whatever signs they have', () => {
  const { html } = mailOf({ ...portalFile, seller: { ...portalFile.seller, phone: '(085) 1-2', email: 'a&b+c@d.nl' } });
  expect(html).toContain('<a href="tel:08512"');
  expect(html).toContain('>(085)\u00a01-2</a>');
  expect(html).toContain('<a href="mailto:a%26b%2Bc@d.nl"');
  expect(html).toContain('>a&amp;b+c@d.nl</a>');
});
