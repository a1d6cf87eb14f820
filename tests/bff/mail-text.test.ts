import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { declineMail } from '../../bff/deal/decline-mail.ts';

// The sandbox refuses no HTML, so this text is read where it is made.
test('a mail as plain text begins with its news, and has the facts, the steps and the address of its button', () => {
  const portalFile = JSON.parse(readFileSync('portal.json', 'utf8'));
  const quote = {
    totals: { productUnitPriceSum: 100, vat: 21, finalInclVat: 121 },
    highlights: [],
    rows: [],
    notices: [],
  };
  const mail = declineMail(
    portalFile,
    { name: 'Bram', email: 'bram@example.nl' },
    { kenmerk: 'AAAA-BBBB', quote, canReconsider: true, declinedAt: '2026-11-26T00:54:00Z' },
    'https://portaal.example',
  );
  expect(mail.content).toMatch(
    /^U heeft de offerte afgewezen\n\nBeste Bram,\n\nWij hebben dat genoteerd\.[\s\S]*Totaal incl\. btw: €\s121,00[\s\S]*Bekijk de offerte:\nhttps:\/\/portaal\.example\n/,
  );
  expect(mail.content).not.toMatch(/[<⬢]/);
});
