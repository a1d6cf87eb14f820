import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AdminContact } from '../../../bff/view-models/callcenter.ts';
import { ADMIN_PATH } from '../../paths.ts';
import { CONTACT_PANEL } from '../../texts/admin-contact.ts';
import { LEAVING } from '../../texts/admin-leads.ts';
import { withInbound } from './action-body.ts';
import { contactQuery } from './contact/contact-query.ts';
import { QuestionDialog } from './Question.tsx';
import { ACTION_KEY, useAction } from './use-action.ts';
import { forgetPanelDraft, typedIn } from './use-panel-draft.ts';

interface Asked {
  contact: AdminContact;
  go: () => void;
}

/** Who goes on to another lead with a note and without an outcome is asked once (decision I10). */
export function useLeaving(contactId = '') {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();

  function leave(go: () => void) {
    const contact = client.getQueryData(contactQuery(contactId).queryKey);
    // With an outcome that is on its way, the note is on its way too.
    const isRecording = client.isMutating({ mutationKey: [...ACTION_KEY, contactId] }) > 0;
    if (contact && !isRecording && typedIn(contactId, 'note') !== '') setAsked({ contact, go });
    else go();
  }

  const followLink = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.target !== '' || link.origin !== location.origin || event.metaKey || event.ctrlKey) return;
    const { pathname } = link;
    if (!pathname.startsWith(ADMIN_PATH) || pathname === location.pathname || typedIn(contactId, 'note') === '') return;
    event.preventDefault();
    leave(() => void navigate(pathname));
  });
  useEffect(() => {
    window.addEventListener('click', followLink, { capture: true });
    return () => window.removeEventListener('click', followLink, { capture: true });
  }, []);

  return { leave, question: asked && <LeavingQuestion {...asked} onClose={() => setAsked(undefined)} /> };
}

function LeavingQuestion({ contact, go, onClose }: Asked & { onClose: () => void }) {
  const action = useAction(contact, 'left');

  function keepAndGo() {
    const note = typedIn(contact.id, 'note');
    const inbound = typedIn(contact.id, 'inbound');
    const body = { action: 'note', contactId: contact.id, note, left: true as const, ...withInbound(inbound !== '') };
    // Until the CRM confirmed it, it stays in its field; what fails is told with the way back.
    const onConfirmed = () => {
      forgetPanelDraft(contact.id, 'note', note);
      forgetPanelDraft(contact.id, 'inbound', inbound);
    };
    action.press({ body, name: CONTACT_PANEL.addNote, isBeside: true, onConfirmed });
    onClose();
    go();
  }

  return <QuestionDialog title={LEAVING.title} confirm={LEAVING.confirm} onConfirm={keepAndGo} onCancel={onClose} />;
}
