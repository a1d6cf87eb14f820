import { HELP } from '../../texts/page.ts';
import { NOT_OPEN } from '../../texts/quote-parts.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SellerPhone } from '../SellerPhone.tsx';

/** Staff took the quote back after it was approved here: the customer must know that nothing was signed. */
export function NotOpen() {
  return (
    <Notice title={NOT_OPEN.takenBack.title} tone="problem" takesFocus>
      <p>{NOT_OPEN.takenBack.text}</p>
      <p>
        <SellerPhone before={HELP.call} />
      </p>
    </Notice>
  );
}
