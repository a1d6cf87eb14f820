import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type * as quoteModels from '../../../bff/view-models/quote.ts';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { type Portal, startPortal } from '../portal.ts';

// Evidence of version 1 as it was written once, with its secret: it is read and drawn for ever, whatever screens show by then.

// A field that a later version of the screens may need, everywhere a quote is described.
vi.mock('../../../bff/view-models/quote.ts', async (original) => {
  const models = await original<typeof quoteModels>();
  const later = { laterField: z.string() };
  const output = z.object({ products: z.array(models.quoteRow.extend(later)) });
  return {
    ...models,
    quoteRow: models.quoteRow.extend(later),
    legacyProduct: models.legacyProduct.extend(later),
    calc: models.calc.extend({ ...later, output }),
  };
});

const golden = JSON.parse(readFileSync(new URL('evidence-v1.json', import.meta.url), 'utf8'));
const evidence = JSON.parse(golden.stored);

let portal: Portal;
let desk: ReturnType<typeof pdfDesk>;
beforeAll(async () => {
  portal = await startPortal({ EVIDENCE_SECRETS: golden.secret });
  desk = pdfDesk(portal);
  await portal.salesOps('Deals', desk.dealIdOf('carla'), {
    gaikan_signature_plain: evidence.name,
    portal_signature_evidence: golden.stored,
    // All that the deal said when it was signed is gone.
    survey1_calc: null,
  });
});
afterAll(() => portal.close());

test('J3 the golden evidence of version 1 is proven, and what was signed is drawn from it', async () => {
  expect(evidence.dealId).toBe(desk.dealIdOf('carla'));
  const { text } = await desk.pdfOf('carla');
  for (const fact of [evidence.name, evidence.payment, evidence.shown.customer.Mailing_Street, evidence.notices[0]]) {
    expect(text.replace(/\s+/g, ' ')).toContain(fact.replaceAll('\u00a0', ' '));
  }
  expect(text.replace(/\s+/g, '')).toContain(evidence.fingerprint);
});
