import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { type Coql, columns, coql, inGroups } from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { LARGE_TEXTS, largeTextsShape } from '../../crm-contract/shapes/deal.ts';
import { fieldsOf, type RecordShape } from '../../crm-contract/shapes/read-record.ts';

/** Three texts of 32,000 characters each stay below the client's limit for one answer. */
const TEXTS_AT_ONCE = 50;

const isLarge = (field: string) => LARGE_TEXTS.includes(field);

/**
 * Reads rows of deals with all the columns of `shape`. Zoho does not document whether a query can select the large
 * texts (quote, drawn signature, evidence). If the CRM refuses them, one more call reads them from the deals
 * themselves.
 */
export function dealRows<S extends RecordShape>(shape: S) {
  const whole = columns(fieldsOf(shape));
  const small = columns(fieldsOf(shape).filter((field) => !isLarge(field)));
  const smallShape = z.object(
    Object.fromEntries(Object.entries(shape.shape).filter(([field]) => !isLarge(field))),
  ) as unknown as S;
  const compiled = z.compile(shape);

  /** `from` is the query from its `from` clause on; a function is called when the query gets its slot. */
  return (crm: CrmClient, from: Coql | (() => Coql), crmOptions: CrmCallOptions): Promise<z.output<S>[]> => {
    const selecting = (selected: Coql) => {
      if (typeof from !== 'function') return coql`select ${selected} ${from}`;
      return { module: 'Deals', write: () => coql`select ${selected} ${from()}` };
    };
    return crm.questions.ask(
      'large_text_by_query',
      () => crm.query(selecting(whole), compiled, crmOptions, LARGE_TEXTS) as Promise<z.output<S>[]>,
      async (fieldIsGone) => {
        const rows = (await crm.query(selecting(small), smallShape, crmOptions)) as { id: string }[];
        const texts = await readTexts(
          crm,
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
        return rows.map((row) => ({ ...row, ...(texts.get(row.id) ?? empty) })) as z.output<S>[];
      },
    );
  };
}

/**
 * The large texts of some deals, by the id of the deal. Reads many deals in one call, or one by one if the CRM refuses
 * that.
 */
async function readTexts(crm: CrmClient, ids: readonly string[], crmOptions: CrmCallOptions) {
  const read = (some: readonly string[]) => crm.deals.readTexts(some, crmOptions);
  const texts = await Promise.all(
    inGroups(ids, TEXTS_AT_ONCE).map(async (part) => {
      const together = await (part.length > 1 ? nullIfRefused(read(part)) : read(part));
      return together ?? (await Promise.all(part.map((id) => read([id])))).flat();
    }),
  );
  return new Map(texts.flat().map((text) => [text.id, text]));
}
