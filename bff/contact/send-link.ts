import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql } from '../../crm-contract/coql.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { contactShape } from '../../crm-contract/shapes/contact.ts';
import type { Note } from '../../crm-contract/shapes/notes-and-files.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { addressOf } from '../access/keyed-link.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { contactTask, createNoteOnce, createTaskOnce } from '../crm/notes-and-tasks.ts';
import { actionTitle, afterAddressChange, LINK_ASKED_FOR, linkSentTo } from '../crm/texts/outcome-texts.ts';
import { sendLinkTask } from '../crm/texts/task-texts.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Deal } from '../view-models/deal.ts';
import { linkMail } from './link-mail.ts';

export interface SendLinkContext extends CrmWriter {
  portal: PortalFile;
  publicUrl: string;
  log: Log;
  /** The deals of a link as its customer sees them, oldest first. */
  dealsOfLink: (crmOptions: CrmCallOptions, hash: string) => Promise<Deal[]>;
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
 * Looks the address up and, after the answer was sent, mails the link of each matching contact: known and unknown
 * addresses take equally long and get the same answer. If the CRM cannot be reached, the answer says so.
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
  try {
    await mailLink(context, crmOptions, contact, { from: mailFrom, email, hash: contact.survey1_hash });
    noteAfterChange(context, contact.id, email);
  } catch (error) {
    // Sender refused, daily limit, opt-out or lost answer: the page promised a mail, so a task asks a colleague to send
    // it.
    if (error instanceof CrmError) await leaveTask(context, crmOptionsFor('background'), contact);
    throw error;
  }
}

/** Has the CRM mail a contact's link, with its open offer. @throws CrmError also if the CRM refuses it */
export async function mailLink(
  context: Pick<SendLinkContext, 'crm' | 'portal' | 'publicUrl' | 'log' | 'dealsOfLink'>,
  crmOptions: CrmCallOptions,
  { id, Full_Name: name }: Pick<Addressee, 'id' | 'Full_Name'>,
  { from, email, hash }: { from: NonNullable<PortalFile['mailFrom']>; email: string; hash: string },
): Promise<void> {
  const { brand, seller } = context.portal;
  const deals = await dealsToMail(context, crmOptions, id, hash);
  const mail = linkMail({ brand, seller, mailFrom: from }, { name, email }, addressOf(hash, context.publicUrl), deals);
  await context.crm.mail.send({ module: 'Contacts', id }, mail, crmOptions);
}

/** If reading them fails, the link is mailed without them. */
async function dealsToMail(
  { dealsOfLink, log }: Pick<SendLinkContext, 'log' | 'dealsOfLink'>,
  crmOptions: CrmCallOptions,
  recordId: string,
  hash: string,
): Promise<Deal[]> {
  try {
    return await dealsOfLink(crmOptions, hash);
  } catch (error) {
    if (!(error instanceof CrmError || error instanceof ProblemError)) throw error;
    log.warn({ recordId, ...faultFields(error) }, 'a link is mailed without its offer');
    return [];
  }
}

/** Notes a link mailed to an address that staff changed shortly before, whoever requested it (decision J13). */
function noteAfterChange({ crm, background, addressChanges }: SendLinkContext, id: string, email: string): void {
  const changedAt = addressChanges.changedAt(id);
  if (changedAt === null) return;
  addressChanges.learn(id, 'link');
  const content = [linkSentTo(email), LINK_ASKED_FOR, afterAddressChange(changedAt)].join('\n');
  const note = { Note_Title: actionTitle('send-link'), Note_Content: content };
  const parent = { module: 'Contacts', id } as const;
  const isThis = ({ Note_Content }: Note) => Note_Content === content;
  background.insist('link.note', () =>
    createNoteOnce({ crm, background }, crmOptionsFor('background'), parent, note, isThis, { lookFirst: true }),
  );
}

function leaveTask(context: SendLinkContext, crmOptions: CrmCallOptions, contact: Addressee): Promise<void> {
  const parent = { module: 'Contacts', id: contact.id } as const;
  return createTaskOnce(context, crmOptions, parent, contactTask(contact, sendLinkTask));
}
