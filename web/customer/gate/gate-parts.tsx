import { part } from '../../first-view/part.tsx';

// Lazy-loaded: most visitors have a valid link.

export const LinkForm = part('customer/gate/LinkForm.tsx', async () => (await import('./LinkForm.tsx')).LinkForm);

/** Prefetched while the confirmation that leads to it is open. */
export const HISTORY_PART = 'customer/gate/HistoryRemains.tsx';
export const HistoryRemains = part(HISTORY_PART, async () => (await import('./HistoryRemains.tsx')).HistoryRemains);
