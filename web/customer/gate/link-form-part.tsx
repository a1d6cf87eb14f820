import { part } from '../../first-view/part.tsx';

/** Most visitors have a link that opens, and never ask for another. */
export const LinkForm = part('customer/gate/LinkForm.tsx', async () => (await import('./LinkForm.tsx')).LinkForm);
