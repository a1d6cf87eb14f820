import { Suspense, useRef, useState } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { part } from '../../first-view/part.tsx';
import { MESSAGES } from '../../texts/quote.ts';
import { Button } from '../../ui/Button.tsx';
import { PartLoading } from '../../ui/LoadingScreen.tsx';

/** Lazy-loaded: most readers send no message. */
const MessageForm = part('customer/quote/MessageForm.tsx', async () => (await import('./MessageForm.tsx')).MessageForm);

const DownloadPdf = part('customer/quote/DownloadPdf.tsx', async () => (await import('./DownloadPdf.tsx')).DownloadPdf);

const KINDS = ['question', 'decline'] as const;

/**
 * Alternatives to agreeing: ask, decline, or download. Only one form is open at a time; the other keeps its draft. Once
 * the deal says declined, the receipt of the refusal is in the page's head.
 */
export function QuoteMessages({ deal: { id: dealId, quoteArea } }: { deal: Deal }) {
  const kinds = KINDS.filter((kind) => kind !== 'decline' || quoteArea !== 'declined');
  const hasPdf = quoteArea === 'approve';
  const [open, setOpen] = useState<(typeof KINDS)[number]>();
  const [wantsPdf, setWantsPdf] = useState(false);
  const section = useRef<HTMLElement>(null);

  /** Returns the focus to the button that opened the form. */
  function cancel() {
    section.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
    setOpen(undefined);
  }

  return (
    <section className="quote-messages" ref={section}>
      <h2>{MESSAGES.title}</h2>
      <div className="button-row">
        {kinds.map((kind) => (
          <Button
            key={kind}
            variant="plain"
            aria-expanded={open === kind}
            onClick={() => setOpen(open === kind ? undefined : kind)}
          >
            {MESSAGES[kind]}
          </Button>
        ))}
        {hasPdf && !wantsPdf && (
          <Button variant="plain" onClick={() => setWantsPdf(true)}>
            {MESSAGES.pdf}
          </Button>
        )}
        {wantsPdf && (
          <Suspense fallback={<PartLoading />}>
            <DownloadPdf dealId={dealId} variant="plain" atOnce />
          </Suspense>
        )}
      </div>
      {open && kinds.includes(open) && (
        <Suspense fallback={<PartLoading />}>
          <MessageForm key={open} dealId={dealId} kind={open} onCancel={cancel} />
        </Suspense>
      )}
    </section>
  );
}
