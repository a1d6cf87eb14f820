import { useQueryClient } from '@tanstack/react-query';
import { type ReceivedFile, receivedFile } from '../../device/received-file.ts';
import { PdfButton } from '../../quote/PdfButton.tsx';
import { MESSAGES, QUOTE } from '../../texts/quote.ts';
import { Button } from '../../ui/Button.tsx';
import { dealApiPath, keepDealOfRefusal } from '../contact-and-deal.ts';
import { askAsCustomer } from '../gate/visitor.ts';

interface DownloadPdfProps {
  dealId: string;
  variant?: 'quiet' | 'plain';
  atOnce?: boolean;
}

/** The customer's PDF. A refusal means that the quote on screen is outdated, so it is refreshed. */
export function DownloadPdf({ dealId, ...button }: DownloadPdfProps) {
  const client = useQueryClient();
  return (
    <PdfButton
      {...button}
      text={MESSAGES.pdf}
      fetchPdf={() => askAsCustomer<ReceivedFile>(dealApiPath(dealId, '/offerte.pdf'), { read: receivedFile })}
      onRefused={(error) => keepDealOfRefusal(client, dealId, error)}
    />
  );
}

/** Two ways to keep an order, also a withdrawn one: a print, and the PDF. An unproven order has no PDF. */
export function KeepOrder({ dealId, hasPdf = true }: { dealId: string; hasPdf?: boolean }) {
  return (
    <div className="button-row">
      {hasPdf && <DownloadPdf dealId={dealId} />}
      <Button variant="quiet" onClick={() => window.print()}>
        {QUOTE.print}
      </Button>
    </div>
  );
}
