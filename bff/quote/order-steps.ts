import type { PortalFile } from '../site/portal-file.ts';
import { ORDER_STEPS } from '../view-models/step-texts.ts';

/** What follows a signature, in the order and the words of the page, for mail and PDF: "Schouw: …". */
export function stepsAfterSigning({ afterSigning = {} }: Pick<PortalFile, 'afterSigning'>): string[] {
  return (['siteVisit', 'installation', 'on'] as const).map(
    (step) => `${ORDER_STEPS[step].name}: ${afterSigning[step] ?? ORDER_STEPS[step].text}`,
  );
}
