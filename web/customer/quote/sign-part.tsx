import { fetchParts, part } from '../../first-view/part.tsx';

const SIGN_FORM = 'customer/quote/SignForm.tsx';

/** Nobody signs before having agreed: it comes along while that is being told to the server. */
export const SignForm = part(SIGN_FORM, async () => (await import('./SignForm.tsx')).SignForm);

export function fetchSignForm() {
  void fetchParts([SIGN_FORM]);
}
