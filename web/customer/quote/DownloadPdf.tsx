import { useQueryClient } from '@tanstack/react-query';
import { type ReceivedFile, receivedFile } from '../../device/received-file.ts';
import { PdfButton } from '../../quote/PdfButton.tsx';
import { MESSAGES } from '../../texts/quote.ts';
import { askAsCustomer } from '../ask-as-customer.ts';
import { dealApiPath, keepDealOfRefusal } from '../deals/deal-query.ts';

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
