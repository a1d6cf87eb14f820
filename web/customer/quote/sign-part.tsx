import { fetchParts, part } from '../../first-view/part.tsx';

const SIGN_FORM = 'customer/quote/SignForm.tsx';
const ORDER = 'customer/quote/OrderPage.tsx';

/** Prefetched while the approval is being sent. */
export const SignForm = part(SIGN_FORM, async () => (await import('./SignForm.tsx')).SignForm);
export const OrderPage = part(ORDER, async () => (await import('./OrderPage.tsx')).OrderPage);

export function fetchSigning() {
  void fetchParts([SIGN_FORM, ORDER]);
}
