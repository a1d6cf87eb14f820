import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isNo, outcomeLabel } from '../../../../bff/view-models/call-outcomes.ts';
import type { AdminContact, LeadCard } from '../../../../bff/view-models/callcenter.ts';
import type {
  LeadNews,
  LeadTold,
  TimelineAnswer,
  TimelineEvent,
  TimelineKind,
} from '../../../../bff/view-models/timeline.ts';
import { isRequestFailed } from '../../../api/ask-bff.ts';
import { ADMIN } from '../../../texts/admin.ts';
import { UNREADABLE } from '../../../texts/admin-deal.ts';
import { CONTACT_PANEL, lastOutcomeText } from '../../../texts/admin-desk.ts';
import { LEAD_GROUP_NAMES, LEADS } from '../../../texts/admin-leads.ts';
import { formatMoment, formatTime } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAdminSession } from '../../gate/admin-session.ts';
import { Facts } from '../../layout/Facts.tsx';
import { Dots, LoadProblem, Skeleton } from '../../layout/Loading.tsx';
import type { LeadList } from '../../queue/lead-list.ts';
import type { NextLead } from '../../queue/use-leads.ts';
import { DealColumn } from '../deal/DealColumn.tsx';
import { ContactFolds } from './ContactFolds.tsx';
import { DetailsForm, NoteForm, PersonalLink } from './ContactForms.tsx';
import { contactQuery, fetchEverythingAgain, presenceQuery, sayPresent, timelineQuery } from './contact-query.ts';
import { PhoneLink } from './PhoneLink.tsx';
import { Timeline } from './Timeline.tsx';
import './contact.css';

interface ContactPanelProps {
  contactId: string;
  list: LeadList | undefined;
  next: NextLead;
}

/** The open lead: shows the list's data first, then loads the rest. The most important facts for a call come first. */
export function ContactPanel({ contactId, list, next }: ContactPanelProps) {
  const { data: contact, error, refetch } = useQuery(contactQuery(contactId));
  const { openedBy, news, change, isClosed, doNotCall, isSilent } = usePresence(contactId, contact);
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const lead = list?.contacts.find(({ id }) => id === contactId);
  const shown = contact ?? lead;
  // The number is a link only if calling is known to be allowed, and the lead was not closed meanwhile. Both are not
  // known while the portal is silent.
  const isKnown = doNotCall === undefined ? !list?.unknown?.includes('do_not_call') : doNotCall !== null;
  const mayCall = doNotCall || isClosed ? false : (isKnown && !isSilent) || null;
  useEffect(() => heading.current?.focus({ preventScroll: false }), []);
  const title = shown?.Full_Name ?? LEADS.title;
  useEffect(() => {
    document.title = ADMIN.title(title);
  }, [title]);

  function reload() {
    // The button disappears with the news.
    heading.current?.focus();
    fetchEverythingAgain(client, contactId);
  }

  // An impossible id (400) is treated like an unknown one.
  const unknown = isRequestFailed(error) && (error.status === 404 || error.status === 400);
  const what = unknown ? CONTACT_PANEL.unknown : contact ? CONTACT_PANEL.stale : CONTACT_PANEL.failed;
  return (
    <div className="work-panes">
      <section className="contact stack" aria-label={shown?.Full_Name ?? contactId}>
        <h2 ref={heading} tabIndex={-1} className="contact-name">
          {shown?.Full_Name ?? contactId}
        </h2>
        {doNotCall && <p className="do-not-call banner banner-alarm">{CONTACT_PANEL.doNotCall}</p>}
        <News news={news} change={change} onReload={reload} />
        {!doNotCall && <Permission contact={contact} />}
        {shown?.Phone && <PhoneLink phone={shown.Phone} name={shown.Full_Name} mayCall={mayCall} />}
        {shown?.Phone && mayCall === null && (
          <p role="status">{isSilent ? CONTACT_PANEL.silent : CONTACT_PANEL.callUnknown}</p>
        )}
        {contact && !contact.Phone && <p>{CONTACT_PANEL.noPhone}</p>}
        {!unknown && <LastWords contactId={contactId} />}
        {openedBy.map(({ name, since }) => (
          <p key={name} className="presence banner" role="status">
            {LEADS.openedBy(name, formatTime(since))}
          </p>
        ))}
        {contact && contact.unreadable.length > 0 && (
          <p className="banner">{UNREADABLE.contact(contact.unreadable.join(', '))}</p>
        )}
        {error && <LoadProblem error={error} what={what} onRetry={() => void refetch()} />}
        {!unknown && <CallFacts lead={lead} contact={contact} />}
        {contact && <NoteForm contact={contact} />}
        {!unknown && <Timeline contactId={contactId} contact={contact} />}
        {contact && <PersonalLink contact={contact} />}
        {contact && <ContactFolds contact={contact} />}
        {contact && <DetailsForm contact={contact} />}
      </section>
      {!unknown && (
        <div className="deal-pane">
          {contact ? (
            <DealColumn contact={contact} mayCall={mayCall} next={next} />
          ) : (
            !error && (
              <>
                <Dots spoken={CONTACT_PANEL.loading} />
                <Skeleton lines={12} />
              </>
            )
          )}
        </div>
      )}
    </div>
  );
}

