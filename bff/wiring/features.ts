import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CustomerAccess } from '../access/customer.ts';
import { KeyedMutex } from '../access/keyed-mutex.ts';
import type { SurveyHash } from '../access/survey-link.ts';
import { AddressLookup } from '../address/address-lookup.ts';
import { AddressChanges } from '../agreement/address-changes.ts';
import { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import { Orders } from '../agreement/orders.ts';
import { SignedStage } from '../agreement/signed-stage.ts';
import { WithdrawalRecord } from '../agreement/withdrawal-record.ts';
import type { Config } from '../config.ts';
import { ContactPrefetch, readContact } from '../contact/read-contact.ts';
import { LinkRequests } from '../contact/send-link.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../crm/clock.ts';
import { presentDeal } from '../deal/present-deal.ts';
import { withdrawnOrder } from '../deal/withdraw.ts';
import { PendingNotes } from '../desk/action-note.ts';
import type { Correction } from '../desk/correct-details.ts';
import { MissingLinks } from '../desk/personal-link.ts';
import { UndoableEdits, UndoableOutcomes } from '../desk/undoable.ts';
import { OrderDocuments } from '../documents/order-documents.ts';
import { PdfDrawer } from '../documents/pdf-drawer.ts';
import { Sealer } from '../documents/seal.ts';
import type { Log } from '../http/logging.ts';
import type { Metrics } from '../http/metrics.ts';
import { presentSite } from '../http/site.ts';
import { FileChecker } from '../photos/file-checker.ts';
import { LeadCache } from '../queue/lead-cache.ts';
import { LeadClaims } from '../queue/lead-claims.ts';
import { LeadEvents, Presence } from '../queue/lead-events.ts';
import { LeadQueue } from '../queue/lead-queue.ts';
import { PanelTags } from '../queue/panel-tags.ts';
import { dealOf, readLead } from '../queue/read-lead.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { readOwnProducts } from '../quote/stored-calc.ts';
import { boundedCache, type SharedStore } from '../shared-store/shared-store.ts';
import { adviserOf } from '../site/portal-file.ts';
import { StatsReader } from '../stats/read-stats.ts';
import type { LeadTold } from '../view-models/timeline.ts';
import type { CrmAccess } from './crm-access.ts';

/** Part of the CRM's 100 mails per day, separate from the mails that strangers can request. */
const LINKS_MAILED_BY_STAFF = 20;
const LINKS_REPLACED_BY_STAFF = 50;
/** The limit for noted choices, the same as for messages about a deal. */
const NOTED_CHOICES = 10;
const NOTED_WITHIN_MS = 10 * MINUTE_MS;

/**
 * Everything that features use, by name, created once. Each feature declares what it uses in a small interface, such as
 * `SigningContext`, and the compiler lets it use nothing else.
 */
export function wireFeatures(
  config: Config,
  log: Log,
  clock: Clock,
  metrics: Metrics,
  crmAccess: CrmAccess,
  customers: CustomerAccess,
  sharedStore: SharedStore,
) {
  const { crm, background, owners, stages } = crmAccess;
  const { portal, publicUrl, crmWebUrl, callPauseHours, uploadWindowMs, firstViewWaitMs } = config;
  const nameOf = (ownerId: string) => owners.nameOf(ownerId);
  const leadEvents = new LeadEvents(clock, sharedStore, nameOf);
  const presence = new Presence(clock, sharedStore, nameOf);
  const base = {
    ...crmAccess,
    ...customers,
    log,
    clock,
    sharedStore,
    portal,
    publicUrl,
    crmWebUrl,
    callPauseHours,
    uploadWindowMs,
    firstViewWaitMs,
    nameOf,
    site: presentSite(config),
    /** Customers' and staff's changes of a deal share one lock. */
    dealMutex: new KeyedMutex(sharedStore),
    fileChecker: new FileChecker({ deadlineMs: config.fileCheckDeadlineMs, log }),
    pdfDrawer: new PdfDrawer({ deadlineMs: config.pdfDeadlineMs }),
    sealer: new Sealer(config.seal, clock),
    contactPrefetch: new ContactPrefetch(customers.knownLinks),
    notedWithdrawals: new NotedWithdrawals({ crm, clock, portal, stages, sharedStore }),
    addressChanges: new AddressChanges({ crm, clock, sharedStore }),
    signedStage: new SignedStage({ crm, background, log, portal }),
  };
  const orderDocuments = new OrderDocuments(base);
  const orders = new Orders({
    ...base,
    countUnproven: metrics.unprovenSignature,
    orderMutex: new KeyedMutex(sharedStore),
    drawOrder: (evidence) => orderDocuments.draw(evidence, `order ${evidence.dealId}`),
    storedOrders: (crmOptions, evidence) => orderDocuments.copiesOf(crmOptions, evidence),
  });
  const withdrawals = new WithdrawalRecord({
    ...base,
    orderIn: (found) => withdrawnOrder(found, portal),
    orderDelivered: (dealId) => orders.delivered(dealId),
  });

  return {
    ...base,
    orderDocuments,
    orders,
    withdrawals,
    leadEvents,
    resumeOrder: (found: FoundDeal) => {
      background.run('order.finish', () => Promise.all([orders.resume(found), withdrawals.resume(found)]));
    },
    noticeSignature: (found: FoundDeal) => orders.noticeSignature(found),
    dealsOfLink: async (crmOptions: CrmCallOptions, hash: string) => {
      const { deals } = await readContact(base, crmOptions, hash as SurveyHash);
      return Promise.all(
        deals.map(async (found) => {
          const ownProducts = await readOwnProducts(base, crmOptions, found.deal);
          const adviser = adviserOf(found.deal, { portal, nameOf });
          return { ...presentDeal({ ...found, ownProducts }, portal), adviser };
        }),
      );
    },
    readContactDeal: async (crmOptions: CrmCallOptions, contactId: string, dealId: string) =>
      dealOf(await readLead(base, crmOptions, contactId), dealId),
    tellDesk: ({ contact, deal }: FoundDeal, what: LeadTold['what']) =>
      leadEvents.change(contact.id, { what, by: null, dealId: deal.id }),
    tellContactChanged: (contactId: string, what: 'details' | 'photos') =>
      leadEvents.change(contactId, { what, by: null }),
    addressLookup: new AddressLookup({ addressLookupUrl: config.addressLookupUrl, clock, log, sharedStore }),
    stats: new StatsReader({ ...base, noted: base.notedWithdrawals }),
    leadQueue: new LeadQueue({ ...base, leadEvents }, sharedStore),
    leadCache: new LeadCache(clock, leadEvents),
    leadClaims: new LeadClaims(clock, sharedStore),
    presence,
    panelTags: new PanelTags(base),
    undoable: new UndoableOutcomes(clock, sharedStore),
    undoableEdits: new UndoableEdits(clock, sharedStore),
    pendingNotes: new PendingNotes(),
    lostCorrections: boundedCache<string, Correction>(1_000),
    missingLinks: new MissingLinks(base),
    linkRequests: new LinkRequests(config.linkRequestsPerIp, sharedStore),
    // Each choice leaves a note in the CRM. Without a limit, a script could flood a record with notes.
    financingChoices: sharedStore.limit('financing choices of a deal', NOTED_CHOICES, NOTED_WITHIN_MS),
    permissionsGiven: sharedStore.limit('permissions of a contact', NOTED_CHOICES, NOTED_WITHIN_MS),
    linksMailed: sharedStore.limit('links mailed by staff', LINKS_MAILED_BY_STAFF, DAY_MS),
    oldAddressesTold: sharedStore.limit('old addresses told by mail', LINKS_MAILED_BY_STAFF, DAY_MS),
    linksReplaced: sharedStore.limit('links replaced by staff', LINKS_REPLACED_BY_STAFF, DAY_MS),
  };
}
