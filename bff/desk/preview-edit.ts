import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { presentDeal } from '../deal/present-deal.ts';
import { dealOf, type Lead, readContactIdOf, readLead } from '../queue/read-lead.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { PreviewAnswer } from '../view-models/callcenter-action.ts';
import { editedMeanwhile } from './action-problems.ts';
import { planEdit } from './edit-quote.ts';
import type { QuoteAction } from './quote-edits.ts';
import { planUndo, type UndoAction, type UndoContext } from './undo-edit.ts';
import { isOtherDeal } from './version.ts';

type Preview = PreviewAnswer['result'];

/**
 * The present quote, and the quote after an edit or its undo (decision J10). Refuses what the edit would refuse, and
 * writes nothing.
 */
export async function previewEdit(
  context: UndoContext,
  crmOptions: CrmCallOptions,
  body: QuoteAction | UndoAction,
): Promise<Preview> {
  const contactId = body.contactId ?? (await readContactIdOf(context, crmOptions, body.dealId));
  const lead = await readLead(context, crmOptions, contactId);
  const found = dealOf(lead, body.dealId);
  const patch = await patchOf(context, crmOptions, body, found, lead);
  const isChange = Object.keys(patch).length > 0;
  const isStale = body.action !== 'undo' && body.expected !== undefined && isOtherDeal(body.expected, found.deal);
  if (isChange && isStale) throw editedMeanwhile(context, lead, found);
  const after = { ...found, deal: { ...found.deal, ...patch } };
  return { before: previewOf(found, context.portal), after: previewOf(after, context.portal) };
}

async function patchOf(
  context: UndoContext,
  crmOptions: CrmCallOptions,
  body: QuoteAction | UndoAction,
  found: FoundDeal,
  lead: Lead,
): Promise<DealFields> {
  if (body.action !== 'undo') return (await planEdit(context, crmOptions, body, found, lead)).patch;
  const last = context.undoableEdits.of(lead.contact.id, body.dealId);
  return (last && planUndo(context, lead, found, last.done)) ?? {};
}

function previewOf(found: FoundDeal, portal: PortalFile): Preview['before'] {
  const { quote, quoteArea, financing, survey1_approve_clicked } = presentDeal(found, portal);
  return { ...quote, quoteArea, financing, survey1_approve_clicked };
}
