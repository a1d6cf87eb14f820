import type { PhotoSlot } from '../../bff/view-models/photos.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

/** A photo that waits on the device until the CRM has it. */
export interface KeptPhoto {
  key: string;
  contactId: string;
  slot: PhotoSlot | null;
  /** The name it is sent under. */
  name: string;
  type: string;
  /** Bytes and not a Blob: Safari has given back empty ones after a restart (transloadit/uppy#3343). */
  bytes: ArrayBuffer;
  at: number;
}

const DATABASE = 'photos';
const STORE = 'kept';
/** Says without opening the database, on any page, that somebody's photos wait in it. */
const WAITING_KEY = 'photos-waiting';

export function photosWait() {
  return readStored('local', WAITING_KEY) !== null;
}

/** Resolves only when the browser says that it has the photo; rejects where it keeps nothing (private mode, full). */
export async function keepPhoto(photo: KeptPhoto) {
  await inStore('readwrite', (store) => store.put(photo));
  writeStored('local', WAITING_KEY, '1');
}

/** The photos of one contact, oldest first. Another's, on a shared computer, stay where they are. */
export async function keptPhotos(contactId: string): Promise<KeptPhoto[]> {
  const all = await inStore<KeptPhoto[]>('readonly', (store) => store.getAll());
  return all.filter((photo) => photo.contactId === contactId).sort((a, b) => a.at - b.at);
}

export async function dropPhoto(key: string) {
  await inStore('readwrite', (store) => store.delete(key));
  if ((await inStore('readonly', (store) => store.count())) === 0) removeStored('local', WAITING_KEY);
}

/** "This is not me": nothing of anybody's photos stays on the device. */
export function forgetKeptPhotos() {
  removeStored('local', WAITING_KEY);
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DATABASE);
}

async function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      // Only a finished transaction is on the disk.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
