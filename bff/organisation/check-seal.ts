import { certificateTrouble } from '../documents/seal.ts';
import type { SealSettings } from '../site/seal-settings.ts';
import { advice, type Finding } from './finding.ts';

/** Whether signed orders are sealed, so that a changed byte shows (decision I2), with a certificate that readers accept. */
export async function checkSeal(seal: SealSettings | null, now: number): Promise<Finding[]> {
  const what = 'SEAL_CERTIFICATE_FILE';
  if (seal === null) return [advice(what, 'names no certificate', 'signed orders are mailed without a seal')];
  const trouble = await certificateTrouble(seal, now);
  return trouble === null ? [] : [advice(what, trouble, 'PDF readers distrust the seal of an order, or there is none')];
}
