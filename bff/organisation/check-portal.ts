import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, recordId } from '../../crm-contract/coql.ts';
import { CrmError, orCrmError } from '../../crm-contract/errors.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { readSignature } from '../agreement/evidence.ts';
import { dealRows } from '../crm/deal-rows.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { certificateTrouble } from '../documents/seal.ts';
import type { WrittenPortalFile } from '../site/portal-file.ts';
import type { EvidenceKeys, SealSettings } from '../site/signing-keys.ts';
import { advice, type Finding, fault, reasonOf } from './finding.ts';
import { takeSample } from './rehearsal.ts';

/** Placeholders in `portal.json`: fictitious words, addresses that nobody has, and the sandbox. */
const MADE_UP = /\bvoorbeeld|\.example\b|sandbox[}/]|^(NL)?0{8}/i;
/** Texts that may contain any word. */
const FREE_TEXTS = ['title', 'text', 'wording', 'warning', 'example', 'legalGuarantee'];
/** The parts that become part of orders. */
const BINDING = ['seller', 'terms', 'financingTerms'];

/** Parts of the portal file that still have the values of `portal.json`, and required ones that are missing. Pure. */
export function checkPortalFile(portal: WrittenPortalFile): Finding[] {
  const madeUp = Object.entries(portal).flatMap(([part, value]) => {
    const keys = FREE_TEXTS.includes(part) ? [] : madeUpIn(value, part);
    if (keys.length === 0) return [];
    return BINDING.includes(part)
      ? fault(part, `is made up: ${keys.join(', ')}`, 'customers would sign it')
      : advice(part, `is made up: ${keys.join(', ')}`, 'put in your own');
  });
  return portal.callsNeedPermission === undefined ? [...madeUp, PERMISSION] : madeUp;
}

const PERMISSION = advice(
  'callsNeedPermission',
  'is not said',
  'since 1 July 2026 unasked sales calls need permission: true leaves out whoever gave none',
);

function madeUpIn(value: unknown, path: string): string[] {
  if (typeof value === 'string') return MADE_UP.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    FREE_TEXTS.includes(key) ? [] : madeUpIn(inner, `${path}.${key}`),
  );
}

const NO_MAIL = 'no link and no signed order is mailed: each leaves a task for a colleague';

/** Whether the CRM sends mail for us, and from this address. */
export async function checkMail(crm: CrmClient, email: string): Promise<Finding[]> {
  return [...(await checkSender(crm, email)), ...(await checkMailing(crm, email))];
}

/**
 * Whether the CRM sends mail for us at all. This tries a mail without recipients, which the CRM always refuses. If it
 * names the missing address as the reason, nothing else blocks our mail.
 */
async function checkMailing(crm: CrmClient, email: string): Promise<Finding[]> {
  const { contactId } = await takeSample(crm);
  if (contactId === null) return [];
  const mail = { from: { email }, to: [], subject: 'crm:check', content: '' } as const;
  const error = await orCrmError(crm.mail.send({ module: 'Contacts', id: contactId }, mail, crmOptionsFor('read')));
  if (!(error instanceof CrmError) || error.code === 'EMAIL_BLOCKED' || error.fields?.includes('to')) return [];
  return [advice(email, `the CRM does not mail for us (${reasonOf(error)})`, NO_MAIL)];
}

/**
 * Whether the CRM sends from this address. If the CRM does not list its senders, that is only advice, because a refused
 * mail leaves a task.
 */
async function checkSender(crm: CrmClient, email: string): Promise<Finding[]> {
  const isThere = await isSender(crm, email);
  if (isThere === true) return [];
  if (isThere === false) return [fault(email, 'is no address that the CRM sends from', NO_MAIL)];
  const is = `not known whether the CRM sends from it (${reasonOf(isThere)})`;
  return [advice(email, is, `if it does not, ${NO_MAIL}`)];
}

export async function isSender(crm: CrmClient, email: string): Promise<boolean | CrmError> {
  const senders = await orCrmError(crm.settings.senders(crmOptionsFor('read')));
  if (senders instanceof CrmError) return senders;
  return senders.some((each) => each.toLowerCase() === email.toLowerCase());
}

const readRows = dealRows(dealShape.pick({ id: true, gaikan_signature_plain: true, portal_signature_evidence: true }));
/** In one call the CRM returns the large texts of at most 100 rows. */
const PAGE = 100;
/** The newest signatures; earlier runs checked the older ones. */
const MOST_SIGNATURES = 1_000;

/** How many typed signatures lack evidence made by the portal, and why (decision J3). */
export async function checkSignatures(crm: CrmClient, keys: EvidenceKeys): Promise<Finding[]> {
  const counts = { proven: 0, none: 0, foreign: 0, unknownKey: 0 };
  let where = coql`gaikan_signature_plain is not null`;
  for (let seen = 0; seen < MOST_SIGNATURES; seen += PAGE) {
    const query = coql`from Deals where ${where} order by id desc limit ${PAGE}`;
    const rows = await readRows(crm, query, crmOptionsFor('read'));
    for (const row of rows) counts[readSignature(row, keys).state] += 1;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) break;
    where = coql`(gaikan_signature_plain is not null and id < ${recordId(last.id)})`;
  }
  const found = (count: number, is: string, means: string) =>
    count === 0 ? [] : [advice('portal_signature_evidence', `${count} signatures ${is}`, means)];
  return [
    ...found(counts.none, 'have none', 'they are shown as signed; their PDF is a copy without a seal'),
    ...found(counts.foreign, 'have one that the portal did not make', 'each has a task: ask the customer'),
    ...found(counts.unknownKey, 'have one of a removed secret', 'put that secret back, at the end of EVIDENCE_SECRETS'),
  ];
}

/**
 * Whether signed orders are sealed, so that changed bytes show (decision I2), with a certificate that PDF readers
 * accept.
 */
export async function checkSeal(seal: SealSettings | null, now: number): Promise<Finding[]> {
  const what = 'SEAL_CERTIFICATE_FILE';
  if (seal === null) return [advice(what, 'names no certificate', 'signed orders are mailed without a seal')];
  const trouble = await certificateTrouble(seal, now);
  return trouble === null ? [] : [advice(what, trouble, 'PDF readers distrust the seal of an order, or there is none')];
}
