import { part } from '../../first-view/part.tsx';

// Lazy-loaded: most visitors have a valid link.

export const LinkForm = part('customer/gate/LinkForm.tsx', async () => (await import('./LinkForm.tsx')).LinkForm);

/** Prefetched while the confirmation that leads to it is open. */
export const NO_LINK_PART = 'customer/gate/NoLink.tsx';
export const NoLink = part(NO_LINK_PART, async () => (await import('./NoLink.tsx')).NoLink);
