const MOST_ATTEMPTS = 5;
const PAUSE_MS = 2000;

/**
 * Loads a part of the page that is not needed at once. Without a connection it waits for one instead of failing the
 * whole page; when the part cannot be loaded at all, the last error is thrown.
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
