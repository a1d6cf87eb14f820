import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CHEAPEST_PAGE, columns, coql } from '../../crm-contract/coql.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { taskShape } from '../../crm-contract/shapes/activities.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { CachedRead } from '../crm/cached-read.ts';
import type { Clock } from '../crm/clock.ts';
import { QUESTION_TASK, WISH_TITLE } from '../crm/texts/message-texts.ts';
import type { LeadCard } from '../view-models/callcenter.ts';

type OpenMessage = NonNullable<LeadCard['message']>;

const rowShape = taskShape.pick({ id: true, Subject: true, What_Id: true });
const EVERY_MS = 60_000;

/**
 * Deals whose customer waits for an answer to a question or a change request. Each request left a task, which is open
 * until answered (decision J10).
 */
export class OpenMessages {
  readonly #waiting: CachedRead<ReadonlyMap<string, OpenMessage>>;

  constructor(crm: CrmClient, clock: Clock) {
    this.#waiting = new CachedRead(clock, (crmOptions) => readWaiting(crm, crmOptions));
  }

  /** True until the CRM has listed the messages. */
  get isUnknown(): boolean {
    return this.#waiting.known === undefined;
  }

  /** If the CRM fails here, the list only lacks these messages (decision I14). */
  async read(crmOptions: CrmCallOptions): Promise<void> {
    try {
      await this.#waiting.read(EVERY_MS, crmOptions);
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
    }
  }

  /** The message of the first of these deals that has one. */
  about(deals: readonly { id: string }[]): OpenMessage | undefined {
    return deals.map(({ id }) => this.#waiting.known?.get(id)).find((message) => message !== undefined);
  }
}

async function readWaiting(crm: CrmClient, crmOptions: CrmCallOptions): Promise<ReadonlyMap<string, OpenMessage>> {
  const tasks = await crm.query(
    coql`select ${columns(fieldsOf(rowShape))} from Tasks
      where (Status != 'Completed' and (Subject like ${`${QUESTION_TASK}%`} or Subject like ${`${WISH_TITLE}%`}))
      order by id desc limit ${CHEAPEST_PAGE}`,
    rowShape,
    crmOptions,
  );
  // Keeps the newest message of each deal.
  const oldestFirst = tasks.toReversed();
  return new Map(
    oldestFirst.flatMap(({ Subject, What_Id }) =>
      What_Id ? [[What_Id.id, Subject?.startsWith(WISH_TITLE) ? 'wish' : 'question'] as const] : [],
    ),
  );
}
