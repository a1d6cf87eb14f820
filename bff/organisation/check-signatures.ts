import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, recordId } from '../../crm-contract/coql.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { readSignature } from '../agreement/evidence.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { dealRows } from '../crm/deal-rows.ts';
import { certificateTrouble } from '../documents/seal.ts';
import type { EvidenceKeys } from '../site/evidence-keys.ts';
import type { SealSettings } from '../site/seal-settings.ts';
import { advice, type Finding } from './finding.ts';

const readRows = dealRows(dealShape.pick({ id: true, gaikan_signature_plain: true, portal_signature_evidence: true }));
/** The CRM returns the large texts of at most 100 rows in one call. */
const PAGE = 100;
/** The newest; older ones were checked before. */
const MOST_SIGNATURES = 1_000;

/** How many typed signatures have no evidence that the portal made, and why (decision J3). */
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

/** Whether signed orders are sealed, so that a changed byte shows (decision I2), with a certificate that readers accept. */
export async function checkSeal(seal: SealSettings | null, now: number): Promise<Finding[]> {
  const what = 'SEAL_CERTIFICATE_FILE';
  if (seal === null) return [advice(what, 'names no certificate', 'signed orders are mailed without a seal')];
  const trouble = await certificateTrouble(seal, now);
  return trouble === null ? [] : [advice(what, trouble, 'PDF readers distrust the seal of an order, or there is none')];
}
