import { z } from 'zod';

/** A fault of a script in a browser. The server keeps its name and the places in our own code. */
export const browserFault = z.strictObject({
  name: z.string().max(200),
  stack: z.string().max(8_000).optional(),
});

/** What browsers send to `report-to` (Reporting API). */
export const policyReports = z
  .array(z.object({ body: z.object({ effectiveDirective: z.string(), blockedURL: z.string().catch('') }) }))
  .min(1)
  .max(50);
