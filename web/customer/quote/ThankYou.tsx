import { Suspense, useEffect, useId, useRef } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { part } from '../../first-view/part.tsx';
import { QUOTE } from '../../texts/quote.ts';
import { THANKS } from '../../texts/thanks.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Loaded late: the thanks and the signature do not wait for it. */
const AfterSigning = part(
  'customer/quote/AfterSigning.tsx',
  async () => (await import('./AfterSigning.tsx')).AfterSigning,
);

interface ThankYouProps {
  deal: Deal;
  /** The name typed in this session, until the server's deal has it. */
  name: string | null;
  already: boolean;
  /** Just signed: the heading takes the focus. */
  fresh: boolean;
}

export function ThankYou({ deal, name, already, fresh }: ThankYouProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const nameId = useId();
  const typed = name ?? deal.gaikan_signature_plain;
  const drawn = drawnSignature(deal.survey1_signature);
  useEffect(() => {
    if (fresh) heading.current?.focus();
  }, [fresh]);
  return (
    <section className="thanks">
      <h2 ref={heading} tabIndex={-1}>
        {THANKS.title}
      </h2>
      {already && (
        <Notice>
          <p>{THANKS.already}</p>
        </Notice>
      )}
      {drawn && <img className="drawn" src={drawn} alt={THANKS.drawn} />}
      {typed && (
        <div className="field">
          <label htmlFor={nameId}>{THANKS.signedBy}</label>
          <input id={nameId} className="signature" readOnly value={typed} />
        </div>
      )}
      <p>
        {QUOTE.kenmerk} <span className="kenmerk">{deal.kenmerk}</span>
      </p>
      <Suspense>
        <AfterSigning deal={deal} />
      </Suspense>
    </section>
  );
}

/** Only a png or jpeg is shown; other content of the field is not. */
function drawnSignature(image: string | null) {
  return image && image.length > 10 && /^data:image\/(png|jpeg);base64,/.test(image) ? image : undefined;
}
