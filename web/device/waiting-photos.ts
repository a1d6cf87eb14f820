import { readStored, removeStored, writeStored } from './storage.ts';

export const PHOTOS_DATABASE = 'photos';

/** Tells whether photos are waiting, without opening the database. */
const WAITING_KEY = 'photos-waiting';

export function photosWait() {
  return readStored('local', WAITING_KEY) !== null;
}

export function somePhotosWait() {
  writeStored('local', WAITING_KEY, '1');
}

export function noPhotosWait() {
  removeStored('local', WAITING_KEY);
}

/** "This is not me": removes all photos from the device. */
export function forgetKeptPhotos() {
  noPhotosWait();
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(PHOTOS_DATABASE);
}
