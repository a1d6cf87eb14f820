import { useId } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';
import { formatMoment } from '../../texts/format.ts';
import { DEALS } from '../../texts/page.ts';
import { QUOTE } from '../../texts/quote.ts';
import { THANKS } from '../../texts/quote-parts.ts';
import { Crystal } from '../../ui/Crystal.tsx';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { AfterSigning } from './AfterSigning.tsx';
import './signature.css';

export interface Signed {
  /** The name typed in this session, until the server's deal has it. */
  name: string | null;
  /** Somebody had already signed. */
  already: boolean;
}

const WHOLE = 6;

/** Above a signed quote: thanks, the order, when and by whom it was signed, and next steps. */
export function ThankYou({ deal, signed }: { deal: Deal; signed: Signed | undefined }) {
  const nameId = useId();
  const at = deal.signing?.at;
  const typed = signed?.name ?? deal.gaikan_signature_plain;
  // The seal of a signature proven by the portal: one facet per module, or the whole hexagon without modules.
  const isSealed = signed !== undefined || deal.signature === 'proven';
  const modules = deal.survey1_calc?.module?.num_modules || WHOLE;
  const drawn = drawnSignature(deal.survey1_signature);
  return (
    <section className="thanks">
      <ScreenHeading title={THANKS.title} />
      <p className="deal-status deal-status-signed">
        {at ? DEALS.since(DEALS.status.signed, formatMoment(at, 0)) : DEALS.status.signed}
      </p>
      <p className="small no-print">
        {QUOTE.kenmerk} {deal.kenmerk}
      </p>
      {signed?.already && (
        <Notice>
          <p>{THANKS.already}</p>
        </Notice>
      )}
      <p className="lead">
        {THANKS.ordered} <strong>{deal.Deal_Name ?? DEALS.nameless}</strong> {THANKS.for}{' '}
        <strong>
          <Money value={deal.quote.totals.finalInclVat} />
        </strong>{' '}
        {vatWords(deal.quote.totals).toPay}.
      </p>
      {drawn && <img className="drawn" src={drawn} alt={THANKS.drawn} />}
      {typed && (
        <div className="field sealed">
          <label htmlFor={nameId}>{THANKS.signedBy}</label>
          <input id={nameId} className="signature" readOnly value={typed} />
          {isSealed && <Crystal facets={modules} size={56} lands={signed !== undefined} />}
        </div>
      )}
      <AfterSigning deal={deal} />
    </section>
  );
}

/** Accepts only png and jpeg data URLs. */
function drawnSignature(image: string | null) {
  return image && image.length > 10 && /^data:image\/(png|jpeg);base64,/.test(image) ? image : undefined;
}