interface CallFactsProps {
  /** Undefined for contacts outside the list, such as those who signed: they have no call history here. */
  lead: LeadCard | undefined;
  contact: AdminContact | undefined;
}

/** What a caller needs to know before the customer answers. */
function CallFacts({ lead, contact }: CallFactsProps) {
  const shown = contact ?? lead;
  return (
    <Facts
      className="call-facts"
      rows={[
        { name: CONTACT_PANEL.lastContact, value: lead && lastContact(lead) },
        { name: CONTACT_PANEL.agreed, value: lead?.callback && callbackOf(lead.callback, lead.callbackOwner) },
        {
          name: CONTACT_PANEL.place,
          value: shown && [shown.Mailing_Zip, shown.Mailing_City].filter(Boolean).join(' '),
        },
        { name: CONTACT_PANEL.flow, value: shown?.Lead_Owner_Flow },
      ]}
    />
  );
}

/** The colleague who promised the call need not own the contact (decision I8). */
function callbackOf(moment: string, owner: LeadCard['callbackOwner']) {
  return [formatMoment(moment), owner?.name].filter(Boolean).join(' · ');
}

/** The last call and the number of attempts; without any call, the lead's group. */
function lastContact({ lastCallAt, lastOutcome, attempts, group }: LeadCard) {
  const facts = [
    lastCallAt && formatMoment(lastCallAt),
    lastOutcome && lastOutcomeText(lastOutcome),
    attempts > 0 && LEADS.attempts(attempts),
  ].filter(Boolean);
  if (facts.length > 0) return facts.join(' · ');
  return group === 'new' ? CONTACT_PANEL.neverCalled : LEAD_GROUP_NAMES[group];
}

const BY_COLLEAGUE: readonly TimelineKind[] = ['note', 'call', 'inbound_call'];

/** Next to the number: the customer's last words, else a colleague's last note (decision J10). */
function LastWords({ contactId }: { contactId: string }) {
  const { data: timeline } = useQuery(timelineQuery(contactId));
  const last = timeline && lastWords(timeline);
  if (!last) return null;
  const who = isSaid(last) ? CONTACT_PANEL.lastWords[last.kind] : last.who;
  return (
    <figure className="last-words notice">
      <figcaption className="small">{[who, formatMoment(last.at)].filter(Boolean).join(' · ')}</figcaption>
      <blockquote>{last.words}</blockquote>
    </figure>
  );
}

function isSaid(event: TimelineEvent): event is TimelineEvent & { kind: keyof typeof CONTACT_PANEL.lastWords } {
  return event.kind in CONTACT_PANEL.lastWords;
}

