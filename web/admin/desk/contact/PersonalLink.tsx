import { useQuery } from '@tanstack/react-query';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { ACTION, EDITS } from '../../../texts/admin-actions.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { formatMoment } from '../../../texts/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dots } from '../../layout/Loading.tsx';
import { ActionProblem } from '../ActionProblem.tsx';
import { Question } from '../Question.tsx';
import { useAction } from '../use-action.ts';
import { timelineQuery } from './contact-query.ts';

/** Mails the customer's link, or gives the customer another one when it leaked. */
export function PersonalLink({ contact }: { contact: AdminContact }) {
  const action = useAction(contact, 'link');
  const { data: timeline } = useQuery(timelineQuery(contact.id));
  const sentAt = timeline?.linkSentAt;
  const isReplaced = action.confirmed?.body.action === 'new-link';

  function send() {
    const question = { ...EDITS.sendLink, ...(contact.Email && { detail: CONTACT_PANEL.linkTo(contact.Email) }) };
    action.press({ body: { action: 'send-link', contactId: contact.id }, name: CONTACT_PANEL.sendLink, question });
  }

  function replace() {
    const body = { action: 'new-link', contactId: contact.id, expected: contact.linkVersion };
    const question = { ...EDITS.newLink, detail: CONTACT_PANEL.oldLinkEnds };
    action.press({ body, name: CONTACT_PANEL.newLink, question });
  }

  return (
    <section className="personal-link">
      <div className="owner-head">
        <h3>{CONTACT_PANEL.personalLink}</h3>
        {action.pending && <Dots spoken={ACTION.pendingSpoken} />}
        {action.result && !action.pending && (
          <p className="done-word" role="status">
            {ACTION.done}
          </p>
        )}
      </div>
      {isReplaced && !action.pending && <p role="status">{CONTACT_PANEL.linkReplaced}</p>}
      <ActionProblem action={action} />
      <div className="button-row">
        <Button variant={isReplaced ? 'primary' : 'quiet'} busy={action.pending} onClick={send}>
          {CONTACT_PANEL.sendLink}
        </Button>
        <Button variant="quiet" busy={action.pending} onClick={replace}>
          {CONTACT_PANEL.newLink}
        </Button>
      </div>
      {sentAt && <p className="small">{CONTACT_PANEL.linkSentAt(formatMoment(sentAt))}</p>}
      <Question action={action} />
    </section>
  );
}
