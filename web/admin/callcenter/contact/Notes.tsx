import { useQuery } from '@tanstack/react-query';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { formatMoment } from '../../../texts/format.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Skeleton } from '../../layout/Loading.tsx';
import { LoadProblem } from '../../layout/LoadProblem.tsx';
import { notesQuery } from './contact-query.ts';

/** Newest first; whatever stands in a note is text, never markup (decision G8). */
export function Notes({ contactId }: { contactId: string }) {
  const { data: notes, error, refetch } = useQuery(notesQuery(contactId));
  return (
    <section className="notes">
      <h3>{CONTACT_PANEL.notes}</h3>
      {error && <LoadProblem error={error} what={CONTACT_PANEL.notesFailed} onRetry={() => void refetch()} />}
      {!notes && !error && (
        <div role="status">
          <Spinner />
          <Skeleton lines={3} />
          <span className="unseen">{CONTACT_PANEL.notesLoading}</span>
        </div>
      )}
      {notes?.length === 0 && <p className="small">{CONTACT_PANEL.noNotes}</p>}
      {notes && notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note.id}>
              <strong>{note.Note_Title}</strong>
              <p className="note-text">{note.Note_Content}</p>
              <p className="small">
                {[note.author, note.createdAt && formatMoment(note.createdAt)].filter(Boolean).join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
