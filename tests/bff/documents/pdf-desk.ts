import { request } from 'undici';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { ADMIN_DIGEST, type Portal } from '../portal.ts';
import { ADMIN } from '../staff.ts';
import { type ReadPdf, readPdf, type Written } from './read-pdf.ts';

/** An answer with the text of its PDF; the text is empty if the PDF was refused. */
export interface ReceivedPdf extends ReadPdf {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  /** The text in one line. */
  plain: string;
}

const EURO = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

/** A text as the PDF shows it, with plain spaces. */
export const euros = (value: number | null | undefined) => withSpaces(EURO.format(value ?? Number.NaN));
const withSpaces = (text: string) => text.replace(/\u00a0/g, ' ');

/** A text with single spaces, as if it were not broken over lines. */
export const oneLine = (text: unknown) => String(text).replace(/\s+/g, ' ');

/** Downloads PDFs as customers and staff, by the names of the sandbox's people. */
export function pdfDesk(portal: Portal) {
  const dealIdOf = (name: string) => portal.as(name).dealId;
  const pathOf = (name: string) => portal.as(name).deal;
  const dealOf = async (name: string) => (await portal.as(name).get(pathOf(name))).body.deal as Deal;

  const storedIn = async (name: string, field: string) =>
    JSON.parse(String((await portal.record('Deals', dealIdOf(name)))[field]));
  /** The calculation of an offer, as the CRM has it. */
  const calcOf = (name: string) => storedIn(name, 'survey1_calc');

  async function download(path: string, headers: Record<string, string>): Promise<ReceivedPdf> {
    const answer = await request(`${portal.url}${path}`, { headers });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const read =
      answer.statusCode === 200 ? readPdf(bytes) : { pages: 0, written: [], text: '', objects: '', drawn: [] };
    const { statusCode: status, headers: told } = answer;
    const text = withSpaces(read.text);
    return { ...read, text, plain: oneLine(text), status, headers: told, bytes };
  }

  return {
    dealIdOf,
    pathOf,
    dealOf,
    calcOf,
    /** Somebody edits the calculation of an offer in the CRM, and other fields of the deal with it. */
    editCalc: async (name: string, change: (calc: Awaited<ReturnType<typeof calcOf>>) => unknown, fields = {}) => {
      const calc = await calcOf(name);
      change(calc);
      await portal.salesOps('Deals', dealIdOf(name), { survey1_calc: JSON.stringify(calc), ...fields });
    },
    /** The subjects of the mails so far, without their kenmerk. */
    mailed: async () => (await portal.outbox()).map(({ subject }) => subject.split(' (')[0]),
    /** The evidence of a signature, as the CRM has it. */
    evidenceOf: (name: string) => storedIn(name, 'portal_signature_evidence'),
    /** The PDF of `name`, requested with the link of `who`. */
    pdfOf: (name: string, who = name) =>
      download(`${pathOf(name)}/offerte.pdf`, { 'x-survey-hash': portal.as(who).hash }),
    refusalOf: async (name: string) => {
      const { status, body } = await portal.as(name).get(`${pathOf(name)}/offerte.pdf`);
      return [status, body.error];
    },
    staffPdf: (name: string, dealId = dealIdOf(name)) =>
      download(`${ADMIN}/contacts/${portal.as(name).contactId}/deals/${dealId}/offerte.pdf`, {
        authorization: ADMIN_DIGEST,
      }),
    /** Approves and signs the shown quote. */
    sign: async (name: string, typed: string, financing?: boolean): Promise<Deal> => {
      const customer = portal.as(name);
      const { fingerprint } = await dealOf(name);
      const body = { fingerprint, ...(financing !== undefined && { financing }) };
      await customer.post(`${pathOf(name)}/approve`, { ...body, survey1_approve_clicked: true });
      const answer = await customer.post(`${pathOf(name)}/approve`, { ...body, gaikan_signature_plain: typed });
      if (answer.status !== 200) throw new Error(`signing: ${answer.status}`);
      await portal.delivered();
      return answer.body.deal as Deal;
    },
  };
}

/** The crystal of a proven signature among the objects of a PDF: only its facets are drawn with an opacity. */
export const CRYSTAL = '/ca ';

/** The headings of its parts, in order. */
export const headingsOf = ({ written }: ReadPdf) => written.filter(({ tag }) => tag === 'H2').map(({ text }) => text);

/** What is written on each page; a page ends with its number. */
export function pagesOf({ written }: ReadPdf): Written[][] {
  const pages: Written[][] = [[]];
  for (const piece of written) {
    pages.at(-1)?.push(piece);
    if (/^pagina \d+ van \d+$/.test(piece.text)) pages.push([]);
  }
  return pages.slice(0, -1);
}

/** The texts of table cells, row by row: a row's header, and its values. */
export function cellsOf({ written }: ReadPdf): string[][] {
  const rows: string[][] = [];
  for (const { tag, text } of written) {
    if (tag === 'TH') rows.push([text]);
    else if (tag === 'TD') rows.at(-1)?.push(withSpaces(text));
  }
  return rows;
}
