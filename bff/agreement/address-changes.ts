import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, LARGEST_PAGE, oneOf } from '../../crm-contract/coql.ts';
import type { Note } from '../../crm-contract/endpoints/notes-and-files.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { instant, lookup, recordId, text } from '../../crm-contract/shapes/read-record.ts';
import { CachedRead } from '../crm/cached-read.ts';
import { type Clock, DAY_MS } from '../crm/clock.ts';
import { changesEmail } from '../crm/texts/edit-texts.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { actionTitle } from '../crm/texts/outcome-texts.ts';
import { type SharedStore, toAll } from '../shared-store/shared-store.ts';
import type { AddressChange } from './evidence-v1.ts';

/** Older steps do not count: no customer signs that long after a change of address. */
const KEPT_MS = 90 * DAY_MS;
const DETAILS = actionTitle('set-contact-details');
const LINK = actionTitle('send-link');

const noteRow = z.object({
  id: recordId,
  Parent_Id: lookup,
  Note_Title: text,
  Note_Content: text,
  Created_Time: instant,
});

/** Something the portal did for a contact: staff changed the e-mail address, or the personal link was mailed. */
interface Step {
  contactId: string;
  what: 'address' | 'link';
  at: number;
}

interface ChangesContext {
  crm: CrmClient;
  clock: Clock;
  sharedStore: SharedStore;
}

/**
 * A colleague could change a customer's e-mail address, mail the link there, and sign in the customer's place
 * (decision J13). Both steps leave notes. The portal reads these notes in one query at the start and every hour, so
 * that signing costs no extra call.
 */
export class AddressChanges {
  readonly #context: ChangesContext;
  readonly #reading: CachedRead<readonly Step[]>;
  /** Steps of running processes. They count even if their note was deleted. */
  #learned: Step[] = [];
  readonly #tell: (step: Step) => void;

  constructor(context: ChangesContext) {
    this.#context = context;
    this.#tell = toAll(context.sharedStore, 'address or link', (step) => this.#keep(step));
    this.#reading = new CachedRead(context.clock, (crmOptions) => this.#readAll(crmOptions));
  }

  get isKnown(): boolean {
    return this.#reading.known !== undefined;
  }

  async read(crmOptions: CrmCallOptions): Promise<void> {
    await nullIfRefused(this.#reading.read(0, crmOptions));
  }

  learn(contactId: string, what: Step['what'], at = this.#context.clock.now()): void {
    this.#tell({ contactId, what, at });
  }

  /** When staff last changed the contact's address; null if that was more than a day ago. */
  changedAt(contactId: string): number | null {
    const now = this.#context.clock.now();
    return this.#stepsOf(contactId).address.find((at) => at > now - DAY_MS) ?? null;
  }

  /** The last link mailed within a day after an address change, and not after this time; null if there is none. */
  before(contactId: string, signedAt = Number.POSITIVE_INFINITY): AddressChange | null {
    const { address, link } = this.#stepsOf(contactId);
    for (const sentAt of link.filter((at) => at <= signedAt)) {
      const changedAt = address.find((at) => at <= sentAt && sentAt - at <= DAY_MS);
      if (changedAt !== undefined) {
        return { changedAt: new Date(changedAt).toISOString(), linkSentAt: new Date(sentAt).toISOString() };
      }
    }
    return null;
  }

  /**
   * Reads the notes of one contact, unless those of all are known: before the first answer, and where the CRM refuses
   * the query.
   */
  async lookUp(contactId: string, crmOptions: CrmCallOptions): Promise<void> {
    if (this.isKnown) return;
    const { crm, clock } = this.#context;
    const notes = await crm.notes.listFor({ module: 'Contacts', id: contactId }, crmOptions);
    for (const step of notes.flatMap((note) => stepsIn(contactId, note))) {
      if (step.at > clock.now() - KEPT_MS) this.#keep(step);
    }
  }

  /** Latest first. */
  #stepsOf(contactId: string): Record<Step['what'], number[]> {
    const steps = [...(this.#reading.known ?? []), ...this.#learned].filter((step) => step.contactId === contactId);
    const momentsOf = (what: Step['what']) =>
      steps.flatMap((step) => (step.what === what ? step.at : [])).toSorted((a, b) => b - a);
    return { address: momentsOf('address'), link: momentsOf('link') };
  }

  #keep(step: Step): void {
    this.#learned = [...this.#learned.filter(({ at }) => at > this.#context.clock.now() - KEPT_MS), step];
  }

  async #readAll(crmOptions: CrmCallOptions): Promise<readonly Step[]> {
    const { crm, clock } = this.#context;
    const rows = await crm.query(
      coql`select id, Parent_Id, Note_Title, Note_Content, Created_Time from Notes
        where (Note_Title in ${oneOf([DETAILS, LINK])} and Created_Time >= ${crmInstant(clock.now() - KEPT_MS)})
        order by Created_Time desc limit ${LARGEST_PAGE}`,
      noteRow,
      crmOptions,
    );
    return rows.flatMap(({ Parent_Id, ...note }) => (Parent_Id === null ? [] : stepsIn(Parent_Id.id, note)));
  }
}

/** The step that a note records, if any. */
function stepsIn(
  contactId: string,
  { Note_Title, Note_Content, Created_Time }: Pick<Note, 'Note_Title' | 'Note_Content' | 'Created_Time'>,
): Step[] {
  const at = Date.parse(Created_Time ?? '');
  if (Number.isNaN(at)) return [];
  if (Note_Title === LINK) return [{ contactId, what: 'link', at }];
  return Note_Title === DETAILS && changesEmail(Note_Content) ? [{ contactId, what: 'address', at }] : [];
}
