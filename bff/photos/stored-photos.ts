import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Attachment } from '../../crm-contract/shapes/notes-and-files.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { type CrmWriter, copiesAmong, type OneRecord, oldestFirst } from '../crm/create-once.ts';
import { readPhotoName } from '../crm/texts/photo-names.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';

export interface PhotosContext extends CrmWriter {
  dealMutex: KeyedMutex;
  sharedStore: SharedStore;
}

/** The photos of one contact in the CRM, each content once, by digest. */
export class StoredPhotos {
  readonly #context: CrmWriter;
  readonly #contactId: string;
  readonly #names = new Map<string, string>();
  readonly #sizes = new Map<string, number>();

  private constructor(context: CrmWriter, contactId: string) {
    this.#context = context;
    this.#contactId = contactId;
  }

  static async read(context: CrmWriter, contactId: string): Promise<StoredPhotos> {
    const photos = new StoredPhotos(context, contactId);
    const files = await photos.#read(crmOptionsFor('save'));
    removeDoubles(context, contactId, files);
    return photos;
  }

  get count(): number {
    return this.#names.size;
  }

  /** Of all of them together. */
  get bytes(): number {
    return [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
  }

  nameOf(contentId: string): string | undefined {
    return this.#names.get(contentId);
  }

  stored(contentId: string, name: string, bytes: number): void {
    this.#names.set(contentId, name);
    this.#sizes.set(contentId, bytes);
  }

  /** A photo to create exactly once; a file of another size with the same digest in its name is another file. */
  oneOf(contentId: string, write: () => Promise<unknown>): OneRecord {
    return {
      write,
      find: async (crmOptions) => {
        const files = oldestFirst(await this.#read(crmOptions));
        const same = files.filter(
          ({ File_Name, Size }) => readPhotoName(File_Name)?.contentId === contentId && Size !== null,
        );
        return same.filter(({ Size }) => Size === same[0]?.Size);
      },
      remove: (id, crmOptions) => this.#remove(id, crmOptions),
    };
  }

  /**
   * Removes a photo that was stored a moment ago, because it was taken again while it was on its way; any other stays with
   * the seller.
   */
  async takeBack(name: string, since: number): Promise<boolean> {
    const crmOptions = crmOptionsFor('save');
    const files = await this.#read(crmOptions);
    const contentId = readPhotoName(name)?.contentId;
    const file = files.find(
      ({ File_Name, Created_Time }) => File_Name === name && Date.parse(Created_Time ?? '') >= since,
    );
    if (!file || contentId === undefined) return false;
    await this.#remove(file.id, crmOptions);
    this.#names.delete(contentId);
    this.#sizes.delete(contentId);
    return true;
  }

  async #read(crmOptions: CrmCallOptions): Promise<Attachment[]> {
    const files = await this.#context.crm.attachments.listFor({ module: 'Contacts', id: this.#contactId }, crmOptions);
    for (const { File_Name: name, Size } of files) {
      const contentId = readPhotoName(name)?.contentId;
      if (name !== null && contentId !== undefined) this.stored(contentId, name, Size ?? 0);
    }
    return files;
  }

  #remove(id: string, crmOptions: CrmCallOptions): Promise<void> {
    return this.#context.crm.attachments.remove({ module: 'Contacts', id: this.#contactId }, id, crmOptions);
  }
}

/** Longer than a form may take. */
const FORM_MS = 20 * 60_000;

/**
 * A contact's photos while one form stores its files. One file of a contact at a time, among all forms and processes: two
 * that hold the same photo must not both find it missing. Receiving a file is no part of this, so that no slow sender
 * holds up another.
 */
export class PhotosOfContact {
  readonly #context: PhotosContext;
  readonly #contactId: string;
  readonly #form = crypto.randomUUID();
  #stored: StoredPhotos | undefined;

  constructor(context: PhotosContext, contactId: string) {
    this.#context = context;
    this.#contactId = contactId;
  }

  alone<T>(work: (stored: StoredPhotos) => Promise<T>): Promise<T> {
    return this.#context.dealMutex.run(`photos ${this.#contactId}`, async () => work(await this.#now()));
  }

  /** Read once, and again after another form had its turn. */
  async #now(): Promise<StoredPhotos> {
    const { sharedStore } = this.#context;
    const last = await sharedStore.read('photos', this.#contactId);
    if (!this.#stored || last?.value !== this.#form) {
      this.#stored = await StoredPhotos.read(this.#context, this.#contactId);
    }
    await sharedStore.put('photos', this.#contactId, this.#form, FORM_MS);
    return this.#stored;
  }
}

/** Removes what a process that was killed could not: photos of which an older one has the same content and size. */
export function removeDoubles({ crm, background }: CrmWriter, contactId: string, files: readonly Attachment[]): void {
  if (doubles(files).length === 0) return;
  const parent = { module: 'Contacts', id: contactId } as const;
  background.insist('photos.removeDoubles', async () => {
    const crmOptions = crmOptionsFor('background');
    const now = await crm.attachments.listFor(parent, crmOptions);
    for (const { id } of doubles(now)) await crm.attachments.remove(parent, id, crmOptions);
  });
}

/** Photos of the same content and size as an older one; never files that are not ours. */
function doubles(files: readonly Attachment[]): Attachment[] {
  return copiesAmong(files, ({ File_Name, Size }) => {
    const contentId = readPhotoName(File_Name)?.contentId;
    return contentId === undefined || Size === null ? null : `${contentId} ${Size}`;
  });
}
