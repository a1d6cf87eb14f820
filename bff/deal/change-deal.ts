import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { CrmError } from '../../crm-contract/errors.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { writeGuarded } from '../crm/guarded-write.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { presentDeal } from './present-deal.ts';
import type { ReadDeal } from './read-deal.ts';

export interface DealChangeContext {
  crm: CrmClient;
  portal: PortalFile;
}

interface DealChange {
  /** Reads the deal, checking its ownership. */
  read: ReadDeal;
  /** The fields to write, or null if nothing has to change. Throws a ProblemError to refuse. */
  decide: (found: FoundDeal) => DealFields | null | Promise<DealFields | null>;
  /**
   * Whether the decision depends on the read: then an edit in between is never overwritten (decision A3). Otherwise the
   * last writer wins.
   */
  guarded: boolean;
}

/** Returns the deal after the write, and whether it was written. */
export async function changeDeal(
  { crm, portal }: DealChangeContext,
  crmOptions: CrmCallOptions,
  { read, decide, guarded }: DealChange,
): Promise<{ found: FoundDeal; written: boolean }> {
  const { found, written } = await writeGuarded(crmOptions, {
    read,
    recordIn: ({ deal }) => deal,
    decide,
    write: ({ deal }, patch, guard) => crm.deals.update(deal.id, patch, crmOptions, guard),
    lastWriterWins: !guarded,
    conflict: (now, cause) => changedMeanwhile(now, portal, cause),
  });
  return written ? { found: merge(found, written), written: true } : { found, written: false };
}

function merge(found: FoundDeal, fields: Partial<Deal>): FoundDeal {
  return { ...found, deal: { ...found.deal, ...fields } };
}

/** Somebody keeps editing this deal: the user sees its present state before trying again (decision A3). */
export function changedMeanwhile(now: FoundDeal, portal: PortalFile, cause: CrmError): ProblemError {
  return new ProblemError('conflict', {
    detail: API_TEXTS.deal.changedMeanwhile,
    cause,
    deal: presentDeal(now, portal),
  });
}
