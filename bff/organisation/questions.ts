import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CHEAPEST_PAGE, FittingPage, MOST_VALUES } from '../../crm-contract/coql.ts';
import type { Question } from '../../crm-contract/questions.ts';
import { KnownLinks, type SurveyHash } from '../access/survey-link.ts';
import { AddressChanges } from '../agreement/address-changes.ts';
import { NotedWithdrawals } from '../agreement/noted-withdrawals.ts';
import { readNoted, readUnfinished } from '../agreement/unfinished-orders.ts';
import { readContact, readLinkedContact, UntouchedCheckboxes } from '../contact/read-contact.ts';
import { readAddressees } from '../contact/send-link.ts';
import { systemClock as clock } from '../crm/clock.ts';
import { Stages } from '../crm/stages.ts';
import { crmInstant, dayOf } from '../crm/texts/moments-and-euros.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { dealReader } from '../deal/read-deal.ts';
import { readCalls } from '../desk/call-records.ts';
import { readContactsOf, readDealsOf, searchContacts } from '../desk/search-contacts.ts';
import { readNotesOf } from '../desk/timeline.ts';
import { CallHistories } from '../queue/call-histories.ts';
import { Callbacks } from '../queue/callbacks.ts';
import { DoNotCall } from '../queue/do-not-call.ts';
import { readChangedDeals, readDealsById, readOpenPage } from '../queue/open-deal-rows.ts';
import { OpenMessages } from '../queue/open-messages.ts';
import { Owners, readOwnersOfDeals } from '../queue/owners.ts';
import { readContactIdOf, readLead, readOwner } from '../queue/read-lead.ts';
import { readCallsOf, readChangedCalls } from '../queue/recent-changes.ts';
import type { DealAsRead } from '../quote/found-deal.ts';
import { linkReads } from '../quote/link-reads.ts';
import { cachedPrices } from '../quote/price-list.ts';
import { InMemoryStore } from '../shared-store/shared-store.ts';
import { EvidenceKeys } from '../site/signing-keys.ts';
import { StatsReader } from '../stats/read-stats.ts';
import { advice, type Finding } from './finding.ts';
import type { Sample } from './rehearsal.ts';

/**
 * The queries of a screen, made by the portal's own code. A screen with `ask` needs all of them. A screen with `look`
 * works without some of them, and reports which ones it lacks.
 */
type AskedOnScreen = { screen: string } & (
  | { ask: (crm: CrmClient, sample: Sample) => Promise<unknown> }
  | { look: (crm: CrmClient, sample: Sample) => Promise<Finding[]> }
);

/**
 * Tries a screen; returns a finding for each kind of data that the screen works without.
 * @throws CrmError if the screen does not work at all
 */
export async function tryScreen(screen: AskedOnScreen, crm: CrmClient, sample: Sample): Promise<Finding[]> {
  if ('look' in screen) return screen.look(crm, sample);
  await screen.ask(crm, sample);
  return [];
}

/**
 * A finding about data that the CRM refuses in every form; `goesOn` describes how the screen works without the data.
 */
function missing(isRefused: boolean, what: string, goesOn: string): Finding[] {
  return isRefused ? [advice(what, 'missing', goesOn)] : [];
}

const read = () => crmOptionsFor('read');
/** Well-formed, but used by nobody. */
const NOBODYS_LINK = 'crm-check-crm-check-0000' as SurveyHash;
const NOBODYS_MAIL = 'crm-check@portal.invalid';
const silent = { report: () => {} };
const notedWithdrawals = {
  isProven: () => false,
  asRecorded: async (_: CrmCallOptions, found: DealAsRead) => ({ ...found, stages: { kindOf: () => 'open' as const } }),
};

/** Any record id works, even an unknown one: the CRM then answers that it does not exist. */
const ofContact = ({ contactId }: Sample) => contactId ?? NO_RECORD;
const ofDeal = ({ dealId }: Sample) => dealId ?? NO_RECORD;
const NO_RECORD = '4150868000000000999';
const contact = (sample: Sample) => ({ module: 'Contacts', id: ofContact(sample) }) as const;
const deal = (sample: Sample) => ({ module: 'Deals', id: ofDeal(sample) }) as const;

