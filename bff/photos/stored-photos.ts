import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Attachment } from '../../crm-contract/endpoints/notes-and-files.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { MINUTE_MS } from '../crm/clock.ts';
import { type CrmWriter, copiesAmong, type OneRecord, oldestFirst } from '../crm/create-once.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { CONTACT_PHOTO_KINDS, type ContactPhoto } from '../view-models/callcenter.ts';
import { LARGEST_FILE_BYTES, PHOTO_SLOTS } from '../view-models/choices.ts';
import type { PhotoSlot } from '../view-models/photos.ts';
import type { CheckedFile, FileChecker } from './file-checker.ts';
import { FileRefused } from './file-refused.ts';

export interface PhotosContext extends CrmWriter {
  dealMutex: KeyedMutex;
  sharedStore: SharedStore;
}

/** The photos of one contact in the CRM, by the digest of their content. */
export class StoredPhotos {
  readonly #context: CrmWriter;
  readonly #contactId: string;
  readonly #photos = new Map<string, { name: string; bytes: number }>();

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
    return this.#photos.size;
  }

  /** The total size in bytes. */
  get bytes(): number {
    return [...this.#photos.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  nameOf(contentId: string): string | undefined {
    return this.#photos.get(contentId)?.name;
  }

  stored(contentId: string, name: string, bytes: number): void {
    this.#photos.set(contentId, { name, bytes });
  }

  /** A photo to create exactly once. A file with the same digest in its name but another size is a different file. */
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
   * Removes a photo stored at or after `since`, because the customer replaced it. All other photos stay with the
   * seller.
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
    this.#photos.delete(contentId);
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

/** Longer than the upload of one form may take. */
const FORM_MS = 20 * MINUTE_MS;

/**
 * A contact's photos while one form stores its files. Stores one file of a contact at a time, across forms and
 * processes: otherwise two forms with the same photo would both find it missing. Files are received outside this lock,
 * so that a slow sender blocks nobody.
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

  /** Reads the photos once, and again if another form had the lock in between. */
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

/** Removes duplicates left by a killed process: photos with the same content and size as an older one. */
function removeDoubles({ crm, background }: CrmWriter, contactId: string, files: readonly Attachment[]): void {
  if (doubles(files).length === 0) return;
  const parent = { module: 'Contacts', id: contactId } as const;
  background.retryInBackground('photos.removeDoubles', async () => {
    const crmOptions = crmOptionsFor('background');
    const now = await crm.attachments.listFor(parent, crmOptions);
    for (const { id } of doubles(now)) await crm.attachments.remove(parent, id, crmOptions);
  });
}

/** Photos with the same content and size as an older one, only among files named by the portal. */
function doubles(files: readonly Attachment[]): Attachment[] {
  return copiesAmong(files, ({ File_Name, Size }) => {
    const contentId = readPhotoName(File_Name)?.contentId;
    return contentId === undefined || Size === null ? null : `${contentId} ${Size}`;
  });
}

interface PhotoReadContext {
  crm: CrmClient;
  fileChecker: FileChecker;
}

const OTHER_ENDINGS: Record<string, ContactPhoto['kind']> = { jpeg: 'jpg', heif: 'heic' };

/** The photos and documents among a contact's files, by any author. */
export async function listContactPhotos(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  contactId: string,
): Promise<ContactPhoto[]> {
  const files = await context.crm.attachments.listFor({ module: 'Contacts', id: contactId }, crmOptions);
  removeDoubles(context, contactId, files);
  return files.flatMap(({ id, File_Name: name, Size: size }) => {
    const kind = kindOf(name);
    return kind && name !== null ? [{ id, name, kind, size }] : [];
  });
}

/**
 * One of this contact's files, checked and stripped like an uploaded one, because files that staff added in the CRM
 * were never checked. Reads the list first, because an id alone does not prove whose file it is.
 */
export async function readContactPhoto(
  { crm, fileChecker }: PhotoReadContext,
  crmOptions: CrmCallOptions,
  contactId: string,
  photoId: string,
): Promise<CheckedFile & { name: string }> {
  const parent = { module: 'Contacts', id: contactId } as const;
  const file = (await crm.attachments.listFor(parent, crmOptions)).find(({ id }) => id === photoId);
  if (!file || kindOf(file.File_Name) === null) throw new ProblemError('not_found');
  if ((file.Size ?? 0) > LARGEST_FILE_BYTES)
    throw new ProblemError('too_large', { detail: API_TEXTS.crmFile.tooLarge });
  const bytes = await crm.attachments.read(parent, file, crmOptions, LARGEST_FILE_BYTES);
  if (!bytes) throw new ProblemError('not_found');
  const checked = await checkedPhoto(fileChecker, bytes);
  return { ...checked, name: downloadName(file, checked.extension) };
}

function kindOf(name: string | null): ContactPhoto['kind'] | null {
  const ending = /\.([a-z]+)$/.exec((name ?? '').toLowerCase())?.[1] ?? '';
  return CONTACT_PHOTO_KINDS.find((kind) => kind === ending) ?? OTHER_ENDINGS[ending] ?? null;
}

async function checkedPhoto(fileChecker: FileChecker, bytes: Buffer): Promise<CheckedFile> {
  const block = Buffer.from(new SharedArrayBuffer(bytes.length));
  bytes.copy(block);
  try {
    return await fileChecker.check([block]);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    if (error.refusal === 'no_place') throw new ProblemError('busy');
    throw new ProblemError('unsupported_file', { detail: API_TEXTS.crmFile.notShown });
  }
}

/** A file name for a header, where only plain characters are safe. The extension follows the content. */
function downloadName({ File_Name: name }: Attachment, extension: string): string {
  const base = (name ?? '').replace(/\.[^.]*$/, '').replace(/[^\w ()-]/g, '_');
  return `${base || 'bestand'}.${extension}`;
}

/** Names of photos in the CRM (decision C7): `1-meterkast_0123456789abcdef.jpg`, or `foto_…` without a slot. */
const OURS = new RegExp(`^(?:(${PHOTO_SLOTS.join('|')})|foto)_([0-9a-f]{16})\\.[a-z]+$`);

/** `digest` is the SHA-256 of the stored bytes in hex. */
export function photoName(slot: PhotoSlot | null, digest: string, extension: string): string {
  return `${slot ?? 'foto'}_${contentIdOf(digest)}.${extension}`;
}

/** The part of the name that identifies the content, independent of the original file name. */
export function contentIdOf(digest: string): string {
  return digest.slice(0, 16);
}

/** Slot and digest of a photo by its name in the CRM; null for other files. */
export function readPhotoName(name: string | null): { slot: PhotoSlot | null; contentId: string } | null {
  const [, slot, contentId] = OURS.exec(name ?? '') ?? [];
  return contentId === undefined ? null : { slot: (slot as PhotoSlot | undefined) ?? null, contentId };
}

/** The slot that the sender put at the start of a file's name. */
export function slotIn(sentName: string): PhotoSlot | null {
  return PHOTO_SLOTS.find((slot) => sentName.startsWith(`${slot}_`)) ?? null;
}
