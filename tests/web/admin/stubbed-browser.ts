import { vi } from 'vitest';

type Kept = Record<string, string>;

/** The stored keys are the object's own keys, as in a browser. */
function storage(): Storage {
  return Object.create({
    getItem(this: Kept, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Kept, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Kept, key: string) {
      delete this[key];
    },
  });
}

/** The two storages of a browser tab; `local` may be shared with a second tab. */
export function stubBrowser(local = storage()) {
  const window = { localStorage: local, sessionStorage: storage(), location: { reload: vi.fn<() => void>() } };
  vi.stubGlobal('window', window);
  return window;
}
