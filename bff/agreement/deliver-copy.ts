import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Note } from '../../crm-contract/endpoints/notes-and-files.ts';
import { CrmError, isRefusedForGood, orRefusal } from '../../crm-contract/errors.ts';
import { type Clock, HOUR_MS } from '../crm/clock.ts';
import {
  type CrmWriter,
  createDealTaskOnce,
  createNoteOnce,
  createOnce,
  type Findable,
  findEarlier,
} from '../crm/create-once.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { evidenceTitle } from '../crm/texts/note-texts.ts';
import {
  addressChangeTask,
  COPY_TRACES,
  type CopyProblem,
  copyTask,
  copyTraceTitle,
  orderFile,
} from '../crm/texts/order-texts.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import type { MailSender } from '../mail/compose-mail.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { kenmerkOf } from '../quote/quote-fingerprint.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { AddressChanges } from './address-changes.ts';
import { addresseeOf, type SignatureEvidence } from './evidence.ts';
import { evidenceText } from './evidence-note.ts';
import type { AddressChange } from './evidence-v1.ts';
import { changeHold } from './hold.ts';
import { copyMail } from './order-mail.ts';

/** A copy that could not be sent within this time is passed to a colleague. */
const LONGEST_WAIT_MS = HOUR_MS;

export interface DeliveryContext extends CrmWriter {
  clock: Clock;
  log: Log;
  portal: PortalFile;
  publicUrl: string;
  addressChanges: Pick<AddressChanges, 'before' | 'lookUp'>;
  /** Draws the signed order as a sealed PDF from the evidence alone. */
  drawOrder: (evidence: SignatureEvidence) => Promise<Buffer>;
  /** The files of the deal that are the PDF of this order. */
  storedOrders: (crmOptions: CrmCallOptions, evidence: SignatureEvidence) => Promise<{ id: string }[]>;
}

/** A signed order and everything its copy is made from. */
interface Delivery {
  context: DeliveryContext;
  crmOptions: CrmCallOptions;
  found: FoundDeal;
  evidence: SignatureEvidence;
  kenmerk: string;
  /** An earlier delivery may have made some parts. Right after signing there can be none. */
  isRepair: boolean;
}

/**
 * Makes note, PDF and mail of a signed order from its evidence. The PDF is attached right before the mail is sent. If
 * an order has its PDF but no record of the mail, the mail may have been sent, so a task asks a colleague.
 */
export async function deliverCopy(
  context: DeliveryContext,
  found: FoundDeal,
  evidence: SignatureEvidence,
  isRepair: boolean,
): Promise<void> {
  const kenmerk = kenmerkOf(evidence.fingerprint);
  const delivery = { context, crmOptions: crmOptionsFor('background'), found, evidence, kenmerk, isRepair };
  const problem = await mailCopy(delivery).catch((error: unknown) => {
    if (!isFinal(error, delivery)) throw error;
    context.log.error({ recordId: found.deal.id, ...faultFields(error) }, 'the CRM stores no PDF of a signed order');
    return 'notKept' as const;
  });
  if (problem !== null) await askColleague(delivery, problem);
}

/** True if a retry cannot help, or if the customer has waited too long for retries. */
function isFinal(error: unknown, { context, evidence }: Delivery): boolean {
  const waitedMs = context.clock.now() - Date.parse(evidence.signedAt);
  return isRefusedForGood(error) || (error instanceof CrmError && waitedMs > LONGEST_WAIT_MS);
}

/** @returns why a colleague has to send the copy; null if it was sent, or a colleague was already asked */
async function mailCopy(delivery: Delivery): Promise<CopyProblem | null> {
  const { context, found, evidence, isRepair } = delivery;
  if (isRepair && (await hasTrace(delivery))) return null;
  const { mailFrom } = context.portal;
  const { email } = evidence.copy;
  const addresses = mailFrom && email ? { mailFrom, email } : null;
  await writeNote(delivery);
  await askAboutAddress(delivery);
  if (isRepair && (await findEarlier(context.background, delivery.crmOptions, attachedCopy(delivery)))) {
    return addresses === null ? 'noAddress' : 'unknown';
  }
  const pdf = await context.drawOrder(evidence).catch((error: unknown) => {
    // Too many PDFs are being drawn right now, so a later retry helps.
    if (error instanceof ProblemError && error.code === 'busy') throw error;
    context.log.error({ recordId: found.deal.id, ...faultFields(error) }, 'the PDF of a signed order cannot be made');
    return null;
  });
  if (pdf === null) return 'noPdf';
  const stored = addresses === null ? null : await store(delivery, pdf);
  await attach(delivery, pdf);
  if (addresses === null) return 'noAddress';
  return stored === null ? 'refused' : mailAndTell(delivery, addresses, stored);
}

/** Sends the mail; `portal_copy_sent_at` is written as soon as the CRM accepts it. */
async function mailAndTell(
  delivery: Delivery,
  { mailFrom, email }: { mailFrom: MailSender['mailFrom']; email: string },
  fileId: string,
): Promise<CopyProblem | null> {
  const { context, crmOptions, found, evidence, kenmerk } = delivery;
  const { deal, contact } = found;
  const { name } = addresseeOf(evidence, contact);
  try {
    const by = found.withdrawalIn === 'field' ? ('administration' as const) : ('customer' as const);
    const withdrawnBy = deal.portal_withdrawn_at === null ? null : by;
    const url = `${context.publicUrl}/deals/${deal.id}/`;
    const isSoon = context.clock.now() - Date.parse(evidence.signedAt) <= LONGEST_WAIT_MS;
    const about = { name, email, kenmerk, evidence, fileId, withdrawnBy, isSoon, url };
    const mail = copyMail({ ...context.portal, mailFrom }, about);
    await context.crm.mail.send({ module: 'Contacts', id: contact.id }, mail, crmOptions);
  } catch (error) {
    if (!(error instanceof CrmError)) throw error;
    context.log.warn({ recordId: deal.id, ...faultFields(error) }, 'the copy of a signed order was not mailed');
    return error.sent === 'no' ? 'refused' : 'unknown';
  }
  const sent = { portal_copy_sent_at: crmInstant(context.clock.now()) };
  try {
    await context.crm.deals.update(deal.id, sent, crmOptions);
  } catch (error) {
    if (isRefusedForGood(error)) leaveTrace(delivery, 'mailed');
    else
      context.background.retryInBackground('order.sent', () =>
        context.crm.deals.update(deal.id, sent, crmOptionsFor('background')),
      );
  }
  return null;
}

