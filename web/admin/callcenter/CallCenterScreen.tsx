import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useStoredText } from '../../device/use-stored-text.ts';
import { CALLCENTER_PATH, leadPath } from '../../paths.ts';
import { ADMIN } from '../../texts/admin-layout.ts';
import { LEADS } from '../../texts/admin-leads.ts';
import { Button } from '../../ui/Button.tsx';
import { LastConfirmed } from './actions/LastConfirmed.tsx';
import { ContactPanel } from './contact/ContactPanel.tsx';
import { ShortcutList } from './keyboard/ShortcutList.tsx';
import { SHORTCUTS_OFF_KEY, useShortcuts } from './keyboard/use-shortcuts.ts';
import { LeadColumn } from './leads/LeadColumn.tsx';
import { LEAD_SEARCH_ID } from './leads/LeadSearch.tsx';
import { leadListQuery } from './leads/lead-list-query.ts';
import { orderOf } from './leads/lead-order.ts';
import { QueueCounts } from './leads/QueueCounts.tsx';
import { useNeighbours } from './leads/use-neighbours.ts';
import { useShownLeads } from './leads/use-shown-leads.ts';
import './workplace.css';

/** The queue, the person, the deal: side by side where there is room, each scrolling by itself (§2.10). */
export function CallCenterScreen() {
  const { '*': rest = '' } = useParams();
  const contactId = /^contacts\/([^/]+)/.exec(rest)?.[1];
  const navigate = useNavigate();
  const { data } = useQuery(leadListQuery);
  const [keysOff, setKeysOff] = useStoredText('local', SHORTCUTS_OFF_KEY);
  const leads = useShownLeads(data);
  const order = useMemo(() => orderOf(data, leads.shown), [data, leads.shown]);
  const { next, previous } = useNeighbours(order, contactId, leads.filter);
  useEffect(() => {
    document.title = ADMIN.title(LEADS.title);
  }, []);

  const goTo = (id: string | undefined) => () => {
    if (id !== undefined) void navigate(leadPath(id));
  };
  useShortcuts({
    search: () => document.getElementById(LEAD_SEARCH_ID)?.focus(),
    next: goTo(next),
    previous: goTo(previous),
  });

  const place = contactId === undefined ? 'callcenter' : 'callcenter callcenter-open';
  return (
    <div className={keysOff === '1' ? `${place} keyless` : place}>
      <LeadColumn leads={leads} selectedId={contactId} />
      <div className="work">
        <div className="work-bar">
          <div className="lead-nav">
            <Link className="lead-back" to={CALLCENTER_PATH}>
              {LEADS.all}
            </Link>
            {contactId !== undefined && (
              <Button
                variant="quiet"
                onClick={goTo(previous)}
                disabledReason={previous === undefined ? LEADS.noPrevious : undefined}
              >
                {LEADS.previous}
              </Button>
            )}
            <Button variant="quiet" onClick={goTo(next)} disabledReason={next === undefined ? LEADS.noNext : undefined}>
              {LEADS.next}
            </Button>
            <ShortcutList off={keysOff === '1'} setOff={(off) => setKeysOff(off ? '1' : '')} />
          </div>
          <LastConfirmed openId={contactId} />
        </div>
        {contactId === undefined ? (
          <QueueCounts perGroup={data?.perGroup} />
        ) : (
          <ContactPanel key={contactId} contactId={contactId} onNext={goTo(next)} hasNext={next !== undefined} />
        )}
      </div>
    </div>
  );
}
