import { fetchParts, part } from '../../first-view/part.tsx';

const SIGN_FORM = 'customer/quote/SignForm.tsx';

/** Loaded while approving is sent: nobody signs before. */
export const SignForm = part(SIGN_FORM, async () => (await import('./SignForm.tsx')).SignForm);

export function fetchSignForm() {
  void fetchParts([SIGN_FORM]);
}
