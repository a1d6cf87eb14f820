import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../../api/site-query.ts';
import { EDITS } from '../../../texts/admin-actions.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { Button } from '../../../ui/Button.tsx';
import { withNote } from '../action-body.ts';
import { type DealPart, editOf } from './deal-part.ts';

/** Where the quote's rows come from: made by hand in the CRM, calculated here, or read from the CRM (§2.10). */
export function QuoteSource(part: DealPart) {
  const { deal, action, note } = part;
  const { data: site } = useQuery(siteQuery);
  const edit = editOf(part);

  function makeManual() {
    action.press({
      body: { ...edit, action: 'survey1_no_calc' },
      name: DEAL_PANEL.manual,
      question: EDITS.manual,
      onConfirmed: () => window.open(deal.crmUrl, '_blank', 'noopener,noreferrer'),
    });
  }

  function undoManual() {
    const body = { ...edit, action: 'set-deal-property', name: 'survey1_no_calc', value: false };
    action.press({ body, name: DEAL_PANEL.manualUndo, question: EDITS.undoManual });
  }

  function recalculate() {
    action.press({
      body: { ...edit, action: 'calc', ...withNote(note.value ?? '') },
      name: DEAL_PANEL.recalculate,
      question: EDITS.calc,
      onConfirmed: note.clear,
    });
  }

  return (
    <section className="quote-source">
      {deal.survey1_no_calc && (
        <div className="manual">
          <p className="manual-banner">{DEAL_PANEL.manualBanner}</p>
          <Button variant="quiet" onClick={undoManual}>
            {DEAL_PANEL.manualUndo}
          </Button>
        </div>
      )}
      <div className="button-row">
        {!deal.survey1_no_calc && (
          <Button variant="quiet" onClick={makeManual}>
            {DEAL_PANEL.manual}
          </Button>
        )}
        <Button
          variant="quiet"
          disabledReason={deal.survey1_no_calc ? DEAL_PANEL.manualNotCalculated : undefined}
          onClick={recalculate}
        >
          {DEAL_PANEL.recalculate}
        </Button>
        {site && (
          <Button
            variant="quiet"
            onClick={() =>
              action.press({
                body: { ...edit, action: `sync_from_${site.crmName.toLowerCase()}` },
                name: DEAL_PANEL.sync(site.crmName),
              })
            }
          >
            {DEAL_PANEL.sync(site.crmName)}
          </Button>
        )}
      </div>
    </section>
  );
}
