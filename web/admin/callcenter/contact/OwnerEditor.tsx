import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { ACTION, EDITS } from '../../../texts/admin-actions.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAdminSession } from '../../gate/admin-session.ts';
import { Dots } from '../../layout/Loading.tsx';
import { LoadProblem } from '../../layout/LoadProblem.tsx';
import { statsQuery } from '../../stats/stats-query.ts';
import { ActionProblem } from '../actions/ActionProblem.tsx';
import { withExpected } from '../actions/action-body.ts';
import { Question } from '../actions/Question.tsx';
import { useAction } from '../actions/use-action.ts';
import { usePanelDraft } from '../actions/use-panel-draft.ts';
import { ownerQuery } from './contact-query.ts';

/** "Eigenaar:": any owner after a confirmation, oneself at once (§2.10). */
export function OwnerEditor({ contact }: { contact: AdminContact }) {
  const id = useId();
  const { ownerId } = useAdminSession();
  const { data: stats } = useQuery(statsQuery);
  const client = useQueryClient();
  // The contact includes its owner; only after an action the owner is read again (§7.4).
  const { data: owner, error, refetch } = useQuery({ ...ownerQuery(contact.id), initialData: contact.owner });
  useEffect(() => {
    client.setQueryData(ownerQuery(contact.id).queryKey, contact.owner);
  }, [client, contact.id, contact.owner]);
  const action = useAction(contact, 'owner');
  const draft = usePanelDraft(contact.id, 'owner');
  const owners = stats?.stats.contactOwners ?? [];
  const chosen = draft.value ?? owner?.id ?? '';
  const myself = owners.find((each) => each.id === ownerId);

  function assign(value: string, question?: { confirm: string; title: string; detail: string }) {
    const body = { action: 'setOwner', contactId: contact.id, value, ...withExpected(contact.version) };
    action.press({ body, name: EDITS.owner.title, ...(question && { question }), onConfirmed: draft.clear });
  }

  function save() {
    const name = owners.find((each) => each.id === chosen)?.name ?? chosen;
    assign(chosen, { confirm: EDITS.owner.confirm(chosen), title: EDITS.owner.title, detail: name });
  }

  return (
    <div className="owner-editor">
      <div className="owner-head">
        <label htmlFor={id}>{CONTACT_PANEL.owner}</label>
        {action.pending && <Dots spoken={ACTION.pendingSpoken} />}
        {action.result && !action.pending && (
          <p className="done-word" role="status">
            {CONTACT_PANEL.ownerSaved}
          </p>
        )}
      </div>
      {error && <LoadProblem error={error} what={CONTACT_PANEL.ownerFailed} onRetry={() => void refetch()} />}
      <ActionProblem action={action} />
      <div className="edit-row">
        <select id={id} className="input" value={chosen} onChange={(event) => draft.change(event.target.value)}>
          {chosen === '' && <option value="">{CONTACT_PANEL.noOwner}</option>}
          {chosen !== '' && !owners.some((each) => each.id === chosen) && (
            <option value={chosen}>{owner?.id === chosen ? owner.name : chosen}</option>
          )}
          {owners.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
        <Button
          variant="quiet"
          busy={action.pending}
          disabledReason={chosen === '' ? CONTACT_PANEL.ownerMissing : undefined}
          onClick={save}
        >
          {CONTACT_PANEL.saveOwner}
        </Button>
      </div>
      {myself && (
        <div className="edit-row owner-self">
          <span className="small">{CONTACT_PANEL.orAssign}</span>
          <Button
            variant="quiet"
            busy={action.pending}
            title={CONTACT_PANEL.assignHint(myself.name)}
            onClick={() => assign(myself.id)}
          >
            {CONTACT_PANEL.assign(myself.name)}
          </Button>
        </div>
      )}
      <Question action={action} />
    </div>
  );
}
