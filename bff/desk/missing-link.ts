import { LRUCache } from 'lru-cache';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { contactTask, createTaskOnce } from '../crm/notes-and-tasks.ts';
import type { Stages } from '../crm/stages.ts';
import { giveLinkTask } from '../crm/texts/task-texts.ts';
import type { Lead } from '../queue/read-lead.ts';

/** By then the CRM's workflow or the nightly run of `crm:setup` has given a contact its link (docs/zoho.md). */
const GIVEN_WITHIN_MS = 36 * 60 * 60_000;

/** Leaves a task about a contact who wants a quote and for whom nothing has made a link. */
export class MissingLinks {
  readonly #context: CrmWriter & { clock: Clock; stages: Stages };
  readonly #seen = new LRUCache<string, true>({ max: 10_000 });

  constructor(context: CrmWriter & { clock: Clock; stages: Stages }) {
    this.#context = context;
  }

  /** Leaves a task where it is needed, in the background; once per contact, so that looking again costs nothing. */
  notice({ contact: { id, Owner }, deals, linkMissingSince }: Lead): void {
    const isOpen = deals.some(({ Stage }) => !this.#context.stages.isClosed(Stage));
    if (linkMissingSince === null || !isOpen || this.#seen.has(id)) return;
    if (this.#context.clock.now() - linkMissingSince < GIVEN_WITHIN_MS) return;
    this.#seen.set(id, true);
    const task = contactTask({ id, Owner }, giveLinkTask);
    this.#context.background.run('link.missing', () =>
      createTaskOnce(this.#context, crmOptionsFor('background'), { module: 'Contacts', id }, task),
    );
  }
}