/** Every query that the portal sends to the CRM, by the screen that depends on it. */
export const QUESTIONS: readonly AskedOnScreen[] = [
  {
    screen: 'opening a link',
    ask: (crm) =>
      readContact(
        {
          linkReads: linkReads(crm),
          untouchedCheckboxes: new UntouchedCheckboxes(crm, clock),
          knownLinks: new KnownLinks(clock),
          notedWithdrawals,
        },
        read(),
        NOBODYS_LINK,
      ),
  },
  { screen: 'asking for a link by mail', ask: (crm) => readAddressees({ crm }, read(), NOBODYS_MAIL) },
  {
    screen: 'saving an answer',
    ask: (crm) =>
      readLinkedContact({ linkReads: linkReads(crm), knownLinks: new KnownLinks(clock) }, read(), NOBODYS_LINK),
  },
  {
    screen: 'the quote',
    ask: (crm, sample) =>
      dealReader(
        { crm, linkReads: linkReads(crm), schemaDrift: silent, knownLinks: new KnownLinks(clock), notedWithdrawals },
        NOBODYS_LINK,
        ofDeal(sample),
      )(read()),
  },
  { screen: 'the products of an older quote', ask: (crm, sample) => crm.deals.products(ofDeal(sample), read()) },
  { screen: 'the prices', ask: (crm) => cachedPrices(crm, clock).read(0, read()) },
  { screen: 'many links at once', look: askManyLinks },
  { screen: 'the photos', ask: (crm, sample) => crm.attachments.listFor(contact(sample), read()) },
  { screen: 'the signed order', ask: (crm, sample) => crm.attachments.listFor(deal(sample), read()) },
  { screen: 'the copy of a signed order', ask: (crm) => readUnfinished({ crm, clock }) },
  { screen: 'the notes of withdrawals', look: askWithdrawals },
  { screen: 'changes of an address, and links that were mailed', look: askAddressChanges },
  {
    screen: 'an order that was withdrawn from by its note alone',
    ask: (crm, sample) => readNoted(crm, [ofDeal(sample)], new Set()),
  },
  { screen: 'notes and messages of a deal', ask: (crm, sample) => crm.notes.listFor(deal(sample), read()) },
  { screen: 'the timeline', ask: (crm, sample) => readNotesOf(crm, read(), [ofContact(sample), ofDeal(sample)]) },
  { screen: 'tasks about a deal', ask: (crm, sample) => crm.tasks.listFor(deal(sample), read()) },
  { screen: 'tasks about a contact', ask: (crm, sample) => crm.tasks.listFor(contact(sample), read()) },
  { screen: 'the leads', ask: askLeads },
  { screen: 'who has a question or a wish', look: askMessages },
  { screen: 'the order of the leads', look: askCallHistory },
  { screen: 'the search of the whole CRM', ask: askSearch },
  { screen: 'who must not be called', ask: (crm) => new DoNotCall(crm, clock).read(0, read()) },
  {
    screen: 'who of the open leads must not be called',
    ask: (crm, sample) => new DoNotCall(crm, clock).readOf([ofContact(sample)], read(), clock.now()),
  },
  { screen: 'agreed calls', look: askCallbacks },
  {
    screen: 'a contact at the desk',
    ask: (crm, sample) =>
      readLead(
        {
          crm,
          clock,
          schemaDrift: silent,
          doNotCall: new DoNotCall(crm, clock),
          stages: new Stages(crm, clock),
          notedWithdrawals,
        },
        read(),
        ofContact(sample),
      ),
  },
  { screen: 'its notes', ask: (crm, sample) => crm.notes.listFor(contact(sample), read()) },
  { screen: 'its owner', ask: (crm, sample) => readOwner({ crm }, read(), ofContact(sample)) },
  {
    screen: 'the outcome of a call',
    ask: (crm, sample) =>
      Promise.all([
        readCalls(crm, read(), ofContact(sample), clock.now()),
        crm.calls.listFor(ofContact(sample), read()),
      ]),
  },
  {
    screen: 'an action that names its deal only',
    ask: (crm, sample) => readContactIdOf({ crm }, read(), ofDeal(sample)),
  },
  { screen: '"Gebruiker?"', ask: (crm) => new Owners(crm, clock).read(0, read()) },
  { screen: '"Gebruiker?" without the list of users', ask: (crm) => readOwnersOfDeals(crm, read()) },
  { screen: 'the stats', look: askStats },
];

/** Reads many links at the same time, which share one query. */
async function askManyLinks(crm: CrmClient, sample: Sample): Promise<Finding[]> {
  let most = MOST_VALUES;
  const reads = linkReads(crm, (mostKeys) => {
    most = Math.min(most, mostKeys);
  });
  const links = Array.from({ length: MOST_VALUES }, (_, n) => `${NOBODYS_LINK}-${n}`);
  await Promise.all(
    links.flatMap((link) => [
      reads.withDeals(link, read()),
      reads.alone(link, read()),
      reads.ownDeal(link, ofDeal(sample), read()),
    ]),
  );
  const goesOn = `${most} are asked at a time: fewer people are served at once`;
  return missing(most < MOST_VALUES, `${MOST_VALUES} links in a query`, goesOn);
}

