import type { LeadNews } from '../../../../bff/view-models/callcenter.ts';
import { OUTCOMES } from '../../../texts/admin-actions.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { formatTime } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';

/** What a colleague recorded about the open lead in the meantime. */
export function News({ news, onReload }: { news: LeadNews; onReload: () => void }) {
  const what = news.action === 'undo' ? CONTACT_PANEL.newsUndone : OUTCOMES[news.action].label;
  return (
    <div className="lead-news" role="alert">
      <p>{CONTACT_PANEL.news(news.by ?? CONTACT_PANEL.aColleague, formatTime(news.at), what)}</p>
      <Button variant="quiet" onClick={onReload}>
        {CONTACT_PANEL.newsReload}
      </Button>
    </div>
  );
}
