const MOST_ATTEMPTS = 5;
const PAUSE_MS = 2000;

/**
 * Loads a chunk on demand. Offline it waits for a connection instead of failing the page; after the last attempt it
 * throws the error.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
      await nextChance();
    }
  }
}

function nextChance() {
  return new Promise<void>((resolve) => {
    if (navigator.onLine) window.setTimeout(resolve, PAUSE_MS);
    else window.addEventListener('online', () => resolve(), { once: true });
  });
}
