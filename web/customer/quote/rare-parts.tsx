import { part } from '../../first-view/part.tsx';

/** What few quotes are: declined, withdrawn, closed, of the older format, or under questions that are still open. */
export const Provisional = part(
  'customer/quote/Provisional.tsx',
  async () => (await import('./Provisional.tsx')).Provisional,
);
export const UnsoldHead = part(
  'customer/quote/UnsoldHead.tsx',
  async () => (await import('./UnsoldHead.tsx')).UnsoldHead,
);
export const Declined = part('customer/quote/Declined.tsx', async () => (await import('./Declined.tsx')).Declined);
export const Withdrawn = part('customer/quote/Withdrawn.tsx', async () => (await import('./Withdrawn.tsx')).Withdrawn);
export const OlderApproveControls = part(
  'customer/quote/OlderApproveControls.tsx',
  async () => (await import('./OlderApproveControls.tsx')).OlderApproveControls,
);
export const NotOpen = part('customer/quote/NotOpen.tsx', async () => (await import('./NotOpen.tsx')).NotOpen);
