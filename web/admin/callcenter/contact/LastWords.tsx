import { useQuery } from '@tanstack/react-query';
import type { TimelineAnswer, TimelineEvent, TimelineKind } from '../../../../bff/view-models/timeline.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { formatMoment } from '../../../texts/format.ts';
import { timelineQuery } from './contact-query.ts';

const BY_COLLEAGUE: readonly TimelineKind[] = ['note', 'call', 'inbound_call'];

/** Beside the number: what the customer said last, else what a colleague wrote last (decision J10). */
export function LastWords({ contactId }: { contactId: string }) {
  const { data: timeline } = useQuery(timelineQuery(contactId));
  const last = timeline && lastWords(timeline);
  if (!last) return null;
  const who = isSaid(last) ? CONTACT_PANEL.lastWords[last.kind] : last.who;
  return (
    <figure className="last-words">
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
