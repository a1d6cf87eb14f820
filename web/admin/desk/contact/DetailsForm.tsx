import { type FormEvent, useState } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import type { ContactDetail } from '../../../../bff/view-models/callcenter-action.ts';
import { useDraft } from '../../../device/use-draft.ts';
import { EDITS } from '../../../texts/admin-actions.ts';
import { CONTACT_DETAIL_LABELS, CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { Button } from '../../../ui/Button.tsx';
import { ActionProblem } from '../ActionProblem.tsx';
import { Question } from '../Question.tsx';
import { useAction } from '../use-action.ts';

const FIELDS = Object.keys(CONTACT_DETAIL_LABELS) as ContactDetail[];

type Typed = Partial<Record<ContactDetail, string>>;
const NOTHING_TYPED: Typed = {};

/** Name, phone, e-mail and address, corrected while the customer is on the line (decision I11). */
export function DetailsForm({ contact }: { contact: AdminContact }) {
  const action = useAction(contact, 'details');
  const draft = useDraft({ key: `admin-draft:${contact.id}:details`, area: 'session' }, NOTHING_TYPED);
  const typed = draft.value;
  const changed = FIELDS.filter(
    (field) => typed[field] !== undefined && typed[field]?.trim() !== (contact[field] ?? ''),
  );

  // What was typed before, or has failed, is seen when one comes back.
  const [isOpen, setOpen] = useState(changed.length > 0);

  function forget() {
    draft.change(NOTHING_TYPED);
    draft.forget();
  }

  function save(event: FormEvent) {
    event.preventDefault();
    if (changed.length === 0) return;
    const properties = Object.fromEntries(changed.map((field) => [field, typed[field]?.trim() ?? '']));
    const body = {
      action: 'set-contact-details',
      contactId: contact.id,
      properties,
      expected: contact.detailsVersion,
    };
    action.press({ body, name: CONTACT_PANEL.details, question: EDITS.details, onConfirmed: forget });
  }

  return (
    <details
      className="contact-details"
      open={isOpen || action.error !== null}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{CONTACT_PANEL.details}</summary>
      <form onSubmit={save}>
        {FIELDS.map((field) => (
          <label key={field}>
            {CONTACT_DETAIL_LABELS[field]}
            <input
              className="input"
              type={field === 'Email' ? 'email' : field === 'Phone' ? 'tel' : 'text'}
              autoComplete="off"
              value={typed[field] ?? contact[field] ?? ''}
              onChange={(event) => draft.change({ ...typed, [field]: event.target.value })}
            />
          </label>
        ))}
        <ActionProblem action={action} />
        <Button
          type="submit"
          variant="quiet"
          busy={action.pending}
          disabledReason={changed.length === 0 ? CONTACT_PANEL.detailsUnchanged : undefined}
        >
          {CONTACT_PANEL.saveDetails}
        </Button>
      </form>
      <Question action={action} />
    </details>
  );
}
