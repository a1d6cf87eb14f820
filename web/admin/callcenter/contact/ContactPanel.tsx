import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isRequestFailed } from '../../../api/problem.ts';
import { ADMIN } from '../../../texts/admin.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { UNREADABLE } from '../../../texts/admin-deal.ts';
import { LEADS } from '../../../texts/admin-leads.ts';
import { formatTime } from '../../../texts/format.ts';
import { Dots, Skeleton } from '../../layout/Loading.tsx';
import { LoadProblem } from '../../layout/LoadProblem.tsx';
import { DealColumn } from '../deal/DealColumn.tsx';
import type { LeadList } from '../leads/lead-list.ts';
import type { NextLead } from '../queue/use-next-lead.ts';
import { CallFacts } from './CallFacts.tsx';
import { ContactFolds } from './ContactFolds.tsx';
import { contactQuery, fetchEverythingAgain } from './contact-query.ts';
import { DetailsForm } from './DetailsForm.tsx';
import { LastWords } from './LastWords.tsx';
import { News } from './News.tsx';
import { NoteForm } from './NoteForm.tsx';
import { Permission } from './Permission.tsx';
import { PersonalLink } from './PersonalLink.tsx';
import { PhoneLink } from './PhoneLink.tsx';
import { Timeline } from './Timeline.tsx';
import { usePresence } from './use-presence.ts';
import './contact.css';

interface ContactPanelProps {
  contactId: string;
  list: LeadList | undefined;
  next: NextLead;
}

/** The open lead: first what the list knows, then the rest. The most important facts for a call are on top. */
export function ContactPanel({ contactId, list, next }: ContactPanelProps) {
  const { data: contact, error, refetch } = useQuery(contactQuery(contactId));
  const { openedBy, news, told, mayCall, doNotCall } = usePresence(contactId, contact);
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const lead = list?.cards.find(({ id }) => id === contactId);
  const shown = contact ?? lead;
  // While it is not known of everybody in the list who may be called, the lead itself says it.
  const isKnown = contact !== undefined || !list?.unknown.includes('do_not_call');
  useEffect(() => heading.current?.focus({ preventScroll: false }), []);
  const title = shown?.Full_Name ?? LEADS.title;
  useEffect(() => {
    document.title = ADMIN.title(title);
  }, [title]);

  // An impossible id (400) is treated like an unknown one.
  const unknown = isRequestFailed(error) && (error.status === 404 || error.status === 400);
  const what = unknown ? CONTACT_PANEL.unknown : contact ? CONTACT_PANEL.stale : CONTACT_PANEL.failed;
  return (
    <div className="work-panes">
      <section className="contact" aria-label={shown?.Full_Name ?? contactId}>
        <h2 ref={heading} tabIndex={-1} className="contact-name">
          {shown?.Full_Name ?? contactId}
        </h2>
        {doNotCall && <p className="do-not-call">{CONTACT_PANEL.doNotCall}</p>}
        <News news={news} told={told} onReload={() => fetchEverythingAgain(client, contactId)} />
        {!doNotCall && <Permission contact={contact} />}
        {shown?.Phone && <PhoneLink phone={shown.Phone} name={shown.Full_Name} mayCall={mayCall && isKnown} />}
        {contact && !contact.Phone && <p>{CONTACT_PANEL.noPhone}</p>}
        {!unknown && <LastWords contactId={contactId} />}
        {openedBy.map(({ name, since }) => (
          <p key={name} className="presence" role="status">
            {LEADS.openedBy(name, formatTime(since))}
          </p>
        ))}
        {contact && contact.unreadable.length > 0 && (
          <p className="contact-unreadable">{UNREADABLE.contact(contact.unreadable.join(', '))}</p>
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
