import type { AdminContact, AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL, QUOTE_AREA_TEXTS } from '../../../texts/admin-deal.ts';
import { Money } from '../../../ui/Money.tsx';
import { DealPdf } from './DealPdf.tsx';
import { DealState } from './DealState.tsx';
import { Links } from './Links.tsx';

/** The quote's state and total; a total that may be wrong is left out. */
export function QuoteState({ contact, deal }: { contact: AdminContact; deal: AdminDeal }) {
  const sure = deal.survey1_calc && deal.quoteArea !== 'incomplete' && deal.faults.length === 0;
  return (
    <div className="quote-state">
      <div className="quote-state-line">
        {sure && (
          <p className="quote-total">
            <Money value={deal.quote.totals.finalInclVat} /> <span className="small">{DEAL_PANEL.inclVat}</span>
          </p>
        )}
        <p className={`quote-area quote-area-${deal.quoteArea}`}>{QUOTE_AREA_TEXTS[deal.quoteArea]}</p>
      </div>
      <DealState deal={deal} />
      <div className="quote-documents">
        <Links contact={contact} deal={deal} />
        <DealPdf contactId={contact.id} deal={deal} />
      </div>
    </div>
  );
}
