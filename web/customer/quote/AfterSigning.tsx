import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { termsOfPaying } from '../../../bff/view-models/choices.ts';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { siteQuery } from '../../api/site-query.ts';
import { formatMoment } from '../../texts/format.ts';
import { HELP } from '../../texts/page.ts';
import { QUOTE } from '../../texts/quote.ts';
import { THANKS } from '../../texts/signing.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import '../next-steps.css';
import { SellerPhone } from '../SellerPhone.tsx';
import { DownloadPdf } from './DownloadPdf.tsx';
import { withdrawalQuery } from './message-calls.ts';

/** Next steps after the signature, and a copy to keep. */
export function AfterSigning({ deal }: { deal: Deal }) {
  // Newer orders store their withdrawal in the deal; older ones need a query.
  const { data: withdrawn } = useQuery({ ...withdrawalQuery(deal.id), enabled: deal.signing === null });
  const { signature } = deal;
  const isUnproven = signature === 'foreign' || signature === 'unknownKey';
  return (
    <>
      {isUnproven && (
        <Notice tone="warning">
          <p>{THANKS.unproven[signature]}</p>
        </Notice>
      )}
      {!withdrawn && !isUnproven && <OrderSteps signing={deal.signing} />}
      {!withdrawn && deal.signing?.copy && <CopyState copy={deal.signing.copy} />}
      <p className="no-print">
        <SellerPhone before={HELP.call} />
      </p>
      <div className="button-row no-print">
        <Button variant="quiet" onClick={() => window.print()}>
          {QUOTE.print}
        </Button>
        {!isUnproven && <DownloadPdf dealId={deal.id} />}
      </div>
    </>
  );
}

/** A call within days is promised no longer than this after the signature. */
const CALL_SOON_MS = 7 * 24 * 3_600_000;

/** From the signature to a working battery, with known dates and, where configured, the seller's own texts. */
function OrderSteps({ signing }: Pick<Deal, 'signing'>) {
  const { data: site } = useQuery(siteQuery);
  const { steps } = THANKS;
  const dates = [signing?.at, signing?.siteVisitAt, signing?.installationAt];
  const isPlanned = dates[1] != null || dates[2] != null;
  const [nowMs] = useState(Date.now);
  const isRecent = signing?.at != null && nowMs - Date.parse(signing.at) < CALL_SOON_MS;
  const facts = [
    [THANKS.call, isRecent && !isPlanned ? site?.afterSigning.call : undefined],
    [THANKS.deposit, signing?.loan ? undefined : termsOfPaying(signing?.terms.paragraphs)],
  ].filter(([, text]) => text !== undefined);
  return (
    <section className="next-steps">
      <h2>{THANKS.whatNow}</h2>
      <ol>
        {(['signed', 'siteVisit', 'installation', 'on'] as const).map((step, at) => {
          const date = dates[at];
          const own = step === 'signed' ? (date ? undefined : steps.received) : site?.afterSigning[step];
          // "Wij bellen u om …" is outdated once the date is known; the seller's own text still shows.
          const text = own ?? (date && at > 0 ? undefined : steps[step].text);
          return (
            <li key={step}>
              <strong>{steps[step].name}</strong>
              {date && ` · ${formatMoment(date)}`}
              {text && <span className="next-step-text">{text}</span>}
            </li>
          );
        })}
      </ol>
      <dl className="facts">
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="small">{THANKS.keep}</p>
    </section>
  );
}

type Copy = NonNullable<NonNullable<Deal['signing']>['copy']>;

/** The state of the customer's own copy: "sent" only after the CRM accepted the mail (decision I2). */
export function CopyState({ copy: { state, to, mayBeMailed } }: { copy: Copy }) {
  if (state === 'sent') return <p>{to === null ? THANKS.copy.sent : THANKS.copy.sentTo(to)}</p>;
  if (state === 'pending') return <p>{THANKS.copy.pending}</p>;
  return <p>{mayBeMailed ? THANKS.copy.unsure : THANKS.copy.task}</p>;
}
