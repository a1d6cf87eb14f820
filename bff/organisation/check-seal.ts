import type { SealSettings } from '../site/seal-settings.ts';
import { advice, type Finding } from './finding.ts';

/** Whether signed orders are sealed, so that a changed byte shows (decision I2). */
export function checkSeal(seal: SealSettings | null): Finding[] {
  const what = 'SEAL_CERTIFICATE_FILE';
  if (seal === null) return [advice(what, 'names no certificate', 'signed orders are mailed without a seal')];
  return [];
}
