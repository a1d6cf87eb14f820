import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { type Coql, columns, coql } from '../../crm-contract/coql.ts';
import { LARGE_TEXTS, largeTextsShape } from '../../crm-contract/shapes/deal.ts';
import { fieldsOf, type RecordShape } from '../../crm-contract/shapes/read-record.ts';

const isLarge = (field: string) => LARGE_TEXTS.includes(field);

/**
 * Reads rows of deals with all the columns of `shape`. No documentation promises that a query can select the large texts
 * (quote, drawn signature, evidence): where the CRM refuses that, they are read from the deals themselves, in one more call.
 */
export function dealRows<S extends RecordShape>(shape: S) {
  const whole = columns(fieldsOf(shape));
  const small = columns(fieldsOf(shape).filter((field) => !isLarge(field)));
  const smallShape = z.object(
    Object.fromEntries(Object.entries(shape.shape).filter(([field]) => !isLarge(field))),
  ) as unknown as S;
  const compiled = z.compile(shape);

  /** `from` is the query from its `from` on. */
  return (crm: CrmClient, from: Coql, crmOptions: CrmCallOptions): Promise<z.output<S>[]> =>
    crm.questions.ask(
      'large_text_by_query',
      () => crm.query(coql`select ${whole} ${from}`, compiled, crmOptions, LARGE_TEXTS) as Promise<z.output<S>[]>,
      async (fieldIsGone) => {
        const rows = (await crm.query(coql`select ${small} ${from}`, smallShape, crmOptions)) as { id: string }[];
        if (rows.length === 0) return [];
        const texts = await crm.deals.readTexts(
          rows.map(({ id }) => id),
          {
            ...crmOptions,
            onDrift: (drift) => {
              if (drift.problem === 'absent') fieldIsGone();
              crmOptions.onDrift?.(drift);
            },
          },
        );
        const empty = largeTextsShape.omit({ id: true }).parse({});
        return rows.map((row) => ({ ...row, ...(texts.find(({ id }) => id === row.id) ?? empty) })) as z.output<S>[];
      },
    );
}
