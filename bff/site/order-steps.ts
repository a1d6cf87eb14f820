import { ORDER_STEPS } from '../view-models/order-steps.ts';
import type { PortalFile } from './portal-file.ts';

/** What follows a signature, in the order and the words of the page, for mail and PDF: "Schouw: …". */
export function stepsAfterSigning({ afterSigning = {} }: Pick<PortalFile, 'afterSigning'>): string[] {
  return (['siteVisit', 'installation', 'on'] as const).map(
    (step) => `${ORDER_STEPS[step].name}: ${afterSigning[step] ?? ORDER_STEPS[step].text}`,
  );
}
