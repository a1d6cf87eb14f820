import { HELP } from '../texts/page.ts';
import { SellerPhone } from './SellerPhone.tsx';

/** Beside what is asked on a wide screen, below it on a narrow one: somebody to call. */
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
