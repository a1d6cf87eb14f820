import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { LeadCard } from '../../../bff/view-models/callcenter.ts';
import type { LeadGroup } from '../../../bff/view-models/leads.ts';
import { leadPath } from '../../paths.ts';
import { lastOutcomeText } from '../../texts/admin-desk.ts';
import { LEAD_GROUP_NAMES, LEADS } from '../../texts/admin-leads.ts';
import { formatMoment, formatSoon, formatTime } from '../../texts/format.ts';
import { Money } from '../../ui/Money.tsx';

// These values repeat `leads.css`.
/** The height of the list, as a part of the window's. */
const SHARE_OF_HEIGHT = 0.7;
/** The height of one line of a card; a line never wraps. */
const LINE_REM = 1.15;
/** The padding of a card, above and below together. */
const PADDING_REM = 0.75;

interface LeadListProps {
  leads: readonly LeadCard[];
  /** Identifies the current filter. */
  filter: string;
  selectedId: string | undefined;
  brand: string;
}

/** Virtualised list, 70 % of the viewport high. Card heights are computed from their content. */
export function LeadList({ leads, filter, selectedId, brand }: LeadListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [remPx] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const list = useVirtualizer({
    count: leads.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (cardLines(leads[index]) * LINE_REM + PADDING_REM) * remPx,
    // Stable while the leads are the same; otherwise every render would measure all cards again.
    getItemKey: useCallback((index: number) => leads[index]?.id ?? index, [leads]),
    initialRect: { width: 0, height: window.innerHeight * SHARE_OF_HEIGHT },
  });

  const filtered = useRef(filter);
  useEffect(() => {
    // A new filter scrolls to the top. Not on mount: that would force an early layout.
    if (filtered.current !== filter) box.current?.scrollTo(0, 0);
    filtered.current = filter;
  }, [filter]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a lead that moves in the list must not scroll it.
  useEffect(() => {
    // Scroll only when another lead opens, not when the list refreshes.
    const index = leads.findIndex(({ id }) => id === selectedId);
    if (index >= 0) list.scrollToIndex(index, { align: 'auto' });
  }, [selectedId]);

  return (
    <div className="lead-list sheet" ref={box}>
      <ul aria-label={LEADS.title} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start, size }) => {
          const lead = leads[index];
          return (
            lead && (
              <li
                key={key}
                aria-setsize={leads.length}
                aria-posinset={index + 1}
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                <LeadCardLink lead={lead} selected={lead.id === selectedId} brand={brand} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** Number of lines on a card. Lines are truncated instead of wrapped, so the height is known. */
function cardLines(lead: LeadCard | undefined): number {
  if (!lead) return 0;
  const { message, callback, attempts, lastOutcome, heldBack, Mailing_City, Lead_Owner_Flow, openedBy } = lead;
  const lines = [message, callback, attempts > 0 || lastOutcome, heldBack, Mailing_City || Lead_Owner_Flow];
  const extra = lines.filter(Boolean).length;
  return 3 + extra + openedBy.length;
}

const GROUP_TONES: Partial<Record<LeadGroup, string>> = { due: 'alarm', approved: 'alarm', new: 'accent' };

interface LeadCardLinkProps {
  lead: LeadCard;
  selected: boolean;
  brand: string;
}

/** One card: name, reason to call now, the deal's state and value, details. */
const LeadCardLink = memo(function LeadCardLink({ lead, selected, brand }: LeadCardLinkProps) {
  return (
    <Link
      className={selected ? 'lead-card lead-selected' : 'lead-card'}
      to={leadPath(lead.id)}
      aria-current={selected ? 'true' : undefined}
    >
      <span className="lead-line">
        <strong className="lead-name">{lead.Full_Name || LEADS.nameless}</strong>
        <span className={`lead-group small strong ${GROUP_TONES[lead.group] ?? 'muted'}`}>
          {LEAD_GROUP_NAMES[lead.group]}
        </span>
      </span>
      <span className="lead-line">
        <span>{lead.Stage ?? LEADS.noStage}</span>
        {lead.Amount !== null && <Money value={lead.Amount} />}
      </span>
      <LeadCardDetails lead={lead} brand={brand} />
    </Link>
  );
});

/** A lead's callback and who promised it, call history, place, owner and viewers. */
function LeadCardDetails({ lead, brand }: { lead: LeadCard; brand: string }) {
  const ours = lead.Lead_Owner_Flow?.toLowerCase().startsWith(brand.toLowerCase()) ?? false;
  const held = lead.heldBack;
  const history = [
    lead.attempts > 0 && LEADS.attempts(lead.attempts),
    lead.lastOutcome && lastOutcomeText(lead.lastOutcome),
  ].filter(Boolean);
  return (
    <>
      {lead.message && <span className="strong">{LEADS.message[lead.message]}</span>}
      {lead.callback && (
        <span className="lead-line">
          <span className="strong">{LEADS.callback(formatMoment(lead.callback))}</span>{' '}
          {lead.callbackOwner && <span className="small">{lead.callbackOwner.name}</span>}
        </span>
      )}
      {history.length > 0 && <span className="small">{history.join(' · ')}</span>}
      {held && (
        <span className="small">
          {'until' in held ? LEADS.again(formatSoon(held.until), lead.attempts === 0) : LEADS.heldBack[held.why]}
        </span>
      )}
      {(lead.Mailing_City || lead.Lead_Owner_Flow) && (
        <span className="lead-line small">
          <span>{lead.Mailing_City}</span>
          {lead.Lead_Owner_Flow && (
            <span className={ours ? undefined : 'alarm strong'}>
              {lead.Lead_Owner_Flow}
              {!ours && <span className="unseen"> {LEADS.foreignFlow(brand)}</span>}
            </span>
          )}
        </span>
      )}
      <span className="lead-line small">
        <span className="lead-id">{lead.id}</span> {lead.owner && <span>({lead.owner.name})</span>}
      </span>
      {lead.openedBy.map(({ name, since }) => (
        <span key={name}>{LEADS.openedBy(name, formatTime(since))}</span>
      ))}
    </>
  );
}
