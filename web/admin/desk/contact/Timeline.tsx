import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import type { TimelineEvent } from '../../../../bff/view-models/timeline.ts';
import { CONTACT_PANEL } from '../../../texts/admin-desk.ts';
import { formatMoment } from '../../../texts/format.ts';
import { Spinner } from '../../../ui/LoadingScreen.tsx';
import { LoadProblem, Skeleton } from '../../layout/Loading.tsx';
import { timelineQuery } from './contact-query.ts';
import './timeline.css';

const SHOWN_AT_ONCE = 8;

interface TimelineProps {
  contactId: string;
  contact: AdminContact | undefined;
}

/** The contact's history, newest first (decision J10). Notes are rendered as text, never as markup (decision G8). */
export function Timeline({ contactId, contact }: TimelineProps) {
  const { data: timeline, error, refetch } = useQuery(timelineQuery(contactId));
  // An outcome left a note that is not read yet.
  const isOutdated = useQueryClient().getQueryState(timelineQuery(contactId).queryKey)?.isInvalidated;
  const [newest, older] = [timeline?.events.slice(0, SHOWN_AT_ONCE), timeline?.events.slice(SHOWN_AT_ONCE)];
  return (
    <section className="notes">
      <h3>{CONTACT_PANEL.notes}</h3>
      {error && <LoadProblem error={error} what={CONTACT_PANEL.notesFailed} onRetry={() => void refetch()} />}
      {!timeline && !error && (
        <div role="status">
          <Spinner />
          <Skeleton lines={3} />
          <span className="unseen">{CONTACT_PANEL.notesLoading}</span>
        </div>
      )}
      {timeline?.unknown?.map((what) => (
        <p key={what} className="small">
          {CONTACT_PANEL.notTold[what]}
        </p>
      ))}
      {newest?.length === 0 && !isOutdated && <p className="small">{CONTACT_PANEL.noNotes}</p>}
      {newest && newest.length > 0 && <Events events={newest} contact={contact} />}
      {older && older.length > 0 && (
        <details>
          <summary>{CONTACT_PANEL.olderNotes(older.length)}</summary>
          <Events events={older} contact={contact} />
        </details>
      )}
    </section>
  );
}

function Events({ events, contact }: { events: readonly TimelineEvent[]; contact: AdminContact | undefined }) {
  return (
    <ul>
      {events.map(({ at, kind, who, title, text, dealId }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and two may share kind and time.
        <li key={`${at} ${kind} ${index}`} className={`event event-${kind}`}>
          <strong>{title}</strong>
          {text !== '' && <p className="note-text">{text}</p>}
          <p className="small">{[who, formatMoment(at), dealName(contact, dealId)].filter(Boolean).join(' · ')}</p>
        </li>
      ))}
    </ul>
  );
}

/** Only if the contact has more than one deal. */
function dealName(contact: AdminContact | undefined, dealId: string | undefined) {
  const deals = contact?.deals ?? [];
  return deals.length > 1 ? deals.find(({ id }) => id === dealId)?.Deal_Name : undefined;
}
