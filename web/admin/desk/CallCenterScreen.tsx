import { type Mutation, type MutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { AdminContact } from '../../../bff/view-models/callcenter.ts';
import { useStoredText } from '../../device/use-stored-text.ts';
import { ADMIN_PATH, CALLCENTER_PATH, leadPath } from '../../paths.ts';
import { ADMIN } from '../../texts/admin.ts';
import { CONTACT_PANEL } from '../../texts/admin-desk.ts';
import { LEADS, LEAVING } from '../../texts/admin-leads.ts';
import { formatTime } from '../../texts/format.ts';
import { Button } from '../../ui/Button.tsx';
import { useAdminSession } from '../gate/admin-session.ts';
import { LoadProblem } from '../layout/Loading.tsx';
import { LEAD_SEARCH_ID, LeadColumn, QueueCounts } from '../queue/LeadColumn.tsx';
import { useLeadList } from '../queue/lead-list.ts';
import { type NextLead, useCameFrom, useNextLead, useShownLeads } from '../queue/use-leads.ts';
import { FailedActions } from './ActionProblem.tsx';
import { ContactPanel } from './contact/ContactPanel.tsx';
import { contactQuery } from './contact/contact-query.ts';
import { QuestionDialog } from './Question.tsx';
import { SHORTCUTS_OFF_KEY, ShortcutList, useShortcuts } from './shortcuts.tsx';
import { leftDraft, unsavedDrafts } from './unsaved.ts';
import { ACTION_KEY, type ActionResult, type Sent, typedIn, useAction } from './use-action.ts';
import './actions.css';
import './workplace.css';

/** Queue, person and deal: side by side where there is room, each with its own scrolling (§2.10). */
export function CallCenterScreen() {
  const { '*': path = '' } = useParams();
  const contactId = /^[^/]+\/contacts\/([^/]+)/i.exec(path)?.[1];
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

  function open(id: string) {
    if (id !== contactId) leaving.leave(() => void navigate(leadPath(id)));
  }

  function goBack() {
    if (previous !== undefined) open(previous);
  }
  useShortcuts({
    search: () => document.querySelector<HTMLInputElement>(`#${LEAD_SEARCH_ID}`)?.select(),
    next: () => ownerId !== undefined && next.ask(),
    previous: goBack,
  });

  const place = contactId === undefined ? 'callcenter' : 'callcenter callcenter-open';
  return (
    <div className={keysOff === '1' ? `${place} keyless` : place}>
      {leaving.question}
      <LeadColumn list={list} leads={leads} selectedId={contactId} onOpen={open} />
      <div className="work">
        <div className="work-bar row spread">
          <div className="lead-nav row">
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

/** False for an action that was sent beside another one: it is reported next to the other. */
const isItsOwn = ({ state }: Mutation) => (state.variables as Sent | undefined)?.press.isBeside !== true;

/**
 * The last confirmed action. It stays visible when the next lead opens, without covering anything. A link leads back to
 * its lead, to correct a mistake.
 */
function LastConfirmed({ openId }: { openId: string | undefined }) {
  const actions = useQueryClient().getMutationCache();
  const last = useSyncExternalStore(
    (onChange) => actions.subscribe(onChange),
    () => actions.findAll({ mutationKey: ACTION_KEY, status: 'success', predicate: isItsOwn }).at(-1)?.state,
  ) as MutationState<ActionResult, Error, Sent> | undefined;
  if (!last?.data || !last.variables) return <p className="last-confirmed small row apart" />;
  const { id, Full_Name } = last.data.contact ?? last.variables.before;
  return (
    <p className="last-confirmed small row apart">
      <span>
        {LEADS.confirmed(formatTime(last.submittedAt), last.variables.press.name, Full_Name ?? LEADS.nameless)}
      </span>
      {id !== openId && <Link to={leadPath(id)}>{LEADS.backTo}</Link>}
    </p>
  );
}

interface Asked {
  contact: AdminContact;
  /** The names of the drafts that nothing has saved. */
  drafts: readonly string[];
  go: () => void;
}

/** Asks once before leaving a lead on which something typed or chosen is not saved (decision I10). */
function useLeaving(contactId = '') {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();

  function leave(go: () => void) {
    const contact = client.getQueryData(contactQuery(contactId).queryKey);
    const drafts = unsavedDrafts(client, contactId);
    if (contact && drafts.length > 0) setAsked({ contact, drafts, go });
    else go();
  }

  /** Goes there after the question, if there is anything to ask about. */
  function askBefore(event: Event, pathname: string) {
    if (pathname === location.pathname || unsavedDrafts(client, contactId).length === 0) return;
    event.preventDefault();
    leave(() => void navigate(pathname));
  }

  const followLink = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.target !== '' || link.origin !== location.origin || event.metaKey || event.ctrlKey) return;
    const { pathname } = link;
    if (pathname.startsWith(ADMIN_PATH)) askBefore(event, pathname);
  });
  /** The browser's Back and Forward. A browser without this event leaves unasked, and the drafts stay. */
  const followHistory = useEffectEvent((event: NavigateEvent) => {
    const { pathname } = new URL(event.destination.url);
    if (event.navigationType === 'traverse' && event.cancelable) askBefore(event, pathname);
  });
  useEffect(() => {
    window.addEventListener('click', followLink, { capture: true });
    window.navigation?.addEventListener('navigate', followHistory);
    return () => {
      window.removeEventListener('click', followLink, { capture: true });
      window.navigation?.removeEventListener('navigate', followHistory);
    };
  }, []);

  return { leave, question: asked && <LeavingQuestion {...asked} onClose={() => setAsked(undefined)} /> };
}

/** Notes are written when their lead is left; any other draft stays in its field. */
const NOTES: readonly string[] = ['note', 'plain-note'];

function LeavingQuestion({ contact, drafts, go, onClose }: Asked & { onClose: () => void }) {
  const action = useAction(contact, 'left');
  const notes = drafts.filter((name) => NOTES.includes(name));
  const written = notes.length > 0 ? [...notes, 'inbound'] : [];
  const stays = drafts.some((name) => !written.includes(name)) ? LEAVING.stays : undefined;

  function keepAndGo() {
    const note = notes.map((name) => typedIn(contact.id, name)).join('\n');
    const inbound = typedIn(contact.id, 'inbound') !== '' || undefined;
    const body = { action: 'note', contactId: contact.id, note, left: true as const, inbound };
    // The draft stays until the CRM confirms; a failure is shown with a link back to this lead.
    const saves = written.map((name) => leftDraft(contact.id, name));
    if (note !== '') action.press({ body, name: CONTACT_PANEL.addNote, isBeside: true, saves });
    onClose();
    go();
  }

  return (
    <QuestionDialog
      title={notes.length > 0 ? LEAVING.title : LEAVING.stays}
      confirm={LEAVING.confirm}
      detail={notes.length > 0 ? stays : undefined}
      isNameless={notes.length === 0}
      onConfirm={keepAndGo}
      onCancel={onClose}
    />
  );
}

/** Why no next lead opened: nobody left to call, the answer came too late, or the request failed. */
function NextProblem({ next }: { next: NextLead }) {
  if (next.error) return <LoadProblem error={next.error} what={LEADS.nextFailed} onRetry={next.ask} />;
  if (!next.nobody && !next.late) return null;
  return (
    <p className="next-nobody" role="status">
      {next.late ? LEADS.nextLate : LEADS.nobody}
    </p>
  );
}