async function askCallbacks(crm: CrmClient): Promise<Finding[]> {
  const callbacks = new Callbacks(crm, clock, 4);
  await callbacks.read(0, read());
  const goesOn = 'a lead whose agreed call may be a colleague’s is handed out a day later, and staff is told';
  return missing(callbacks.isUnknown, 'callbacks', goesOn);
}

async function askMessages(crm: CrmClient): Promise<Finding[]> {
  const messages = new OpenMessages(crm, clock);
  await messages.read(read());
  return missing(messages.isUnknown, 'the open tasks of messages', 'cards do not say it, and staff is told');
}

async function askWithdrawals(crm: CrmClient): Promise<Finding[]> {
  const noted = new NotedWithdrawals({
    crm,
    clock,
    portal: { evidenceKeys: new EvidenceKeys([]) },
    stages: new Stages(crm, clock),
    sharedStore: new InMemoryStore(clock),
  });
  await noted.read(read());
  const goesOn = 'a withdrawal is shown by its field, and by its note until a restart';
  return missing(!noted.isKnown, 'the notes of withdrawals', goesOn);
}

/** Searches a phone number, words with a postcode, and an offertekenmerk. */
async function askSearch(crm: CrmClient, sample: Sample): Promise<void> {
  const context = { crm, doNotCall: new DoNotCall(crm, clock), stages: new Stages(crm, clock), notedWithdrawals };
  for (const typed of ['0612345678', 'Jansen Dorpsstraat 6711 AB', 'ABCD-1234']) {
    await searchContacts(context, read(), typed);
  }
  await readDealsOf(crm, read(), [{ id: ofContact(sample) }]);
  await readContactsOf(crm, read(), [ofDeal(sample)]);
}

async function askAddressChanges(crm: CrmClient): Promise<Finding[]> {
  const changes = new AddressChanges({ crm, clock, sharedStore: new InMemoryStore(clock) });
  await changes.read(read());
  const goesOn =
    'the evidence of a signature after a change of the address does not name it after a restart; the task for a colleague remains';
  return missing(!changes.isKnown, 'the notes of changed addresses', goesOn);
}

async function askStats(crm: CrmClient): Promise<Finding[]> {
  const reader = new StatsReader({
    crm,
    noted: notedWithdrawals,
    clock,
    owners: new Owners(crm, clock),
    doNotCall: new DoNotCall(crm, clock),
    prices: cachedPrices(crm, clock),
    stages: new Stages(crm, clock),
  });
  const { figures: stats } = await reader.read();
  const today = dayOf(clock.now());
  const { figures } = await reader.readPeriod({ from: today, to: today });
  const lacks = (isRefused: boolean, part: string) =>
    missing(isRefused, part, 'the stats go on without it, and staff is told');
  return [
    ...lacks(stats.funnel === null, 'funnel'),
    ...lacks(figures?.colleagues === null, 'calls per colleague'),
    ...lacks(figures?.losses === null && stats.funnel !== null, 'reasons of loss'),
    ...lacks(stats.calls === null, 'calls'),
    ...(stats.unknown ?? []).flatMap((part) => lacks(true, part)),
  ];
}

async function askCallHistory(crm: CrmClient): Promise<Finding[]> {
  const histories = new CallHistories(crm, clock);
  await histories.read(read());
  const goesOn = 'the leads go on in the order of their registration, and staff is told';
  return missing(histories.isUnknown, 'call history', goesOn);
}

/** Reads all leads, a further page of them, and changes and deletions since a given time. */
async function askLeads(crm: CrmClient, sample: Sample): Promise<void> {
  const stages = new Stages(crm, clock);
  const page = new FittingPage(CHEAPEST_PAGE);
  const crmOptions = read();
  const now = clock.now();
  for (const below of [null, ofDeal(sample)]) await readOpenPage(crm, crmOptions, stages, { below, limit: 1 });
  await readDealsById(crm, crmOptions, [ofDeal(sample)]);
  await readChangedDeals(crm, crmOptions, now, page);
  await readChangedCalls(crm, crmOptions, now, page);
  await readCallsOf(crm, crmOptions, [ofContact(sample)], page);
  for (const module of ['Deals', 'Contacts', 'Calls'] as const) {
    await crm.deleted.since(module, crmInstant(now), read());
  }
}

/** What the fallback means for users. */
export const OTHER_WAYS: Record<Question, string> = {
  closed_activities:
    'calls that were made are found by a query, and so are closed tasks: one more call for each outcome, message and task',
  tags_by_query:
    'who must not be called is read from the list of all contacts; until it was read through, staff see it only in the open lead',
  extremes_of_moments: 'calls are read one by one: with more than 2,000 the history of the older leads comes later',
  large_text_by_query:
    'quote, signature and evidence are read from the deals themselves: one more call for each screen with a deal',
};
