import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { isRefusedForGood } from '../../crm-contract/errors.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { contactTask, createTaskOnce, dealTask } from '../crm/notes-and-tasks.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import { finishOutcomeTask } from '../crm/texts/task-texts.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { REFUSED_PARTS, type RefusedPart } from '../view-models/callcenter-action.ts';

/** Call and note hold the same information. */
const TOLD_BY_THE_OTHER: ReadonlySet<RefusedPart> = new Set(['call', 'note']);

interface PartsContext extends CrmWriter {
  log: Log;
}

interface Owned {
  id: string;
  Owner: { id: string } | null;
}

/** The deal and contact of the outcome; null if there is no deal. */
interface ToFinish {
  deal: Owned | null;
  contact: Owned;
}

/** A scheduled call and its owner. */
export interface Agreed {
  atMs: number;
  ownerId: string | null;
}

/**
 * Collects the parts of an outcome that the CRM permanently refuses, by a rule of the organisation or a missing
 * permission. The other parts are recorded, staff is told, and a task asks a colleague to finish it. A temporary CRM
 * failure is an error.
 */
export class RefusedParts {
  readonly #context: PartsContext;
  readonly #contactId: string;
  readonly #parts = new Set<RefusedPart>();

  constructor(context: PartsContext, contactId: string) {
    this.#context = context;
    this.#contactId = contactId;
  }

  /** In a fixed order; undefined if the CRM accepted everything. */
  get parts(): RefusedPart[] | undefined {
    return this.#parts.size === 0 ? undefined : REFUSED_PARTS.filter((part) => this.#parts.has(part));
  }

  has(part: RefusedPart): boolean {
    return this.#parts.has(part);
  }

  add(part: RefusedPart): void {
    this.#parts.add(part);
  }

  /** The result of the part, or null if the CRM refuses it. */
  async attempt<T>(part: RefusedPart, work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      const about = { recordId: this.#contactId, operation: part, ...faultFields(error) };
      this.#context.log.error(about, 'the CRM refuses a part of an outcome');
      this.add(part);
      return null;
    }
  }

  /** Leaves one task for a colleague with the missing permission; a callback's task goes to its owner. */
  async askColleague(
    crmOptions: CrmCallOptions,
    { deal, contact }: ToFinish,
    { label, ref, callback }: { label: string; ref: string; callback: Agreed | null },
  ): Promise<void> {
    const toDo = (this.parts ?? []).filter((part) => !TOLD_BY_THE_OTHER.has(part));
    if (toDo.length === 0) return;
    const isCallback = callback !== null && this.has('callback');
    const agreedBy = isCallback && callback.ownerId !== null ? { id: callback.ownerId } : null;
    const Owner = isCallback ? agreedBy : (deal ?? contact).Owner;
    const what = {
      ...finishOutcomeTask(label, toDo, { ref, callbackAtMs: callback?.atMs ?? null }),
      Priority: 'High' as const,
      ...(isCallback && { Due_Date: crmInstant(callback.atMs).slice(0, 10) }),
    };
    const task = deal
      ? dealTask({ deal: { id: deal.id, Owner }, contact }, what)
      : contactTask({ id: contact.id, Owner }, what);
    const parent = { module: deal ? 'Deals' : 'Contacts', id: (deal ?? contact).id } as const;
    await this.attempt('task', createTaskOnce(this.#context, crmOptions, parent, task));
  }
}
