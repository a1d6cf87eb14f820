import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { type ReceivedFile, receivedFile } from '../../../api/received-file.ts';
import { PdfButton } from '../../../customer/quote/PdfButton.tsx';
import { staffProblemText } from '../../../texts/admin.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { askAsAdmin } from '../../ask-as-admin.ts';
import { contactApiPath } from '../contact/contact-query.ts';

/** The same PDF that the customer can download; nothing where the customer cannot. */
export function DealPdf({ contactId, deal }: { contactId: string; deal: AdminDeal }) {
  if (!['approve', 'signed', 'withdrawn', 'declined'].includes(deal.quoteArea)) return null;
  const path = contactApiPath(contactId, `/deals/${encodeURIComponent(deal.id)}/offerte.pdf`);
  const fetchPdf = () => askAsAdmin<ReceivedFile>(path, { read: receivedFile });
  return <PdfButton text={DEAL_PANEL.pdf} fetchPdf={fetchPdf} wording={staffProblemText} />;
}
