import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { Drift } from '../../crm-contract/shapes/read-record.ts';
import { PRICE_INPUT_NAMES } from '../view-models/quote.ts';
import { isUsed, type PricedFields } from './quote-inputs.ts';

// A renamed or removed field, or one with an impossible value, reads as empty (decision A4). For most fields that is
// enough. For those that decide a quote, "empty" would be a wrong statement.

/** The same call, and the list that collects the unreadable fields of its answers. */
export function watched(crmOptions: CrmCallOptions): { crmOptions: CrmCallOptions; drifts: Drift[] } {
  const drifts: Drift[] = [];
  return { crmOptions: { ...crmOptions, onDrift: (drift) => drifts.push(drift) }, drifts };
}

const JOINED = 'Contact_Name.';

/** Names of a deal's own fields that could not be read. */
export function unreadableOfDeal(drifts: readonly Drift[], dealId: string): string[] {
  const own = drifts.filter(
    ({ module, field, id }) => module === 'Deals' && !field.startsWith(JOINED) && id === dealId,
  );
  return own.map(({ field }) => field);
}

/** Names of a contact's fields that could not be read, alone or joined to their deals. */
export function unreadableOfContact(drifts: readonly Drift[]): string[] {
  const own = drifts.filter(({ module, field }) => module === 'Contacts' || field.startsWith(JOINED));
  return [...new Set(own.map(({ field }) => field.replace(JOINED, '')))];
}

const SIGNATURES: readonly (keyof Deal)[] = ['survey1_signature', 'gaikan_signature_plain'];

/** What decides a quote beside the inputs of its price. Visibility is not included: empty means not visible. */
const STATE: readonly (keyof Deal)[] = [...SIGNATURES, 'survey1_pending_subsidy', 'survey1_no_calc'];

type Read = { deal: PricedFields; unreadable: readonly string[] };

/** What a quote says, and its state, as far as it cannot be read: then it is hidden rather than shown wrong. */
export function unsureOfQuote({ deal, unreadable }: Read): string[] {
  const inputs = PRICE_INPUT_NAMES.filter((name) => isUsed(name, deal));
  return [...STATE, ...inputs].filter((field) => unreadable.includes(field));
}

/** The fields without which no quote is calculated, as far as they are not `given` anew. */
export function missingForQuote(read: Read, given: object = {}): string[] {
  const unsure = unsureOfQuote(read);
  if (read.unreadable.includes('survey1_calc')) unsure.push('survey1_calc');
  return unsure.filter((field) => !(field in given));
}

/** Whether there is a quote of which it is unknown whether it was signed. */
export function isSigningUnknown({
  deal,
  unreadable,
}: {
  deal: Pick<Deal, 'survey1_calc'>;
  unreadable: readonly string[];
}): boolean {
  return deal.survey1_calc !== null && SIGNATURES.some((field) => unreadable.includes(field));
}
