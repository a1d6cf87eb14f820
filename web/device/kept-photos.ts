import type { PhotoSlot } from '../../bff/view-models/photos.ts';
import { noPhotosWait, PHOTOS_DATABASE, somePhotosWait } from './storage.ts';

/** A photo stored on the device until the CRM has it. */
export interface KeptPhoto {
  key: string;
  contactId: string;
  slot: PhotoSlot | null;
  /** File name for the upload. */
  name: string;
  type: string;
  /** Bytes, not a Blob: Safari returned empty Blobs after a restart (transloadit/uppy#3343). */
  bytes: ArrayBuffer;
  at: number;
}

const STORE = 'kept';

/**
 * Resolves only after the browser confirmed that it stored the photo; rejects if it cannot store (private mode, full).
 */
export async function keepPhoto(photo: KeptPhoto) {
  await inStore('readwrite', (store) => store.put(photo));
  somePhotosWait();
}

/** The photos of one contact, oldest first. Photos of other contacts on a shared computer are left alone. */
export async function keptPhotos(contactId: string): Promise<KeptPhoto[]> {
  const all = await inStore<KeptPhoto[]>('readonly', (store) => store.getAll());
  return all.filter((photo) => photo.contactId === contactId).sort((a, b) => a.at - b.at);
}

export async function dropPhoto(key: string) {
  await inStore('readwrite', (store) => store.delete(key));
  if ((await inStore('readonly', (store) => store.count())) === 0) noPhotosWait();
}

async function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      // Only a completed transaction is durable.
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
    const request = indexedDB.open(PHOTOS_DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
