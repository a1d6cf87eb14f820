import { deflateSync } from 'node:zlib';
import { FormData, request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { ADMIN_DIGEST, type Answer, type Portal, startPortal } from '../portal.ts';
import { ADMIN } from '../staff.ts';
import { type ReadPdf, readPdf } from './read-pdf.ts';

// The quote on paper, as a customer and as staff get it: read back from the PDF itself.

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterEach(() => portal.reset());
afterAll(() => portal.close());

const EURO = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });
const euros = (value: number | null | undefined) => EURO.format(value ?? Number.NaN).replace(/\u00a0/g, ' ');
const idOf = (name: string) => portal.as(name).dealIds[0] ?? '';
const pathOf = (name: string) => `/api/contacts/deals/${idOf(name)}`;
const dealOf = async (name: string) => (await portal.as(name).get(pathOf(name))).body.deal as Deal;

interface Paper extends ReadPdf {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

async function download(path: string, headers: Record<string, string>): Promise<Paper> {
  const answer = await request(`${portal.url}${path}`, { headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const read = answer.statusCode === 200 ? readPdf(bytes) : { pages: 0, written: [], text: '', objects: '' };
  return {
    ...read,
    text: read.text.replace(/\u00a0/g, ' '),
    status: answer.statusCode,
    headers: answer.headers,
    bytes,
  };
}

const paperOf = (name: string, who = name) =>
  download(`${pathOf(name)}/offerte.pdf`, { 'x-survey-hash': portal.as(who).hash });
const refusalOf = async (name: string) => {
  const { status, body }: Answer = await portal.as(name).get(`${pathOf(name)}/offerte.pdf`);
  return [status, body.error];
};
const staffPaper = (name: string, dealId = idOf(name)) =>
  download(`${ADMIN}/contacts/${portal.as(name).contactId}/deals/${dealId}/offerte.pdf`, {
    authorization: ADMIN_DIGEST,
  });

async function sign(name: string, typed: string, financing?: boolean): Promise<Deal> {
  const customer = portal.as(name);
  const { fingerprint } = await dealOf(name);
  const body = { fingerprint, ...(financing !== undefined && { financing }) };
  await customer.post(`${pathOf(name)}/approve`, { ...body, survey1_approve_clicked: true });
  const answer = await customer.post(`${pathOf(name)}/approve`, { ...body, gaikan_signature_plain: typed });
  expect(answer.status).toBe(200);
  return answer.body.deal as Deal;
}

/** The rows of a quote as its customer's page has them: name and amount. */
function rowsOf(deal: Deal): [string, number | null][] {
  if (deal.gaikan_deal_version === '2') {
    return (deal.survey1_calc?.output.products ?? []).map(({ name, priceTotal }) => [name, priceTotal]);
  }
  const rows = deal.products.map(({ Product_Name, Unit_Price }): [string, number | null] => [Product_Name, Unit_Price]);
  const discount = deal.gaikan_discount;
  return discount ? [...rows, [deal.gaikan_discount_reason ?? 'Korting', -discount]] : rows;
}

/** The texts of table cells, row by row: a header of a row, and what stands in it. */
function cellsOf({ written }: ReadPdf): string[][] {
  const rows: string[][] = [];
  for (const { tag, text } of written) {
    if (tag === 'TH') rows.push([text]);
    else if (tag === 'TD') rows.at(-1)?.push(text.replace(/\u00a0/g, ' '));
  }
  return rows;
}

describe('§2.5 the quote on paper', () => {
  test.each(['bram', 'carla', 'daan', 'eva', 'fatima', 'gerrit', 'karel'])(
    '§2.5 %s: every row and total as the page has it, to the cent, with whom it is for and by',
    async (name) => {
      const deal = await dealOf(name);
      const { productUnitPriceSum, vat, finalInclVat } = deal.survey1_calc?.priceCalc ?? {};
      for (const paper of [await paperOf(name), await staffPaper(name)]) {
        expect(paper.status).toBe(200);
        const cells = cellsOf(paper);
        const expected: [string, number | null | undefined][] = [
          ...rowsOf(deal),
          ['Totaal Excl. btw', productUnitPriceSum],
          ['Btw (21%)', vat],
          ['Eind totaal incl. btw', finalInclVat],
        ];
        for (const [label, amount] of expected) {
          expect(cells.find(([first]) => first === label)?.at(-1)).toBe(euros(amount));
        }
        const amounts = paper.text.match(/€ -?[\d.]+,\d\d/g) ?? [];
        const known = new Set([
          ...expected.map(([, amount]) => euros(amount)),
          ...(deal.survey1_calc?.output.products ?? []).map(({ pricePer }) => euros(pricePer)),
          euros(deal.financing?.monthlyEuros),
        ]);
        expect(amounts.filter((amount) => !known.has(amount))).toEqual([]);
        const { Full_Name, Mailing_Street, Mailing_Zip, Mailing_City } = deal.customer;
        for (const text of [Full_Name, Mailing_Street, `${Mailing_Zip} ${Mailing_City}`, deal.kenmerk]) {
          expect(paper.text).toContain(text);
        }
        for (const text of ['Voorbeeldstraat 1', 'KvK 00000000', 'Btw-id NL000000000B00', '085 000 00 00']) {
          expect(paper.text).toContain(text);
        }
        expect(paper.text.includes('Onder voorbehoud van subsidie')).toBe(name === 'karel');
        expect(paper.text.includes('Let op! Geld lenen kost geld')).toBe(name === 'carla');
      }
    },
  );

  test('L2, L3 what comes after the signature, the way out of it, the terms and the model form are on it', async () => {
    const { text, written } = await paperOf('bram');
    expect(written.filter(({ tag }) => tag === 'H2').map((heading) => heading.text)).toEqual([
      'Uw offerte:',
      'Wat er na uw handtekening gebeurt',
      '14 dagen bedenktijd',
      'Voorwaarden',
      'Modelformulier voor herroeping',
    ]);
    for (const words of ['nog niet ondertekend', 'Versie voorbeeld-2026-11', 'hooguit de helft vooraf']) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('Vingerafdruk');
  });

  test('H1 it is tagged: language, title, headings, tables with headers, pictures with words, nothing untold', async () => {
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
      expect([name, figures, objects.match(/\/Alt \(/g)?.length]).toEqual([name, name === 'eva' ? 2 : 1, figures]);
      const tags = new Set(written.map(({ tag }) => tag));
      expect([...tags].sort()).toEqual(['Artifact', 'H1', 'H2', 'H3', 'LBody', 'Lbl', 'P', 'TD', 'TH']);
      expect(written[0]).toMatchObject({ tag: 'H1', text: name === 'eva' ? 'Getekende offerte' : 'Offerte' });
      expect(written.map(({ text }) => text).join('')).not.toContain('\ufffd');
      for (let page = 1; page <= pages; page += 1) {
        expect(written).toContainEqual({ tag: 'Artifact', text: `pagina ${page} van ${pages}` });
      }
    }
  });

  test('it comes as a file with a name, is kept by nobody on the way, and holds no link', async () => {
    const { kenmerk } = await dealOf('bram');
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
    ['anna', 'no quote', 409, 'conflict'],
    ['hanna', 'not released', 409, 'conflict'],
  ])('F7 %s: %s, so no paper', async (name, _, status, error) => {
    expect(await refusalOf(name)).toEqual([status, error]);
    expect((await staffPaper(name)).status).toBe(status);
  });

  test('E8 a quote that does not add up is not put on paper', async () => {
    const calc = JSON.parse(String((await portal.record('Deals', idOf('bram'))).survey1_calc));
    calc.priceCalc.finalInclVat -= 1000;
    await portal.salesOps('Deals', idOf('bram'), { survey1_calc: JSON.stringify(calc) });
    expect(await refusalOf('bram')).toEqual([409, 'quote_incomplete']);
    // Eva's signature has no evidence: nothing says what it was bound to.
    await portal.salesOps('Deals', idOf('eva'), { gaikan_discount: 1000 });
    expect(await refusalOf('eva')).toEqual([409, 'quote_incomplete']);
  });

  test('B3 another’s deal is not found, also by staff under another contact', async () => {
    expect((await paperOf('bram', 'carla')).status).toBe(404);
    expect((await staffPaper('carla', idOf('bram'))).status).toBe(404);
  });

  test('what it costs: one CRM call, one more for a signed quote; the twenty-first in ten minutes waits', async () => {
    await portal.restart();
    expect(await portal.crmCallsOf(() => paperOf('karel'))).toHaveLength(1);
    expect(await portal.crmCallsOf(() => staffPaper('karel'))).toHaveLength(1);
    expect(await portal.crmCallsOf(() => paperOf('daan'))).toHaveLength(2);
    for (let paper = 3; paper <= 20; paper += 1) expect((await paperOf('karel')).status).toBe(200);
    expect((await paperOf('karel')).status).toBe(429);
    expect((await paperOf('daan')).status).toBe(200);
  });
});

describe('F2, F3 the signed quote on paper', () => {
  test('F3 name, moment and fingerprint as they were left in the CRM; the same bytes each time', async () => {
    const deal = await sign('bram', 'Bram van ’t Hof');
    const first = await paperOf('bram');
    expect(first.headers['content-disposition']).toBe(`attachment; filename="Getekende offerte ${deal.kenmerk}.pdf"`);
    const [note] = await portal.related('Deals', idOf('bram'), 'Notes', 'Note_Title,Note_Content');
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
    expect((await paperOf('bram')).bytes.equals(first.bytes)).toBe(true);
  });

  test('F6 how it is paid is what was chosen', async () => {
    await sign('carla', 'Carla Timmermans', true);
    const { text } = await paperOf('carla');
    expect(text).toMatch(/U koos: met financiering, € 129,00 per\s+maand/);
    expect(text).toContain('Let op! Geld lenen kost geld');
  });

  test('F4 a withdrawal that was received is on it', async () => {
    await portal.as('daan').post(`${pathOf('daan')}/withdraw`, {});
    const { text } = await paperOf('daan');
    expect(text).toContain('Deze overeenkomst is herroepen.');
    expect(text).not.toContain('Wij bellen u om de installatie in te plannen.');
  });

  test.each(['figures', 'address'])('E10 %s changed after the signature: on paper is what was signed', async (what) => {
    const signed = await sign('bram', 'Bram');
    const { contactId } = portal.as('bram');
    if (what === 'figures') {
      const calc = structuredClone(signed.survey1_calc);
      Object.assign(calc?.priceCalc ?? {}, { productUnitPriceSum: 100, vat: 21, finalInclVat: 121 });
      await portal.salesOps('Deals', idOf('bram'), { survey1_calc: JSON.stringify(calc) });
    } else await portal.salesOps('Contacts', contactId, { Mailing_Street: 'Nieuwe Gracht 1' });
    const now = await dealOf('bram');
    expect(now.kenmerk).not.toBe(signed.kenmerk);

    let paper: Paper | undefined;
    const calls = await portal.crmCallsOf(async () => {
      paper = await paperOf('bram');
    });
    expect(calls).toHaveLength(4);
    expect(paper?.text).toContain(euros(signed.survey1_calc?.priceCalc.finalInclVat));
    expect(paper?.text).toContain(signed.customer.Mailing_Street);
    expect(paper?.text).toContain('Op dit papier staat wat u hebt ondertekend.');
    expect(paper?.text.replace(/\s/g, '')).toContain(signed.fingerprint);
    expect(paper?.text).not.toMatch(new RegExp(`${now.kenmerk}|€ 121,00|Nieuwe Gracht`));
  });

  test('E10 what was signed cannot be told any more: no paper', async () => {
    await sign('bram', 'Bram');
    await portal.salesOps('Deals', idOf('bram'), { gaikan_signature_plain: 'Een ander' });
    expect(await refusalOf('bram')).toEqual([409, 'conflict']);
    // Daan's file in the sandbox names no figures.
    await portal.salesOps('Deals', idOf('daan'), { survey1_pending_subsidy: true });
    expect(await refusalOf('daan')).toEqual([409, 'conflict']);
  });

  test('F3 a file that somebody altered is not what was signed', async () => {
    const { kenmerk, customer } = await sign('bram', 'Bram');
    await portal.salesOps('Contacts', portal.as('bram').contactId, { Mailing_Street: 'Nieuwe Gracht 1' });
    const path = `/Deals/${idOf('bram')}/Attachments`;
    const [file] = await portal.related('Deals', idOf('bram'), 'Attachments', 'File_Name');
    const held = await fromCrm('GET', `${path}/${file?.id}`);
    await fromCrm('DELETE', `${path}/${file?.id}`);
    const name = `ondertekening-${kenmerk}.json`;
    await fromCrm('POST', path, formWith(name, held.replace('24497.06', '4497.06')));
    expect(await refusalOf('bram')).toEqual([409, 'conflict']);
    await fromCrm('POST', path, formWith(name, held));
    expect(held).toContain(customer.Mailing_Street);
  });

  test('L3 terms that were replaced since are named, not given in their new wording', async () => {
    const [note] = await portal.related('Deals', idOf('daan'), 'Notes', 'Note_Content');
    const content = `${note?.Note_Content}\nVoorwaarden: 2025-01`;
    await portal.crm(`/Notes/${note?.id}`, 'PUT', { data: [{ Note_Content: content }] });
    const { text } = await paperOf('daan');
    expect(text).toContain('versie 2025-01');
    expect(text).not.toContain('hooguit de helft vooraf');
  });
});

describe('§2.5 whatever stands in the CRM', () => {
  test('names with letters of other languages, and long ones, are written; markup is text', async () => {
    const street = `${'Lange'.repeat(40)} <b>&amp;</b>`;
    await portal.salesOps('Contacts', portal.as('bram').contactId, {
      First_Name: 'Şükrü Łukasz',
      Last_Name: 'Ďurďević-Nguyễn',
      Mailing_Street: street,
    });
    await portal.salesOps('Deals', idOf('bram'), { Deal_Name: 'Batterij & <zon> ☀' });
    const { status, text } = await paperOf('bram');
    expect(status).toBe(200);
    expect(text.replaceAll('\n', '')).toContain('Şükrü Łukasz Ďurďević-Nguy');
    expect(text.replaceAll('\n', '')).toContain(street);
  });

  test.each([
    ['cut off', (png: Buffer) => png.subarray(0, 120)],
    ['damaged inside', (png: Buffer) => Buffer.concat([png.subarray(0, 60), Buffer.alloc(40, 7), png.subarray(100)])],
    ['damaged inside, with transparency', () => pngWith(Buffer.alloc(500, 9))],
    ['with too little in it', () => pngWith(deflateSync(Buffer.alloc(10)))],
    ['no picture', () => Buffer.from('geen plaatje')],
  ])('a drawn signature that is %s is left off, and said so', async (_, alter) => {
    const stored = String((await portal.record('Deals', idOf('eva'))).survey1_signature);
    const drawn = alter(Buffer.from(stored.split(',')[1] ?? '', 'base64')).toString('base64');
    await portal.salesOps('Deals', idOf('eva'), { survey1_signature: `data:image/png;base64,${drawn}` });
    const { text, objects } = await paperOf('eva');
    expect(text.replaceAll('\n', ' ')).toContain('kan niet op papier worden gezet');
    expect(objects.match(/\/S \/Figure/g)).toHaveLength(1);
    expect((await portal.call('GET', '/livez')).status).toBe(200);
  });
});

/** A PNG of 40 × 20, red, green, blue and transparency, around these packed rows. */
function pngWith(rows: Buffer): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const head = Buffer.from([0, 0, 0, 40, 0, 0, 0, 20, 8, 6, 0, 0, 0]);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

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
