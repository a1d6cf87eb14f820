import { part } from '../../first-view/part.tsx';

/** Chunks that few quotes need: declined, withdrawn, closed, older format, or still below open questions. */
export const Provisional = part(
  'customer/quote/Provisional.tsx',
  async () => (await import('./Provisional.tsx')).Provisional,
);
export const OlderApproveControls = part(
  'customer/quote/OlderApproveControls.tsx',
  async () => (await import('./OlderApproveControls.tsx')).OlderApproveControls,
);

export const UNSOLD = 'customer/quote/UnsoldQuote.tsx';
export const UnsoldHead = part(UNSOLD, async () => (await import('./UnsoldQuote.tsx')).UnsoldHead);
export const DeclinedRows = part(UNSOLD, async () => (await import('./UnsoldQuote.tsx')).DeclinedRows);
export const Declined = part(UNSOLD, async () => (await import('./UnsoldQuote.tsx')).Declined);
export const WithdrawnPage = part(UNSOLD, async () => (await import('./UnsoldQuote.tsx')).WithdrawnPage);
export const NotOpen = part(UNSOLD, async () => (await import('./UnsoldQuote.tsx')).NotOpen);
