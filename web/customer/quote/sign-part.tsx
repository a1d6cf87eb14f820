import { fetchParts, part } from '../../first-view/part.tsx';

const SIGN_FORM = 'customer/quote/SignForm.tsx';
const THANK_YOU = 'customer/quote/ThankYou.tsx';

/** Loaded while approving is sent: nobody signs before. */
export const SignForm = part(SIGN_FORM, async () => (await import('./SignForm.tsx')).SignForm);
export const ThankYou = part(THANK_YOU, async () => (await import('./ThankYou.tsx')).ThankYou);

export function fetchSigning() {
  void fetchParts([SIGN_FORM, THANK_YOU]);
}
