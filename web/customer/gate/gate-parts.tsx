import { part } from '../../first-view/part.tsx';

/** Most visitors have a link that opens, and never ask for another. */
export const LinkForm = part('customer/gate/LinkForm.tsx', async () => (await import('./LinkForm.tsx')).LinkForm);

/** Loaded while the question is asked that leads to it. */
export const HISTORY_PART = 'customer/gate/HistoryRemains.tsx';
export const HistoryRemains = part(HISTORY_PART, async () => (await import('./HistoryRemains.tsx')).HistoryRemains);
