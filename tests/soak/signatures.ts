import { readFileSync } from 'node:fs';
import { calculateQuote } from '../../bff/quote/calculate-quote.ts';
import type { PriceList } from '../../bff/quote/price-list.ts';
import { readInputs } from '../../bff/quote/quote-inputs.ts';
import { PRICE_INPUT_NAMES } from '../../bff/view-models/answers.ts';
import type { Deal } from '../../bff/view-models/deal.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { seedProducts } from '../../fixtures/crm-sandbox/seed/products.ts';
import type { Commit, CrmJournal } from './crm-journal.ts';
import type { Finding } from './figures.ts';
import type { Ledger, Signing } from './ledger.ts';

const PRICES: PriceList = seedProducts.map(({ code, name, category, price, modules, kwh, kw, inactive }) => ({
  id: code,
  Product_Name: name,
  Product_Code: code,
  Product_Category: category,
  Unit_Price: price,
  Product_Active: !inactive,
  gaikan_num_modules: modules ?? null,
  gaikan_kwh: kwh ?? null,
  gaikan_kw: kw ?? null,
}));
const { includedMetres } = JSON.parse(readFileSync('portal.json', 'utf8')) as { includedMetres: number };

/**
 * Each signature is there once, with the quote that was on the screen and all of its evidence; each withdrawal is there
 * once.
 */
export function checkSignatures({ signings, withdrawals }: Ledger, journal: CrmJournal): Finding[] {
  return [
    ...[...Map.groupBy(signings, ({ dealId }) => dealId)].flatMap(([dealId, all]) => checkDeal(dealId, all, journal)),
    ...[...Map.groupBy(withdrawals, ({ dealId }) => dealId)].flatMap(([dealId, all]): Finding[] => {
      const journey = all[0]?.journey ?? 0;
      const isReported = all.some(({ reported }) => reported === 'confirmed');
      return ['Notes', 'Tasks'].flatMap((module): Finding[] => {
        const count = withTitle(journal, module, dealId, 'Herroeping ').length;
        if (count > 1) return [{ figure: 'doubled', journey, what: `${count} ${module} of a withdrawal` }];
        return isReported && count === 0
          ? [{ figure: 'confirmed and not stored', journey, what: `${module} of a withdrawal` }]
          : [];
      });
    }),
  ];
}

function checkDeal(dealId: string, signings: readonly Signing[], journal: CrmJournal): Finding[] {
  const journey = signings[0]?.journey ?? 0;
  const commits = journal.commits(dealId, 'gaikan_signature_plain').filter(({ value }) => value !== null);
  const name = journal.now(dealId, 'gaikan_signature_plain');
  const findings: Finding[] = [];
  const find = (figure: Finding['figure'], what: string) => findings.push({ figure, journey, what });

  for (const { reported, name: signed } of signings) {
    if (reported === 'confirmed' && signed !== name)
      find('confirmed and not stored', `signed as ${signed}, the CRM holds ${name}`);
  }
  if (name === null) return findings;
  if (new Set(commits.map(({ value }) => value)).size > 1) find('signed another quote', 'a signature was written over');

  const signing = signings.find((each) => each.name === name);
  const [commit] = commits;
  if (!signing || !commit)
    return [...findings, { figure: 'signed another quote', journey, what: `nobody signed as ${name}` }];
  const [shown, bound] = [quoteOf(signing.shown), quoteOf(dealAfter(journal, dealId, commit))];
  if (shown !== bound) find('signed another quote', `shown ${shown}, signed ${bound}`);
  const unpriced = notCalculated(journal, dealId, commit);
  if (unpriced) find('signed at a price that no calculation of its inputs gives', unpriced);

  const notes = withTitle(journal, 'Notes', dealId, 'Ondertekening ');
  const files = journal
    .made('Attachments', dealId)
    .filter(({ values }) => String(values.File_Name).startsWith('Getekende offerte '));
  if (notes.length > 1) find('doubled', `${notes.length} Notes of evidence`);
  if (files.length > 1) {
    find('doubled', `${files.length} Attachments of evidence; ${journal.storyOf('Attachments', dealId)}`);
  }
  const [note] = notes;
  if (!note || files.length === 0) find('half evidence', `${notes.length} notes, ${files.length} files`);
  else {
    const text = String(note.values.Note_Content);
    const isWhole = text.includes(name) && text.includes(signing.shown.fingerprint);
    if (!isWhole) find('half evidence', `the note names another name or fingerprint: ${text}`);
  }
  // Once everybody has read again, the customer has the order in the mailbox, or a colleague has a task to send it.
  const isMailed = journal.now(dealId, 'portal_copy_sent_at') !== null;
  const isAsked = withTitle(journal, 'Tasks', dealId, 'Stuur de klant de getekende offerte ').length > 0;
  if (!isMailed && !isAsked)
    find('signed without a copy in the mail or a task', `nothing was mailed of ${dealId}, and nobody was asked to`);
  return findings;
}

/**
 * Describes the price of a signed quote by modules if it does not follow from the deal's inputs and the sandbox's
 * prices. Nobody edits those prices in a soak.
 */
function notCalculated(journal: CrmJournal, dealId: string, commit: Commit): string | undefined {
  const value = (field: string) => journal.valueAfter(dealId, field, commit);
  const calc = JSON.parse(value('survey1_calc') ?? 'null') as Deal['survey1_calc'];
  if (value('gaikan_deal_version') !== '2' || value('survey1_no_calc') === 'true') return undefined;
  const held = dealShape.parse({
    id: dealId,
    ...Object.fromEntries(PRICE_INPUT_NAMES.map((name) => [name, value(name)])),
  });
  const inputs = readInputs(held);
  const made = inputs && calculateQuote(inputs, PRICES, includedMetres);
  const [now, signed] = [made?.priceCalc, calc?.priceCalc].map((figures) => JSON.stringify(figures));
  return now === signed ? undefined : `${signed} for inputs that give ${now}`;
}

function withTitle(journal: CrmJournal, module: string, parent: string, title: string) {
  return journal
    .made(module, parent)
    .filter(({ values }) => String(values.Note_Title ?? values.Subject).startsWith(title));
}

type Quote = Pick<Deal, 'survey1_calc' | 'gaikan_discount' | 'survey1_pending_subsidy'>;

/** Rows, totals and conditions. */
function quoteOf({ survey1_calc: calc, gaikan_discount, survey1_pending_subsidy }: Quote): string {
  const rows = calc?.output.products.map(({ name, amount, pricePer, priceTotal }) => [
    name,
    amount,
    pricePer,
    priceTotal,
  ]);
  return JSON.stringify([calc?.priceCalc, rows, gaikan_discount ?? null, survey1_pending_subsidy]);
}

/** The quote as the CRM has it right after that commit. */
function dealAfter(journal: CrmJournal, dealId: string, commit: Commit): Quote {
  const value = (field: string) => journal.valueAfter(dealId, field, commit);
  const discount = value('gaikan_discount');
  return {
    survey1_calc: JSON.parse(value('survey1_calc') ?? 'null'),
    gaikan_discount: discount === null ? null : Number(discount),
    survey1_pending_subsidy: value('survey1_pending_subsidy') === 'true',
  };
}
