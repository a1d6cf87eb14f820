import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';
import { presentDeal } from '../quote/present-deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { type ReadDeal, readDealAgain } from './read-deal.ts';

export interface DealChangeContext {
  crm: CrmClient;
  portal: PortalFile;
}

export interface DealChange {
  /** Reads the deal, checking whose it is. */
  read: ReadDeal;
  /** The fields to write, or null when nothing has to change. Throws a ProblemError to refuse. */
  decide: (found: FoundDeal) => DealFields | null | Promise<DealFields | null>;
  /**
   * Whether the decision depends on what was read: then an edit in between is never overwritten (decision A3).
   * Otherwise the last writer wins, with a second, unguarded write. The first is guarded in any case: a write whose
   * answer was lost must not arrive late and overwrite a newer save.
   */
  guarded: boolean;
}

const READS = 2;

/**
 * Reads, decides, writes the changed fields. When a guarded write meets another edit, it decides once more on what the
 * CRM holds now, because the CRM's own workflows change records too; `decide` refuses if the edit matters. Returns the
 * deal after the write, and whether it was written.
 */
export async function changeDeal(
  context: DealChangeContext,
  crmOptions: CrmCallOptions,
  { read, decide, guarded }: DealChange,
): Promise<{ found: FoundDeal; written: boolean }> {
  for (let reads = 1; ; reads += 1) {
    const found = await read(crmOptions);
    const patch = await decide(found);
    if (!patch || Object.keys(patch).length === 0) return { found, written: false };
    const isGuarded = guarded || reads < READS;
    const guard = isGuarded && found.deal.Modified_Time ? { unmodifiedSince: found.deal.Modified_Time } : {};
    try {
      const { Modified_Time } = await context.crm.deals.update(found.deal.id, patch, crmOptions, guard);
      return { found: merge(found, { ...patch, Modified_Time }), written: true };
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      const now = error.sent === 'unknown' ? await readDealAgain(read, crmOptions, error) : null;
      // An unknown outcome that turns out to be our write is a success.
      if (now && holds(now.deal, patch)) return { found: now, written: true };
      if (error.kind !== 'conflict') throw error;
      if (reads === READS) throw await conflictWith(context, crmOptions, read, error);
    }
  }
}

/** Somebody keeps editing this deal: the user sees its present state before trying again (decision A3). */
async function conflictWith(
  context: DealChangeContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
  error: CrmError,
): Promise<ProblemError> {
  const now = await readDealAgain(read, crmOptions, error);
  return new ProblemError('conflict', {
    detail: API_TEXTS.deal.changedMeanwhile,
    cause: error,
    deal: presentDeal(now, context.portal),
  });
}

function merge(found: FoundDeal, fields: Partial<Deal>): FoundDeal {
  return { ...found, deal: { ...found.deal, ...fields } };
}

function holds(deal: Deal, patch: DealFields): boolean {
  return Object.entries(patch).every(([field, value]) => isSame(deal[field as keyof Deal] ?? null, value ?? null));
}

const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** The CRM tells a moment in a time zone of its own choice. */
function isSame(held: unknown, written: unknown): boolean {
  if (held === written) return true;
  if (typeof held !== 'string' || typeof written !== 'string' || !MOMENT.test(held) || !MOMENT.test(written))
    return false;
  return Date.parse(held) === Date.parse(written);
}
