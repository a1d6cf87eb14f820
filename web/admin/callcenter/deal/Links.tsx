import type { AdminContact, AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';

/** The records in the CRM, and the customer's page as a preview in which nothing can be signed (decision B6). */
export function Links({ contact, deal }: { contact: AdminContact; deal: AdminDeal }) {
  return (
    <section className="deal-links">
      <h3>{DEAL_PANEL.links}</h3>
      <ul>
        <NewTab url={deal.crmUrl} text={DEAL_PANEL.dealLink} />
        <NewTab url={contact.crmUrl} text={DEAL_PANEL.contactLink} />
        {contact.previewUrl ? (
          <NewTab url={contact.previewUrl} text={DEAL_PANEL.liveQuote} />
        ) : (
          <li className="small">{DEAL_PANEL.noQuoteLink}</li>
        )}
      </ul>
    </section>
  );
}

function NewTab({ url, text }: { url: string; text: string }) {
  return (
    <li>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {text}
        <span className="unseen"> {DEAL_PANEL.newWindow}</span>
      </a>
    </li>
  );
}
