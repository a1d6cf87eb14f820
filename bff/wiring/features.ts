import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CustomerAccess } from '../access/customer.ts';
import { KeyedMarks } from '../access/keyed-marks.ts';
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
import type { Clock } from '../crm/clock.ts';
import { presentDeal } from '../deal/present-deal.ts';
import { withdrawnOrder } from '../deal/withdraw.ts';
import { PendingNotes } from '../desk/action-note.ts';
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
import { dealOf, readLead } from '../queue/read-lead.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { adviserOf } from '../site/portal-file.ts';
import { StatsReader } from '../stats/read-stats.ts';
import type { LeadTold } from '../view-models/timeline.ts';
import type { CrmAccess } from './crm-access.ts';

/** Part of the CRM's 100 mails per day, separate from the mails that strangers can request. */
const LINKS_MAILED_BY_STAFF = 20;
const LINKS_REPLACED_BY_STAFF = 50;
const DAY_MS = 24 * 60 * 60_000;
/** The limit for noted choices, the same as for messages about a deal. */
const NOTED_CHOICES = 10;
const NOTED_WITHIN_MS = 10 * 60_000;

/** Gives each feature only what it needs. Shared parts are created once, here. */
export function wireFeatures(
  config: Config,
  log: Log,
  clock: Clock,
  metrics: Metrics,
  crmAccess: CrmAccess,
  customers: CustomerAccess,
  sharedStore: SharedStore,
) {
  const {
    crm,
    credits,
    linkReads,
    schemaDrift,
    background,
    prices,
    owners,
    doNotCall,
    callHistories,
    callbacks,
    stages,
    openMessages,
    untouchedCheckboxes,
  } = crmAccess;
  const { portal, publicUrl, crmWebUrl } = config;
  const site = presentSite(config);

  /** Customers' and staff's changes of a deal share one lock. */
  const dealMutex = new KeyedMutex(sharedStore);

  const nameOf = (ownerId: string) => owners.nameOf(ownerId);
  const fileChecker = new FileChecker({ deadlineMs: config.fileCheckDeadlineMs, log });
  const pdfDrawer = new PdfDrawer({ deadlineMs: config.pdfDeadlineMs });

  const { knownLinks } = customers;
  const contactPrefetch = new ContactPrefetch(knownLinks);
  const marks = new KeyedMarks(config.portalSecrets);
  const notedWithdrawals = new NotedWithdrawals({ crm, clock, portal, stages, sharedStore });
  const addressChanges = new AddressChanges({ crm, clock, sharedStore });
  const opening = { crm, linkReads, background, prices, untouchedCheckboxes, knownLinks, notedWithdrawals };
  const reading = { crm, linkReads, schemaDrift, notedWithdrawals };
  const dealsOfLink = async (crmOptions: CrmCallOptions, hash: string) => {
    const { deals } = await readContact(opening, crmOptions, hash as SurveyHash);
    return deals.map((found) => ({
      ...presentDeal(found, portal),
      adviser: adviserOf(found.deal, { portal, nameOf }),
    }));
  };
  const signedStage = new SignedStage({ crm, background, log, portal });
  const sealer = new Sealer(config.seal, clock);
  const documents = { crm, background, clock, log, portal, sharedStore, pdfDrawer, sealer };
  const orderDocuments = new OrderDocuments(documents);
  const orders = new Orders({
    signedStage,
    crm,
    background,
    clock,
    log,
    portal,
    publicUrl,
    countUnproven: metrics.unprovenSignature,
    orderMutex: new KeyedMutex(sharedStore),
    asRecorded: (found) => notedWithdrawals.asRecorded(found),
    drawOrder: (evidence) => orderDocuments.draw(evidence, `order ${evidence.dealId}`),
    storedOrders: (crmOptions, evidence) => orderDocuments.copiesOf(crmOptions, evidence),
  });
  const withdrawals = new WithdrawalRecord({
    ...{ crm, background, clock, log, marks, portal, publicUrl, noted: notedWithdrawals },
    orderIn: (found) => withdrawnOrder(found, portal),
    orderDelivered: (dealId) => orders.delivered(dealId),
  });
  const resumeOrder = (found: FoundDeal) => {
    background.run('order.finish', () => Promise.all([orders.resume(found), withdrawals.resume(found)]));
  };
  // Each choice leaves a note in the CRM. Without a limit, a script could flood a record with notes.
  const financingChoices = sharedStore.limit('financing choices of a deal', NOTED_CHOICES, NOTED_WITHIN_MS);
  const permissionsGiven = sharedStore.limit('permissions of a contact', NOTED_CHOICES, NOTED_WITHIN_MS);
  const leadEvents = new LeadEvents(clock, sharedStore, nameOf);
  const tellDesk = ({ contact, deal }: FoundDeal, what: LeadTold['what']) =>
    leadEvents.change(contact.id, { what, by: null, dealId: deal.id });
  const signing = {
    ...{ crm, background, clock, log, portal, dealMutex },
    ...{ orders, signedStage, financingChoices, addressChanges, tellDesk },
  };
  const leads = { ...reading, doNotCall, stages, clock };
  const queue = {
    ...leads,
    log,
    portal,
    owners,
    callHistories,
    callbacks,
    openMessages,
    callPauseHours: config.callPauseHours,
    leadQueue: new LeadQueue(
      { crm, clock, background, callHistories, doNotCall, callbacks, stages, credits },
      sharedStore,
    ),
    leadEvents,
    leadCache: new LeadCache(clock, leadEvents),
    leadClaims: new LeadClaims(clock, sharedStore),
    dealMutex,
    presence: new Presence(clock, sharedStore, nameOf),
  };

  return {
    site,
    browserFaults: { log, sharedStore },
    contact: {
      ...opening,
      clock,
      log,
      portal,
      dealMutex,
      publicUrl,
      dealsOfLink,
      contactPrefetch,
      linkRequests: new LinkRequests(config.linkRequestsPerIp, sharedStore),
      addressChanges,
      permissionsGiven,
      tellDetailsChanged: (contactId: string) => leadEvents.change(contactId, { what: 'details', by: null }),
      nameOf,
    },
    address: {
      linkReads,
      knownLinks,
      addressLookup: new AddressLookup({ addressLookupUrl: config.addressLookupUrl, clock, log, sharedStore }),
    },
    deal: { ...reading, ...signing, prices, credits, knownLinks, resumeOrder },
    messages: {
      ...reading,
      knownLinks,
      background,
      clock,
      log,
      portal,
      dealMutex,
      sharedStore,
      publicUrl,
      marks,
      withdrawals,
      notedWithdrawals,
      tellDesk,
    },
    documents: {
      ...reading,
      knownLinks,
      clock,
      portal,
      publicUrl,
      pdfDrawer,
      sharedStore,
      orderDocuments,
      nameOf,
      readContactDeal: async (crmOptions: CrmCallOptions, contactId: string, dealId: string) =>
        dealOf(await readLead(leads, crmOptions, contactId), dealId),
    },
    photos: {
      crm,
      linkReads,
      knownLinks,
      background,
      log,
      dealMutex,
      sharedStore,
      fileChecker,
      clock,
      uploadWindowMs: config.uploadWindowMs,
    },
    stats: {
      clock,
      stats: new StatsReader({ crm, clock, owners, doNotCall, prices, stages, credits, noted: notedWithdrawals }),
    },
    queue,
    desk: {
      ...queue,
      background,
      publicUrl,
      dealsOfLink,
      crmWebUrl,
      prices,
      undoable: new UndoableOutcomes(clock, sharedStore),
      undoableEdits: new UndoableEdits(clock, sharedStore),
      knownLinks,
      marks,
      linksMailed: sharedStore.limit('links mailed by staff', LINKS_MAILED_BY_STAFF, DAY_MS),
      addressChanges,
      oldAddressesTold: sharedStore.limit('old addresses told by mail', LINKS_MAILED_BY_STAFF, DAY_MS),
      linksReplaced: sharedStore.limit('links replaced by staff', LINKS_REPLACED_BY_STAFF, DAY_MS),
      missingLinks: new MissingLinks({ crm, background, clock, stages }),
      pendingNotes: new PendingNotes(),
      noticeSignature: (found: FoundDeal) => orders.noticeSignature(found),
    },
    firstView: {
      ...customers,
      ...opening,
      ...reading,
      ...signing,
      resumeOrder,
      contactPrefetch,
      site,
      firstViewWaitMs: config.firstViewWaitMs,
      nameOf,
    },
  };
}