function lastWords({ events, wishes }: TimelineAnswer['result']) {
  const last: TimelineEvent | undefined =
    events.find(isSaid) ?? events.find(({ kind, text }) => BY_COLLEAGUE.includes(kind) && text !== '');
  if (!last) return null;
  const wished = last.kind === 'wish' && wishes[last.dealId ?? '']?.words.join('\n');
  return { ...last, words: wished || last.text };
}

interface NewsProps {
  /** An outcome, or its undo. */
  news: LeadNews | null;
  /** Anything else: by the customer, an edit by a colleague, or a deal closed in the CRM. */
  change: LeadTold | null;
  onReload: () => void;
}

/** What a colleague or the customer did with the open lead in the meantime. */
function News({ news, change, onReload }: NewsProps) {
  const lines = [news && newsLine(news), change && changeLine(change)].filter((line) => typeof line === 'string');
  if (lines.length === 0) return null;
  return (
    <div className="notice notice-problem" role="alert">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Button variant="quiet" onClick={onReload}>
        {CONTACT_PANEL.newsReload}
      </Button>
    </div>
  );
}

// A server that was upgraded since this page loaded may tell a kind that the page does not know: that has no line.
function newsLine({ action, at, by }: LeadNews) {
  const what = action === 'undo' ? CONTACT_PANEL.newsUndone : outcomeLabel(action);
  return what && CONTACT_PANEL.news(by ?? CONTACT_PANEL.aColleague, formatTime(at), what);
}

function changeLine({ what, at, by }: LeadTold) {
  return CONTACT_PANEL.told[what]?.(formatTime(at), by ?? CONTACT_PANEL.aColleague);
}

/** Above the number: whether the customer allowed us to call (decision I12). Reserves its line while loading. */
function Permission({ contact }: { contact: AdminContact | undefined }) {
  if (!contact) return <p className="call-permission pill">{'\u00a0'}</p>;
  const { portal_call_permission_at: since } = contact;
  return (
    <p className={since ? 'call-permission pill good strong' : 'call-permission pill'}>
      {since ? CONTACT_PANEL.permissionSince(formatMoment(since)) : CONTACT_PANEL.noPermission}
    </p>
  );
}

/** An open panel hears within this time that the lead may not be called (decision I9). */
const SILENT_MS = 30_000;

/**
 * Who else has this lead open, and what a colleague or the customer did since it was read. While mounted, it also tells
 * colleagues that this user has the lead open.
 */
function usePresence(contactId: string, contact: AdminContact | undefined) {
  const { ownerId } = useAdminSession();
  const { data, dataUpdatedAt } = useQuery(presenceQuery(contactId, ownerId));
  const [isSilent, setSilent] = useState(false);
  // Remembered, because a later change takes its place.
  const [closedAt, setClosedAt] = useState<string>();
  if (data?.told?.what === 'closed' && data.told.at !== closedAt) setClosedAt(data.told.at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer, and every other user, starts the wait anew.
  useEffect(() => {
    setSilent(false);
    const timer = window.setTimeout(() => setSilent(true), SILENT_MS);
    return () => window.clearTimeout(timer);
  }, [dataUpdatedAt, ownerId]);
  useEffect(() => {
    if (ownerId === undefined) return;
    const leave = () => {
      // This message may get lost: the server drops viewers that stay silent.
      sayPresent(contactId, false).catch(() => undefined);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [contactId, ownerId]);
  const isNew = (at = '') => contact !== undefined && at > contact.readAt;
  const news = data?.news && isNew(data.news.at) ? data.news : null;
  const change = data?.told && isNew(data.told.at) ? data.told : null;
  return {
    openedBy: data?.openedBy ?? contact?.openedBy ?? [],
    news,
    change,
    isClosed: (news && isNo(news.action)) || isNew(closedAt),
    isSilent,
    /** Null if not known yet; undefined before the first answer. */
    doNotCall: contact?.doNotCall || (data ?? contact)?.doNotCall,
  };
}
