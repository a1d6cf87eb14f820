import { HELP } from '../texts/page.ts';
import { SellerPhone } from './SellerPhone.tsx';

/** The seller's phone number: beside the question on a wide screen, below it on a narrow one. */
export function Help() {
  return (
    <aside className="help" aria-label={HELP.title}>
      <p className="help-title">{HELP.title}</p>
      <p>{HELP.text}</p>
      <p>
        <SellerPhone />
      </p>
    </aside>
  );
}
