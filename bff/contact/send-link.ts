import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';
import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql } from '../../crm-contract/coql.ts';
import type { Note } from '../../crm-contract/endpoints/notes-and-files.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { limitKey, siteOf } from '../access/caller-address.ts';
import { addressOf } from '../access/survey-link.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../crm/clock.ts';
import { type CrmWriter, contactTask, createNoteOnce, createTaskOnce } from '../crm/create-once.ts';
import {
  actionTitle,
  afterAddressChange,
  LINK_ASKED_FOR,
  LINK_NOT_CONFIRMED,
  linkSentTo,
} from '../crm/texts/outcome-texts.ts';
import { sendLinkTask } from '../crm/texts/task-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import { allLimits, type Limit, type SharedStore } from '../shared-store/shared-store.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { type AdvisedDeal, linkMail, type SentBy } from './link-mail.ts';

export interface SendLinkContext extends CrmWriter {
  portal: PortalFile;
  publicUrl: string;
  log: Log;
  /** The deals of a link as its customer sees them, oldest first. */
  dealsOfLink: (crmOptions: CrmCallOptions, hash: string) => Promise<AdvisedDeal[]>;
  linkRequests: { takeMail(): Promise<boolean> };
  addressChanges: { changedAt(contactId: string): number | null; learn(contactId: string, what: 'link'): void };
}

const addresseeShape = contactShape.pick({
  id: true,
  Owner: true,
  Full_Name: true,
  Email: true,
  survey1_hash: true,
});
type Addressee = z.output<typeof addresseeShape>;

const MOST_CONTACTS = 5;

/**
 * Looks the address up. Then mails the link of each matching contact in the background, so known and unknown addresses
 * take equally long and get the same answer. If the CRM cannot be reached, the answer says so.
 */
export async function sendLink(context: SendLinkContext, crmOptions: CrmCallOptions, email: string): Promise<void> {
  const found = await readAddressees(context, crmOptions, email);
  const same = found.filter((contact) => contact.Email?.toLowerCase() === email.toLowerCase());
  for (const contact of same) context.background.run('link.send', () => sendTo(context, contact, email));
}

/** The contacts with this mail address, whatever its case. */
export function readAddressees({ crm }: { crm: CrmClient }, crmOptions: CrmCallOptions, email: string) {
  return crm.query(
    coql`select ${columns(fieldsOf(addresseeShape))} from Contacts where Email = ${email} limit ${MOST_CONTACTS}`,
    addresseeShape,
    crmOptions,
  );
}

async function sendTo(context: SendLinkContext, contact: Addressee, email: string): Promise<void> {
  const { mailFrom } = context.portal;
  const crmOptions = crmOptionsFor('background');
  if (!mailFrom || contact.survey1_hash === null || !(await context.linkRequests.takeMail()))
    return leaveTask(context, crmOptions, contact);
  const lines = [linkSentTo(email), LINK_ASKED_FOR];
  try {
    const link = { from: mailFrom, email, hash: contact.survey1_hash, sentBy: 'customer' } as const;
    await mailLink(context, crmOptions, contact, link);
    noteAfterChange(context, contact.id, lines);
  } catch (error) {
    if (!(error instanceof CrmError)) throw error;
    if (error.sent === 'unknown') noteAfterChange(context, contact.id, [...lines, LINK_NOT_CONFIRMED]);
    // Sender refused, daily limit, opt-out or lost answer: the page promised a mail, so a task asks a colleague to send
    // it.
    await leaveTask(context, crmOptionsFor('background'), contact);
    throw error;
  }
}

interface LinkToMail {
  from: NonNullable<PortalFile['mailFrom']>;
  email: string;
  hash: string;
  sentBy: SentBy;
}

/**
 * Lets the CRM mail a contact's link, with the contact's offer or order. Throws a CrmError, also if the CRM refuses the
 * mail.
 */
export async function mailLink(
  context: Pick<SendLinkContext, 'crm' | 'portal' | 'publicUrl' | 'log' | 'dealsOfLink'>,
  crmOptions: CrmCallOptions,
  { id, Full_Name: name }: Pick<Addressee, 'id' | 'Full_Name'>,
  { from, email, hash, sentBy }: LinkToMail,
): Promise<void> {
  const deals = await dealsToMail(context, crmOptions, id, hash);
  const link = addressOf(hash, context.publicUrl);
  const mail = linkMail({ ...context.portal, mailFrom: from }, { name, email }, link, deals, sentBy);
  await context.crm.mail.send({ module: 'Contacts', id }, mail, crmOptions);
}

/** The deals for the mail; none if the read fails, because the link is mailed anyway. */
async function dealsToMail(
  { dealsOfLink, log }: Pick<SendLinkContext, 'log' | 'dealsOfLink'>,
  crmOptions: CrmCallOptions,
  recordId: string,
  hash: string,
): Promise<AdvisedDeal[]> {
  try {
    return await dealsOfLink(crmOptions, hash);
  } catch (error) {
    if (!(error instanceof CrmError || error instanceof ProblemError)) throw error;
    log.warn({ recordId, ...faultFields(error) }, 'a link is mailed without its offer');
    return [];
  }
}

/**
 * Notes a link to an address that staff changed shortly before, whoever requested it. A link that may have been mailed
 * counts as mailed (decision J13).
 */
