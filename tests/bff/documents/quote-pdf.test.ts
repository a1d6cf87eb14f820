import { describe, expect, test } from 'vitest';
import type { Deal } from '../../../bff/view-models/deal.ts';
import type { Site } from '../../../bff/view-models/site.ts';
import { SIGN } from '../../../web/texts/order.ts';
import { QUOTE } from '../../../web/texts/quote.ts';
import { GOOD_TO_KNOW, QUOTE_STORY } from '../../../web/texts/quote-parts.ts';
import { DISTANCE } from '../../../web/texts/survey-steps.ts';
import { openFreshPortal } from '../own-portal.ts';
import { cellsOf, euros, headingsOf, oneLine, pagesOf, pdfDesk, type ReceivedPdf } from './pdf-desk.ts';

// The quote as PDF, for a customer and for staff, read back from the PDF itself.

const portal = await openFreshPortal();
const desk = pdfDesk(portal);

const papers = new Map<string, Promise<ReceivedPdf>>();
/** The customer's PDF, drawn once: for tests that have changed nothing of this person. */
function paperOf(name: string): Promise<ReceivedPdf> {
  const paper = papers.get(name) ?? desk.pdfOf(name);
  papers.set(name, paper);
  return paper;
}

/** The advisers of the page, with their telephone numbers if the portal file has them. */
const ADVISERS: Record<string, string> = {
  bram: `${QUOTE_STORY.adviser}: Tom Verhoeven 085 000 00 02`,
  carla: `${QUOTE_STORY.adviser}: Yusuf Aydin`,
};

/** The rows of a quote on its customer's page: name and amount. */
function rowsOf(deal: Deal): [string, number | null][] {
  if (deal.gaikan_deal_version === '2') {
    return (deal.survey1_calc?.output.products ?? []).map(({ name, priceTotal }) => [name, priceTotal]);
  }
  const rows = deal.products.map(({ Product_Name, Unit_Price }): [string, number | null] => [Product_Name, Unit_Price]);
  const discount = deal.gaikan_discount;
  return discount ? [...rows, [deal.gaikan_discount_reason ?? 'Korting', -discount]] : rows;
}

