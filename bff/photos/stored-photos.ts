import { setTimeout as pause } from 'node:timers/promises';
import type { Attachment } from '../../crm-contract/shapes/attachment.ts';
import { callFor } from '../calls.ts';
import type { Context } from '../context.ts';
import { readPhotoName } from '../crm-fields/photo-names.ts';

/** How late a write whose answer was lost may still turn up beside its repeat. */
const LATE_MS = 5_000;

/** The photos that the CRM holds of one contact, each content once, by its mark. */
export class StoredPhotos {
  readonly #context: Context;
  readonly #contactId: string;
  readonly #names = new Map<string, string>();

  private constructor(context: Context, contactId: string) {
    this.#context = context;
    this.#contactId = contactId;
  }

  static async read(context: Context, contactId: string): Promise<StoredPhotos> {
    const photos = new StoredPhotos(context, contactId);
    await photos.readAgain();
    return photos;
  }

  get count(): number {
    return this.#names.size;
  }

  nameOf(mark: string): string | undefined {
    return this.#names.get(mark);
  }

  stored(mark: string, name: string): void {
    this.#names.set(mark, name);
  }

  /** Asks the CRM once more, when it is not known whether it stored something. */
  async readAgain(): Promise<void> {
    const files = await listFiles(this.#context, this.#contactId);
    for (const { File_Name: name } of files) {
      const mark = readPhotoName(name)?.mark;
      if (name !== null && mark !== undefined) this.#names.set(mark, name);
    }
    if (doubles(files).length > 0) this.removeDoublesLater(0);
  }

  /** A write that was given up for lost can land after its repeat: the later of two equal photos goes. */
  removeDoublesLater(afterMs = LATE_MS): void {
    this.#context.background.run('photos.removeDoubles', async () => {
      await pause(afterMs);
      const files = await listFiles(this.#context, this.#contactId);
      for (const { id } of doubles(files)) {
        await this.#context.crm.attachments.remove({ module: 'Contacts', id: this.#contactId }, id, background());
      }
    });
  }
}

const background = () => callFor('background');

function listFiles({ crm }: Context, contactId: string): Promise<Attachment[]> {
  return crm.attachments.listFor({ module: 'Contacts', id: contactId }, callFor('save'));
}

/** Photos of the same content and size as an older one. Files that are not ours are never among them. */
function doubles(files: readonly Attachment[]): Attachment[] {
  const oldestFirst = files.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  const seen = new Set<string>();
  return oldestFirst.filter(({ File_Name, Size }) => {
    const mark = readPhotoName(File_Name)?.mark;
    if (mark === undefined || Size === null) return false;
    const content = `${mark} ${Size}`;
    if (seen.has(content)) return true;
    seen.add(content);
    return false;
  });
}
