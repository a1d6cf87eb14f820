import type { LeadNews, LeadTold } from '../../../../bff/view-models/timeline.ts';
import { OUTCOMES } from '../../../texts/admin-actions.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { formatTime } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';

interface NewsProps {
  /** An outcome, or its undo. */
  news: LeadNews | null;
  told: LeadTold | null;
  onReload: () => void;
}

/** What a colleague recorded about the open lead in the meantime, and what its customer did. */
export function News({ news, told, onReload }: NewsProps) {
  if (!news && !told) return null;
  return (
    <div className="lead-news" role="alert">
      {news && <p>{CONTACT_PANEL.news(news.by ?? CONTACT_PANEL.aColleague, formatTime(news.at), nameOf(news))}</p>}
      {told && <p>{CONTACT_PANEL.told[told.what](formatTime(told.at), told.by ?? CONTACT_PANEL.aColleague)}</p>}
      <Button variant="quiet" onClick={onReload}>
        {CONTACT_PANEL.newsReload}
      </Button>
    </div>
  );
}

function nameOf({ action }: LeadNews) {
  return action === 'undo' ? CONTACT_PANEL.newsUndone : OUTCOMES[action].label;
}