/**
 * If staff changed the customer's address shortly before the link was mailed, the link may have gone to somebody else.
 * Then a task asks a colleague to check who signed (decision J13). If the CRM refuses the task, the portal sends the
 * copy anyway.
 */
async function askAboutAddress(delivery: Delivery): Promise<void> {
  const { context, crmOptions, found, kenmerk, isRepair } = delivery;
  try {
    const addressChange = await addressChangeOf(delivery);
    if (!addressChange) return;
    await createDealTaskOnce(context, crmOptions, found, addressChangeTask(kenmerk, addressChange), isRepair);
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    const about = { recordId: found.deal.id, ...faultFields(error) };
    context.log.error(about, 'the CRM takes no task about a signature after a change of address, or shows no notes');
  }
}

/** The process that signed may have known no notes yet, for example right after its start. */
async function addressChangeOf({ context, crmOptions, evidence }: Delivery): Promise<AddressChange | null> {
  const { addressChange, contactId, signedAt } = evidence;
  if (addressChange) return addressChange;
  await context.addressChanges.lookUp(contactId, crmOptions);
  return context.addressChanges.before(contactId, Date.parse(signedAt));
}

/** The note only repeats the evidence for people, so the portal sends the copy even if the CRM refuses the note. */
async function writeNote({ context, crmOptions, found, evidence, kenmerk, isRepair }: Delivery): Promise<void> {
  const { id } = found.deal;
  const parent = { module: 'Deals', id } as const;
  const note = { Note_Title: evidenceTitle(kenmerk), Note_Content: evidenceText(id, kenmerk, evidence) };
  const isThis = ({ Note_Title, Note_Content }: Note) =>
    Note_Title === note.Note_Title && Note_Content?.includes(`Tijd (server): ${evidence.signedAt}`) === true;
  const options = { lookFirst: isRepair, mayComeYet: isRepair };
  const left = await orRefusal(createNoteOnce(context, crmOptions, parent, note, isThis, options));
  if (left instanceof CrmError) {
    context.log.error({ recordId: id, ...faultFields(left) }, 'the CRM takes no note about a signed order');
  }
}

/** Uploads the PDF to the file store for the mail; null if the CRM refuses it. */
async function store({ context, crmOptions, found, kenmerk }: Delivery, pdf: Buffer): Promise<string | null> {
  try {
    return await context.crm.files.upload(orderFile(kenmerk, pdf), crmOptions);
  } catch (error) {
    if (!(error instanceof CrmError)) throw error;
    context.log.warn({ recordId: found.deal.id, ...faultFields(error) }, 'the copy of a signed order was not stored');
    return null;
  }
}

async function attach(delivery: Delivery, pdf: Buffer): Promise<void> {
  const { context, crmOptions, found, kenmerk, isRepair } = delivery;
  const parent = { module: 'Deals', id: found.deal.id } as const;
  await createOnce(context.background, crmOptions, {
    ...attachedCopy(delivery),
    write: () => context.crm.attachments.upload(parent, orderFile(kenmerk, pdf), crmOptions),
    mayComeYet: isRepair,
  });
}

function attachedCopy({ context, found, evidence }: Delivery): Findable {
  const parent = { module: 'Deals', id: found.deal.id } as const;
  return {
    find: (asked) => context.storedOrders(asked, evidence),
    remove: (id, asked) => context.crm.attachments.remove(parent, id, asked),
  };
}

/**
 * Creates a task for the deal's owner. Then records the task in the deal, so that the page shows it and no process
 * retries.
 */
async function askColleague(delivery: Delivery, problem: CopyProblem): Promise<void> {
  const { context, crmOptions, found, evidence, kenmerk, isRepair } = delivery;
  await createDealTaskOnce(context, crmOptions, found, copyTask(kenmerk, problem), isRepair);
  const asked = { isTask: true, mayBeMailed: problem === 'unknown' };
  const changed = await orRefusal(changeHold(context, found, evidence, asked));
  if (changed instanceof CrmError) leaveTrace(delivery, 'asked');
}

/** A deal that is locked when won accepts no change, so a note records what happened to the copy. */
function leaveTrace({ context, found, kenmerk }: Delivery, what: keyof typeof COPY_TRACES): void {
  const note = { Note_Title: copyTraceTitle(kenmerk), Note_Content: COPY_TRACES[what] };
  const isThis = ({ Note_Title }: Note) => Note_Title === note.Note_Title;
  const parent = { module: 'Deals', id: found.deal.id } as const;
  context.background.retryInBackground('order.trace', () =>
    createNoteOnce(context, crmOptionsFor('background'), parent, note, isThis, { lookFirst: true }),
  );
}

async function hasTrace({ context, crmOptions, found, kenmerk }: Delivery): Promise<boolean> {
  const notes = await context.crm.notes.listFor({ module: 'Deals', id: found.deal.id }, crmOptions);
  return notes.some(({ Note_Title }) => Note_Title === copyTraceTitle(kenmerk));
}
