/** Marks in the session that a contact was asked whether to go on with too few photos. */
export const ASKED_PREFIX = 'photos-asked:';

export type Area = 'local' | 'session';

/** In-memory fallback while the page is open, for failed writes (private mode, full, forbidden). */
const fallback: Record<Area, Map<string, string>> = { local: new Map(), session: new Map() };

function open(area: Area) {
  return area === 'local' ? window.localStorage : window.sessionStorage;
}

export function readStored(area: Area, key: string): string | null {
  try {
    return open(area).getItem(key) ?? fallback[area].get(key) ?? null;
  } catch {
    return fallback[area].get(key) ?? null;
  }
}

export function writeStored(area: Area, key: string, value: string) {
  try {
    open(area).setItem(key, value);
  } catch {
    fallback[area].set(key, value);
  }
}

export function removeStored(area: Area, key: string) {
  fallback[area].delete(key);
  try {
    open(area).removeItem(key);
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

/** Removes every key with this prefix, for instance after "this is not me". */
export function removeAllStored(area: Area, prefix: string) {
  for (const key of storedKeys(area)) if (key.startsWith(prefix)) removeStored(area, key);
}

export function storedKeys(area: Area) {
  try {
    return [...fallback[area].keys(), ...Object.keys(open(area))];
  } catch {
    return [...fallback[area].keys()];
  }
}

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
