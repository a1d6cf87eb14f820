import { vi } from 'vitest';

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** The two storages of a browser tab; `local` may be shared with a second tab. */
export function stubBrowser(local = storage()) {
  const window = { localStorage: local, sessionStorage: storage() };
  vi.stubGlobal('window', window);
  return window;
}
