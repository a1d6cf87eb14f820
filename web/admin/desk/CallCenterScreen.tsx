import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useStoredText } from '../../device/use-stored-text.ts';
import { CALLCENTER_PATH, leadPath } from '../../paths.ts';
import { ADMIN } from '../../texts/admin.ts';
import { LEADS } from '../../texts/admin-leads.ts';
import { Button } from '../../ui/Button.tsx';
import { useAdminSession } from '../gate/admin-session.ts';
import { LeadColumn } from '../queue/LeadColumn.tsx';
import { LEAD_SEARCH_ID } from '../queue/LeadSearch.tsx';
import { QueueCounts } from '../queue/QueueCounts.tsx';
import { useLeadList } from '../queue/use-lead-list.ts';
import { useCameFrom, useNextLead } from '../queue/use-next-lead.ts';
import { useShownLeads } from '../queue/use-shown-leads.ts';
import { ContactPanel } from './contact/ContactPanel.tsx';
import { FailedActions } from './FailedActions.tsx';
import { LastConfirmed } from './LastConfirmed.tsx';
import { useLeaving } from './Leaving.tsx';
import { NextProblem } from './NextProblem.tsx';
import { ShortcutList } from './ShortcutList.tsx';
import { SHORTCUTS_OFF_KEY, useShortcuts } from './use-shortcuts.ts';
import './workplace.css';

/** Queue, person and deal: side by side where there is room, each with its own scrolling (§2.10). */
export function CallCenterScreen() {
  const { '*': rest = '' } = useParams();
  const contactId = /^contacts\/([^/]+)/.exec(rest)?.[1];
  const navigate = useNavigate();
  const { ownerId } = useAdminSession();
  const list = useLeadList();
  const [keysOff, setKeysOff] = useStoredText('local', SHORTCUTS_OFF_KEY);
  const leads = useShownLeads(list);
  const handOut = useNextLead(contactId, leads.onlyMine);
  const leaving = useLeaving(contactId);
  const next = { ...handOut, ask: () => leaving.leave(handOut.ask) };
  const previous = useCameFrom(contactId);
  useEffect(() => {
    document.title = ADMIN.title(LEADS.title);
  }, []);

  function goBack() {
    if (previous !== undefined) leaving.leave(() => void navigate(leadPath(previous)));
  }
  useShortcuts({
    search: () => document.getElementById(LEAD_SEARCH_ID)?.focus(),
    next: () => ownerId !== undefined && next.ask(),
    previous: goBack,
  });

  const place = contactId === undefined ? 'callcenter' : 'callcenter callcenter-open';
  return (
    <div className={keysOff === '1' ? `${place} keyless` : place}>
      {leaving.question}
      <LeadColumn list={list} leads={leads} selectedId={contactId} />
      <div className="work">
        <div className="work-bar">
          <div className="lead-nav">
            <Link className="lead-back" to={CALLCENTER_PATH}>
              {LEADS.all}
            </Link>
            {contactId !== undefined && previous !== undefined && (
              <Button variant="quiet" onClick={goBack}>
                {LEADS.previous}
              </Button>
            )}
            <Button
              variant="quiet"
              busy={next.pending}
              onClick={next.ask}
              disabledReason={ownerId === undefined ? LEADS.nextNeedsOwner : undefined}
            >
              {LEADS.next}
            </Button>
            <ShortcutList off={keysOff === '1'} setOff={(off) => setKeysOff(off ? '1' : '')} />
          </div>
          <LastConfirmed openId={contactId} />
          <NextProblem next={next} />
          <FailedActions openId={contactId} />
        </div>
        {contactId === undefined ? (
          <QueueCounts list={list} />
        ) : (
          <ContactPanel key={contactId} contactId={contactId} list={list} next={next} />
        )}
      </div>
    </div>
  );
}
