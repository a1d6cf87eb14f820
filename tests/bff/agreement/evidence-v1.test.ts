import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import type * as quoteModels from '../../../bff/view-models/quote.ts';
import { oneLine, pdfDesk } from '../documents/pdf-desk.ts';
import { openPortal } from '../own-portal.ts';

// Evidence of version 1 as the portal once wrote it, with its secret. It stays readable and drawable, whatever the
// screens show later.

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

const portal = await openPortal({ EVIDENCE_SECRETS: golden.secret });
const desk = pdfDesk(portal);

test.each([
  ['an older quote with financing', 'carla', 'carla'],
  ['a quote by modules', 'bram', 'bram'],
  ['a quote by modules with its payments', 'bram', 'payments'],
  ['a quote by modules with its seller', 'bram', 'seller'],
  ['a quote by modules with its brand and guarantee', 'bram', 'guarantee'],
])(
  'J3 the golden evidence of version 1 of %s is proven, and the signed order is drawn from it',
  async (_, who, stored) => {
    const evidence = JSON.parse(golden[stored]);
    expect(evidence.dealId).toBe(desk.dealIdOf(who));
    await portal.salesOps('Deals', evidence.dealId, {
      gaikan_signature_plain: evidence.name,
      portal_signature_evidence: golden[stored],
      // Everything that the deal said at the signature is gone.
      survey1_calc: null,
    });
    const { text, plain } = await desk.pdfOf(who);
    const { shown } = evidence;
    const rows = shown.survey1_calc.output.products.map(({ name }: { name: string }) => name);
    const parts = (evidence.payments ?? []).map(({ when }: { when: string }) => when);
    const facts = [
      ...parts,
      ...Object.values<string>(evidence.seller ?? {}),
      evidence.brand,
      evidence.guarantee?.text,
      evidence.name,
      evidence.payment,
      shown.customer.Mailing_Street,
      evidence.notices[0],
      ...rows,
    ];
    for (const fact of facts.filter((each) => each)) expect(plain).toContain(oneLine(fact));
    expect(text.replace(/\s+/g, '')).toContain(evidence.fingerprint);
  },
);
