import type { PortalFile } from '../site/portal-file.ts';
import { stepsAfterSigning } from '../view-models/step-texts.ts';

/** The steps after a signature, a line each, for mail and PDF: "Schouw: …". */
export function stepLines({ afterSigning }: Pick<PortalFile, 'afterSigning'>): string[] {
  return stepsAfterSigning(afterSigning).map(({ name, text }) => `${name}: ${text}`);
}
