import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Note } from '../../crm-contract/endpoints/notes-and-files.ts';
import { callerAt } from '../access/caller-address.ts';
import { type CrmWriter, createNoteOnce } from '../crm/create-once.ts';
import { FINANCING_TITLE, financingIn, financingNote, refLine } from '../crm/texts/note-texts.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { isModuleQuote } from '../quote/found-deal.ts';
import type { Limit } from '../shared-store/shared-store.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Deal } from '../view-models/deal.ts';
import type { Calc } from '../view-models/quote.ts';

/** Refuses a choice of financing if none is offered. Only quotes of the older format can have an offer of financing. */
export function refuseUnlessOffered(deal: Deal, chosen: boolean | undefined): void {
  if (chosen && !deal.financing) {
    throw new ProblemError('field_invalid', { fields: { financing: API_TEXTS.deal.noFinancing } });
  }
}

/** Stores the choice as a note on the deal (decision F6). Repeating the same choice adds no second note. */
export async function recordFinancing(
  context: CrmWriter & { financingChoices: Limit },
  crmOptions: CrmCallOptions,
  deal: Deal,
  { chosen, ref, ip }: { chosen: boolean; ref: string; ip: string },
): Promise<void> {
  const parent = { module: 'Deals', id: deal.id } as const;
  const note = financingNote(deal, chosen, ref);
  if ((await newestTitle(context, crmOptions, deal.id)) === note.Note_Title) return;
  if (!(await context.financingChoices.take(`${deal.id} ${callerAt(ip)}`))) throw new ProblemError('too_many');
  const isThis = ({ Note_Title, Note_Content }: Note) =>
    Note_Title === note.Note_Title && Note_Content?.split('\n').includes(refLine(ref)) === true;
  await createNoteOnce(context, crmOptions, parent, note, isThis);
}

/** The choice noted at the approval of this very quote; null if there is none, or no choice is offered. */
export async function readFinancing(
  context: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  deal: Deal,
): Promise<boolean | null> {
  const title = deal.financing ? await newestTitle(context, crmOptions, deal.id) : undefined;
  return title?.includes(deal.kenmerk) ? financingIn(title) : null;
}

async function newestTitle(
  { crm }: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  dealId: string,
): Promise<string | undefined> {
  const notes = await crm.notes.listFor({ module: 'Deals', id: dealId }, crmOptions);
  const titles = notes.flatMap(({ Note_Title }) => Note_Title ?? []);
  return titles.find((title) => title.startsWith(FINANCING_TITLE));
}

/** The worked example of the portal file, if it is about this amount. An example of another amount would mislead. */
export function exampleOf(terms: PortalFile['financingTerms'], monthlyEuros: number): string | null {
  if (!terms) return null;
  const amounts = terms.example.match(/€\s?[\d.]+(?:,\d+)?/g) ?? [];
  const cents = amounts.map((amount) => Math.round(Number(amount.replace(/[^\d,]/g, '').replace(',', '.')) * 100));
  return cents.includes(Math.round(monthlyEuros * 100)) ? terms.example : null;
}

/** Euros per month for a quote of the older format, by battery size; null if no amount is configured (§9). */
export function monthlyEuros(
  { financing }: Pick<PortalFile, 'financing'>,
  deal: Pick<Deal, 'gaikan_deal_version'>,
  calc: Calc | null,
): number | null {
  if (isModuleQuote(deal) || calc === null) return null;
  const size = calc.quote.battery?.size ?? null;
  return financing.find(({ kwh }) => kwh === size)?.monthlyEuros ?? null;
}
