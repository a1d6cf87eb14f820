import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { Stages } from '../crm/stages.ts';
import { presentDeal } from '../deal/present-deal.ts';
import type { DoNotCall } from '../queue/do-not-call.ts';
import type { Presence } from '../queue/lead-events.ts';
import { type Owners, ownerOf } from '../queue/owners.ts';
import { dealOf, type Lead } from '../queue/read-lead.ts';
import { inputDifferences, quoteFaults } from '../quote/check-quote.ts';
import { type FoundDeal, shownFields } from '../quote/found-deal.ts';
import { toCents } from '../quote/price-list.ts';
import { unreadableOfContact } from '../quote/quote-inputs.ts';
import { parseStoredCalc } from '../quote/stored-calc.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { AdminContact, AdminDeal, DealWarning } from '../view-models/callcenter.ts';
import { ownData } from '../view-models/contact.ts';
import type { Calc } from '../view-models/quote.ts';
import { refusedOutcomes, whyNotOnline } from './outcome-effects.ts';
import type { UndoableEdits, UndoableOutcomes } from './undoable.ts';
import { type CallsVersionOf, detailsVersionOf, linkVersionOf, ownerVersionOf, shownVersionOf } from './version.ts';

export interface PanelContext {
  portal: PortalFile;
  crmWebUrl: string;
  publicUrl: string;
  owners: Owners;
  doNotCall: DoNotCall;
  stages: Stages;
  presence: Presence;
  undoable: UndoableOutcomes;
  undoableEdits: UndoableEdits;
  /** The calls shown with this answer. */
  callsShown?: CallsVersionOf;
}

/** A contact as staff sees it, every field named. The survey hash appears only within the link. */
export function presentContact(context: PanelContext, lead: Lead, viewerId: string | undefined): AdminContact {
  const { contact, deals } = lead;
  const { owners, doNotCall, presence } = context;
  return {
    ...shownFields(ownData, contact),
    owner: ownerOf(contact.Owner, owners),
    Lead_Owner_Flow: contact.Lead_Owner_Flow,
    survey1_url: contact.survey1_url,
    doNotCall: doNotCall.of(contact.id, contact.Phone),
    deals: deals.map((deal) => presentAdminDeal(context, dealOf(lead, deal.id))),
    portal_call_permission_at: contact.portal_call_permission_at,
    whyNotOnline: whyNotOnline(lead),
    undo: lastUndoable(context, lead),
    readAt: new Date(lead.readAt).toISOString(),
    detailsVersion: detailsVersionOf(contact),
    linkVersion: linkVersionOf(contact),
    version: ownerVersionOf(contact),
    crmUrl: `${context.crmWebUrl}/tab/Contacts/${contact.id}`,
    previewUrl: previewUrl(contact.survey1_url, context.publicUrl),
    unreadable: unreadableOfContact(lead.drifts),
    openedBy: presence.others(contact.id, viewerId),
  };
}

/** The last outcome or edit of a quote, whichever came later. */
function lastUndoable({ undoable, undoableEdits }: PanelContext, { contact, deals }: Lead): AdminContact['undo'] {
  const lasting = [undoable, undoableEdits].flatMap((kind) => deals.flatMap(({ id }) => kind.of(contact.id, id) ?? []));
  const [last] = lasting.toSorted((a, b) => b.untilMs - a.untilMs);
  if (!last) return null;
  const { dealId, action, ref } = last.done;
  return { until: new Date(last.untilMs).toISOString(), dealId, action, version: ref };
}

/** A deal as its customer sees it, plus what only staff may see. */
export function presentAdminDeal(context: PanelContext, found: FoundDeal): AdminDeal {
  const { deal } = found;
  const shown = presentDeal(found, context.portal);
  const calc = shown.survey1_calc;
  const quoted = calc && { ...calc, quote: { ...calc.quote, products: shown.products } };
  const faults = quoted ? quoteFaults(quoted, deal) : [];
  return {
    ...shown,
    owner: ownerOf(deal.Owner, context.owners),
    Amount: deal.Amount,
    Closing_Date: deal.Closing_Date,
    faults,
    unreadable: [...found.unreadable],
    warnings: warningsOf(deal, calc, faults.length > 0),
    differences: shown.isOutdated ? inputDifferences(deal, calc, context.portal.includedMetres) : [],
    refusedOutcomes: refusedOutcomes(context, found),
    callScript: (shown.hasSurvey ? context.portal.callScript?.[deal.Stage ?? ''] : undefined) ?? null,
    signedAt: shown.signing?.at ?? null,
    version: shownVersionOf(
      deal,
      context.doNotCall.covers(found.contact.id, found.contact.Phone),
      context.callsShown?.(deal.id),
    ),
    crmUrl: `${context.crmWebUrl}/tab/Potentials/${deal.id}`,
  };
}

function warningsOf(deal: Deal, calc: Calc | null, isIncomplete: boolean): DealWarning[] {
  const warnings: DealWarning[] = [];
  const isModules = deal.gaikan_deal_version === '2';
  if (deal.gaikan_deal_version !== null && !isModules) warnings.push('unknown_version');
  if (deal.survey1_calc !== null && parseStoredCalc(deal.survey1_calc) === null) warnings.push('calc_unreadable');
  if (calc && !isModules && calc.quote.products.length > 0 && calc.output.products.length > 0) {
    warnings.push('products_differ');
  }
  // The portal itself leaves the amount empty if the quote is incomplete.
  const isLeftEmpty = isIncomplete && deal.Amount === null;
  if (calc && !isLeftEmpty && toCents(deal.Amount) !== toCents(calc.priceCalc.finalInclVat)) {
    warnings.push('amount_differs');
  }
  return warnings;
}

/** The link as staff opens it (decision B6): with the hash of the CRM's link, but always at our own address. */
function previewUrl(surveyUrl: string | null, publicUrl: string): string | null {
  const link = surveyUrl !== null && URL.canParse(surveyUrl) ? new URL(surveyUrl) : null;
  const hash = link?.searchParams.get('survey_hash');
  return hash ? `${publicUrl}/?${new URLSearchParams({ survey_hash: hash, preview: '1' })}` : null;
}