export function noteAfterChange(
  { crm, background, addressChanges }: Pick<SendLinkContext, 'crm' | 'background' | 'addressChanges'>,
  id: string,
  lines: readonly string[],
): void {
  const changedAt = addressChanges.changedAt(id);
  if (changedAt === null) return;
  addressChanges.learn(id, 'link');
  const content = [...lines, afterAddressChange(changedAt)].join('\n');
  const note = { Note_Title: actionTitle('send-link'), Note_Content: content };
  const parent = { module: 'Contacts', id } as const;
  const isThis = ({ Note_Content }: Note) => Note_Content === content;
  background.retryInBackground('link.note', () =>
    createNoteOnce({ crm, background }, crmOptionsFor('background'), parent, note, isThis, { lookFirst: true }),
  );
}

function leaveTask(context: SendLinkContext, crmOptions: CrmCallOptions, contact: Addressee): Promise<void> {
  const parent = { module: 'Contacts', id: contact.id } as const;
  return createTaskOnce(context, crmOptions, parent, contactTask(contact, sendLinkTask));
}

/**
 * Limit per minute for the repeated requests of all addresses together. The first request of an IP address is no
 * repeat.
 */
const REPEATS_PER_MINUTE = 30;
const REPEATS_PER_HOUR = 300;
/** First requests of an IPv6 /48, which holds 65,536 networks of {@link limitKey}; further ones count as repeats. */
const FIRSTS_OF_SITE_PER_HOUR = 60;
const PER_MAIL_ADDRESS_PER_HOUR = 3;
const PER_MAIL_ADDRESS_PER_DAY = 6;
/** Half of the CRM's 100 mails per day; the rest is for copies of signed orders. */
export const LINKS_MAILED_A_DAY = 50;
/** Enough that nobody can evict an address from the count by requesting others. */
const MOST_MAIL_ADDRESSES = 200_000;
/** Simultaneous CRM calls. */
const AT_ONCE = 3;
const LONGEST_WAIT_MS = 8_000;
const MOST_WAITING = 500;

/** Limits requests for a link by mail (decision B4). Counts before the CRM is called. */
export class LinkRequests {
  readonly #perIp: Limit;
  readonly #firstsOfSite: Limit;
  readonly #repeats: Limit;
  readonly #perMailAddress: Limit;
  readonly #mails: Limit;
  readonly #queue = new PQueue({ concurrency: AT_ONCE });

  constructor(perIp: number, store: SharedStore) {
    this.#perIp = store.limit('link requests of an address', perIp, 10 * MINUTE_MS, 50_000);
    this.#firstsOfSite = store.limit('first link requests of an IPv6 /48', FIRSTS_OF_SITE_PER_HOUR, HOUR_MS);
    this.#repeats = allLimits(
      store.limit('repeated link requests', REPEATS_PER_MINUTE, MINUTE_MS),
      store.limit('repeated link requests in an hour', REPEATS_PER_HOUR, HOUR_MS),
    );
    const perMailAddress = (name: string, most: number, windowMs: number) =>
      store.limit(name, most, windowMs, MOST_MAIL_ADDRESSES);
    this.#perMailAddress = allLimits(
      perMailAddress('links to a mail address', PER_MAIL_ADDRESS_PER_HOUR, HOUR_MS),
      perMailAddress('links to a mail address in a day', PER_MAIL_ADDRESS_PER_DAY, DAY_MS),
    );
    this.#mails = store.limit('links mailed in a day', LINKS_MAILED_A_DAY, DAY_MS);
  }

  /** Whether another link may be mailed today; a colleague sends the links above the limit. */
  takeMail(): Promise<boolean> {
    return this.#mails.take('');
  }

  /**
   * Runs the lookup unless this mail address has received its link often enough; callers with the fewest requests go
   * first.
   * @throws ProblemError too_many or busy
   */
  async run(ip: string, mailAddress: string, lookUp: () => Promise<void>): Promise<void> {
    const address = limitKey(ip);
    const earlier = await this.#perIp.count(address);
    if (!(await this.#perIp.take(address))) throw new ProblemError('too_many');
    const isFirst = earlier === 0 && (await this.#isFirst(siteOf(ip)));
    if (!isFirst && !(await this.#repeats.take(''))) {
      // A refusal because of others must not use up this address's own limit, nor leave a key in the store.
      await this.#perIp.giveBack(address);
      throw new ProblemError('too_many', { retryAfterSeconds: 60 });
    }
    if (this.#queue.size >= MOST_WAITING) throw new ProblemError('busy');
    const mailbox = mailAddress.toLowerCase();
    if (!(await this.#perMailAddress.take(mailbox))) return;
    try {
      await this.#whenFree(lookUp, -earlier);
    } catch (error) {
      // Nothing was mailed. If this request counted, the mail of the next one could be dropped silently.
      await this.#perMailAddress.giveBack(mailbox);
      throw error;
    }
  }

  async #isFirst(site: string | null): Promise<boolean> {
    return site === null || this.#firstsOfSite.take(site);
  }

  async #whenFree(lookUp: () => Promise<void>, priority: number): Promise<void> {
    let looked: Promise<void> | undefined;
    const patience = AbortSignal.timeout(LONGEST_WAIT_MS);
    // Bound, so that the calls are in the trace of their own request.
    const begin = AsyncResource.bind(() => {
      looked = lookUp();
      return looked;
    });
    await this.#queue.add(begin, { priority, signal: patience }).catch((error: unknown) => {
      if (!looked) throw new ProblemError('busy');
      if (error !== patience.reason) throw error;
    });
    await looked;
  }
}
