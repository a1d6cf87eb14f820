const TRIES = 5;
const PAUSE_MS = 2000;

/**
 * Fetches a part of the page that is not needed at once. Without a connection it waits for one, instead of taking the whole
 * page down; where the part cannot be had at all, the last failure is thrown.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (tries === TRIES) throw error;
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
