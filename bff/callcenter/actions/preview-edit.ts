import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import { presentDeal } from '../../deal/present-deal.ts';
import type { FoundDeal } from '../../quote/found-deal.ts';
import type { PortalFile } from '../../site/portal-file.ts';
import type { PreviewAnswer } from '../../view-models/quote-preview.ts';
import { dealOf, type LeadReadContext, readContactIdOf, readLead } from '../read-lead.ts';
import { isOtherDeal } from '../version.ts';
import { editedMeanwhile } from './action-problems.ts';
import { type PlanContext, planEdit } from './plan-edit.ts';
import type { QuoteAction } from './quote-edits.ts';

export interface PreviewContext extends LeadReadContext, PlanContext {}

type Preview = PreviewAnswer['result'];

/**
 * The quote as it is, and as an edit would make it (decision J10): refused as the edit itself would be, and nothing is
 * written.
 */
export async function previewEdit(
  context: PreviewContext,
  crmOptions: CrmCallOptions,
  body: QuoteAction,
): Promise<Preview> {
  const contactId = body.contactId ?? (await readContactIdOf(context, crmOptions, body.dealId));
  const lead = await readLead(context, crmOptions, contactId);
  const found = dealOf(lead, body.dealId);
  const { patch } = await planEdit(context, crmOptions, body, found, lead);
  const isChange = Object.keys(patch).length > 0;
  if (isChange && body.expected !== undefined && isOtherDeal(body.expected, found.deal)) {
    throw editedMeanwhile(context, lead, found);
  }
  const after = { ...found, deal: { ...found.deal, ...patch } };
  return { before: previewOf(found, context.portal), after: previewOf(after, context.portal) };
}

export function previewOf(found: FoundDeal, portal: PortalFile): Preview['before'] {
  const { quote, quoteArea, financing, survey1_approve_clicked } = presentDeal(found, portal);
  return { ...quote, quoteArea, financing, survey1_approve_clicked };
}