describe('§2.5 the quote as PDF', () => {
  test.each(['bram', 'carla', 'daan', 'eva', 'fatima', 'gerrit', 'karel'])(
    '§2.5 %s: the PDF has every row and total of the page, to the cent, with customer, seller and adviser',
    async (name) => {
      const deal = await desk.dealOf(name);
      const { productUnitPriceSum, vat, finalInclVat } = deal.survey1_calc?.priceCalc ?? {};
      for (const pdf of [await paperOf(name), await desk.staffPdf(name)]) {
        expect(pdf.status).toBe(200);
        const cells = cellsOf(pdf);
        const expected: [string, number | null | undefined][] = [
          ...rowsOf(deal),
          ['Totaal Excl. btw', productUnitPriceSum],
          ['Btw (21%)', vat],
          ['Eind totaal incl. btw', finalInclVat],
        ];
        for (const [label, amount] of expected) {
          expect(cells.find(([first]) => first === label)?.at(-1)).toBe(euros(amount));
        }
        const amounts = pdf.text.match(/€ -?[\d.]+,\d\d/g) ?? [];
        const half = Math.floor((finalInclVat ?? Number.NaN) * 50) / 100;
        const halves = [half, (finalInclVat ?? Number.NaN) - half];
        const known = new Set([
          ...[...expected.map(([, amount]) => amount), ...halves].map(euros),
          ...(deal.survey1_calc?.output.products ?? []).map(({ pricePer }) => euros(pricePer)),
          euros(deal.financing?.monthlyEuros),
        ]);
        expect(amounts.filter((amount) => !known.has(amount))).toEqual([]);
        const { Full_Name, Mailing_Street, Mailing_Zip, Mailing_City } = deal.customer;
        for (const text of [Full_Name, Mailing_Street, `${Mailing_Zip} ${Mailing_City}`, deal.kenmerk]) {
          expect(pdf.text).toContain(text);
        }
        for (const text of ['Voorbeeldstraat 1', 'KvK 00000000', 'Btw-id NL000000000B00', '085 000 00 00']) {
          expect(pdf.text).toContain(text);
        }
        expect(pdf.text.includes('Onder voorbehoud van subsidie')).toBe(name === 'karel');
        expect(pdf.text.includes('Let op! Geld lenen kost geld')).toBe(name === 'carla');
        expect(pdf.text.includes(QUOTE_STORY.adviser)).toBe(deal.quoteArea === 'approve');
        expect(pdf.plain).toContain(ADVISERS[name] ?? '');
      }
    },
  );

  test('F4 the PDF has the next steps, the withdrawal, the terms and the model form, under the headings of the page', async () => {
    const pdf = await paperOf('bram');
    const { text, objects } = pdf;
    expect(headingsOf(pdf)).toEqual([
      QUOTE.heading,
      QUOTE_STORY.home,
      QUOTE.paying,
      QUOTE_STORY.why,
      QUOTE_STORY.how,
      SIGN.withdrawalTitle,
      GOOD_TO_KNOW.guarantee,
      SIGN.termsTitle,
      'Modelformulier voor herroeping',
    ]);
    expect(text).toContain(QUOTE.price('incl. btw'));
    const { product, pricePer, amount, total } = QUOTE.columns;
    const columns = pdf.written.filter(({ tag }) => tag === 'TH').map((cell) => cell.text);
    expect(columns.filter((column) => column !== QUOTE.exVat).slice(0, 4)).toEqual([product, pricePer, amount, total]);
    for (const words of ['nog niet ondertekend', 'Versie voorbeeld-2026-11', 'hooguit de helft vooraf']) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('Vingerafdruk');
    expect(objects).toMatch(/\/Alt \(Tekening van een huis met 16 zonnepanelen: [^)]*12 meter kabel[^)]*6 modules/);
  });

  test('an open offer has the reasons of its page; a signed order has none', async () => {
    const { why } = (await portal.call('GET', '/api/site')).body as Site;
    expect(why.length).toBeGreaterThan(0);
    expect((await paperOf('carla')).plain).toContain(
      `${QUOTE_STORY.why} ${why.map((sentence) => `• ${sentence}`).join(' ')}`,
    );
    await desk.sign('bram', "Bram van 't Hof");
    for (const { text } of [await desk.pdfOf('bram'), await paperOf('daan')]) {
      expect(text).not.toContain(QUOTE_STORY.why);
    }
  });

  test('a declined offer says so, and has no PDF once it can no longer be agreed to', async () => {
    await portal.as('carla').post(`${desk.pathOf('carla')}/decline`, {});
    const pdf = await desk.pdfOf('carla');
    const text = pdf.plain;
    expect(text).toMatch(/^Afgewezen offerte Afgewezen op \p{L}+ \d+ \p{L}+ \d{4}, \d\d:\d\d /u);
    expect(pdf.headers['content-disposition']).toContain('"Afgewezen offerte ');
    expect(text).toContain('U heeft deze offerte afgewezen op ');
    expect(text).not.toContain('u zit nergens aan vast');
    // It does not sell any more.
    expect(text).toContain(QUOTE.priceNotForSale('incl. btw'));
    expect(text).not.toContain(QUOTE.price('incl. btw'));
    for (const title of [QUOTE_STORY.why, QUOTE_STORY.how]) expect(headingsOf(pdf)).not.toContain(title);
    await portal.salesOps('Deals', desk.dealIdOf('carla'), { survey1_client_visible: false });
    expect(await desk.refusalOf('carla')).toEqual([409, 'quote_incomplete']);
  });

  test('J1 the drawn house has the metres of the calculation; after a change of the metres the offer has no PDF, also if it is declined', async () => {
    const metresIn = ({ objects }: ReceivedPdf) => /\/Alt \(Tekening[^)]*?(\d+) meter kabel/.exec(objects)?.[1];
    const id = desk.dealIdOf('bram');
    const props = { survey1_battery_box_distance_m: '13' };
    expect((await portal.as('bram').put(desk.pathOf('bram'), { props })).status).toBe(200);
    expect(metresIn(await desk.pdfOf('bram'))).toBe('13');
    await portal.salesOps('Deals', id, { survey1_battery_box_distance_m: '30' });
    expect(await desk.refusalOf('bram')).toEqual([409, 'quote_incomplete']);
    await portal.as('bram').post(`${desk.pathOf('bram')}/decline`, {});
    expect(await desk.refusalOf('bram')).toEqual([409, 'quote_incomplete']);
    // An older and a manual offer were calculated without a distance: the deal's counts.
    for (const name of ['carla', 'gerrit']) {
      await portal.salesOps('Deals', desk.dealIdOf(name), { survey1_battery_box_distance_m: '9' });
      const pdf = await desk.pdfOf(name);
      expect(metresIn(pdf)).toBe('9');
      expect(pdf.objects).not.toMatch(/\/Alt \(Tekening[^)]*module/);
    }
  });

  test('J1 a calculated offer that became a manual quote states no distance beside the cable in its rows', async () => {
    await portal.salesOps('Deals', desk.dealIdOf('bram'), {
      survey1_no_calc: true,
      survey1_battery_box_distance_m: '20',
    });
    expect((await desk.pdfOf('bram')).objects).not.toMatch(/\/Alt \(Tekening[^)]*meter kabel/);
  });

  test('"Uw keuze" stays within its box, also with a long name; a size is never split', async () => {
    await desk.editCalc('bram', ({ output }) => {
      const inverter = output.products.find(({ type }: { type: string }) => type === 'inverter');
      inverter.name = 'Hybride omvormer voor drie fasen '.repeat(4).trim();
    });
    for (const name of ['bram', 'carla', 'eva']) {
      const { written, drawn } = name === 'bram' ? await desk.pdfOf(name) : await paperOf(name);
      const [top = ''] = drawn[0]?.split('/H2 <<') ?? [];
      // The bar at the left edge of the box, from the top of the page; lines of text are measured from its foot.
      const [, start, height] = /\n56 ([\d.]+) 3 ([\d.]+) re/.exec(top) ?? [];
      const items = top.match(/\/LBody <<[\s\S]*?EMC/g)?.join('') ?? '';
      const baselines = [...items.matchAll(/1 0 0 1 [\d.]+ ([\d.]+) Tm/g)].map(([, y]) => 841.89 - Number(y));
      expect(baselines.length).toBeGreaterThan(2);
      expect((baselines.at(-1) ?? Number.NaN) - Number(start)).toBeLessThan(Number(height) - 10);
      const size = written.find(({ tag, text }) => tag === 'LBody' && text.startsWith('Omvormer'));
      if (name !== 'bram') expect(oneLine(size?.text)).toMatch(/^Omvormer vermogen \d+ kW \(\d+ kWh\)$/);
    }
  });

  test('an open offer says where it is signed, without the personal link; the drawing has the words of the page', async () => {
    const { text, plain } = await paperOf('bram');
    expect(plain).toContain('via uw persoonlijke link naar portal.test,');
    expect(text).not.toContain(portal.as('bram').hash);
    const { cupboard, battery, metres } = DISTANCE.drawing;
    for (const word of [metres(12), cupboard, battery]) expect(text.split('\n')).toContain(word);
  });

  test('the house has the panels of the answers on its roof', async () => {
    const salesOps = (fields: Record<string, unknown>) => portal.salesOps('Deals', desk.dealIdOf('bram'), fields);
    await salesOps({ survey1_number_of_panels: '1' });
    expect((await desk.pdfOf('bram')).objects).toContain('/Alt (Tekening van een huis met 1 zonnepaneel: ');
    await salesOps({ survey_1_has_solar_panels: false });
    expect((await desk.pdfOf('bram')).objects).toContain('/Alt (Tekening van een huis: ');
  });

  test.each([
    ['bram', 3],
    ['carla', 3],
    ['daan', 2],
    ['eva', 2],
    ['karel', 3],
  ])('the PDF of %s has no page with only one short part, and all terms are on one page', async (name, count) => {
    const pages = pagesOf(await paperOf(name));
    expect(pages).toHaveLength(count);
    for (const page of pages) {
      const headings = page.filter(({ tag }) => /^H[12]$/.test(tag)).map(({ text }) => text);
      expect(headings.length > 1 || headings[0] === 'Modelformulier voor herroeping').toBe(true);
    }
    expect(pages.filter((page) => page.some(({ tag }) => tag === 'H3')).length).toBeLessThan(2);
  });

  test('H1 it is tagged: language, title, headings, tables with headers, pictures with alternative text, nothing left out', async () => {
    for (const name of ['bram', 'eva']) {
      const { objects, written, bytes, pages } = await paperOf(name);
      expect(bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7');
      for (const part of [
        /\/MarkInfo/,
        /\/Marked true/,
        /\/StructTreeRoot/,
        /\/Lang \(nl-NL\)/,
        /\/DisplayDocTitle true/,
      ]) {
        expect(objects).toMatch(part);
      }
      expect(bytes.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>');
      expect(objects).toMatch(/\/S \/TH[\s\S]*?\/Scope \/Column/);
      expect(objects).toMatch(/\/S \/TH[\s\S]*?\/Scope \/Row/);
      const figures = objects.match(/\/S \/Figure/g)?.length ?? 0;
      expect([name, figures, objects.match(/\/Alt \(/g)?.length]).toEqual([name, 2, figures]);
      const tags = new Set(written.map(({ tag }) => tag));
      // This tag marks the words in a drawing.
      tags.delete('Figure');
      // These headings are of the terms of an order, and nobody recorded the terms of Eva's order.
      if (name === 'eva') tags.add('H3');
      expect([...tags].sort()).toEqual(['Artifact', 'H1', 'H2', 'H3', 'LBody', 'Lbl', 'P', 'TD', 'TH']);
      expect(written[0]).toMatchObject({ tag: 'H1', text: name === 'eva' ? 'Getekende offerte' : 'Offerte' });
      expect(written.map(({ text }) => text).join('')).not.toContain('\ufffd');
      for (let page = 1; page <= pages; page += 1) {
        expect(written).toContainEqual({ tag: 'Artifact', text: `pagina ${page} van ${pages}` });
      }
    }
  });

  test('it has a file name, is not cached, and holds no personal link', async () => {
    const { kenmerk } = await desk.dealOf('bram');
    const { headers, bytes } = await paperOf('bram');
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Offerte ${kenmerk}.pdf"`,
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(bytes.toString('latin1')).not.toContain('/URI');
    expect((await paperOf('daan')).headers['content-disposition']).toContain('"Getekende offerte ');
    expect(portal.logged()).not.toContain("van 't Hof");
  });

  test.each([
    ['anna', 'no quote'],
    ['hanna', 'not released'],
  ])('F7 %s has no PDF: %s', async (name) => {
    expect(await desk.refusalOf(name)).toEqual([409, 'conflict']);
    expect((await desk.staffPdf(name)).status).toBe(409);
  });

  test('E8 a quote that does not add up gives no PDF', async () => {
    await desk.editCalc('bram', ({ priceCalc }) => {
      priceCalc.finalInclVat -= 1000;
    });
    expect(await desk.refusalOf('bram')).toEqual([409, 'quote_incomplete']);
    // Eva's signature has no evidence, so nothing says what it covers.
    await portal.salesOps('Deals', desk.dealIdOf('eva'), { gaikan_discount: 1000 });
    expect(await desk.refusalOf('eva')).toEqual([409, 'quote_incomplete']);
  });

  test('B3 a deal is not found by staff under another contact', async () => {
    expect((await desk.staffPdf('carla', desk.dealIdOf('bram'))).status).toBe(404);
  });

  test('a PDF costs one CRM call, two for staff; the twenty-first in ten minutes is refused', async () => {
    await portal.restart();
    expect(await portal.crmCallsOf(() => desk.pdfOf('karel'))).toHaveLength(1);
    expect(await portal.crmCallsOf(() => desk.staffPdf('karel'))).toHaveLength(2);
    expect(await portal.crmCallsOf(() => desk.pdfOf('daan'))).toHaveLength(1);
    // Its stored PDF need not be drawn each time.
    await desk.sign('bram', 'Bram');
    for (let pdf = 1; pdf <= 20; pdf += 1) expect((await desk.pdfOf('bram')).status).toBe(200);
    expect((await desk.pdfOf('bram')).status).toBe(429);
    // Staff have their own count.
    expect((await desk.staffPdf('bram')).status).toBe(200);
    expect((await desk.pdfOf('daan')).status).toBe(200);
  });
});
