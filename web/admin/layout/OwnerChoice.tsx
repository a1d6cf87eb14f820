import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ADMIN } from '../../texts/admin.ts';
import { statsQuery, WHO_ELSE_QUERIES } from '../ask-as-admin.ts';
import { chooseOwner, useAdminSession } from '../gate/admin-session.ts';
import { Choice } from './Choice.tsx';

/** "Gebruiker?": the current user. Every call sends this user, and the note of an action names this user (B7). */
export function OwnerChoice({ label, labelUnseen = false }: { label: string; labelUnseen?: boolean }) {
  const id = useId();
  const { ownerId = '' } = useAdminSession();
  const { data } = useQuery(statsQuery);
  const owners = data?.stats.contactOwners ?? [];
  const options = [{ value: '', label: ADMIN.owner }, ...owners.map(({ id, name }) => ({ value: id, label: name }))];
  const client = useQueryClient();

  function choose(id: string) {
    chooseOwner(id);
    for (const queryKey of WHO_ELSE_QUERIES) void client.invalidateQueries({ queryKey });
  }

  return (
    <div className="owner-choice">
      <label className={labelUnseen ? 'unseen' : undefined} htmlFor={id}>
        {label}
      </label>
      <Choice id={id} value={ownerId} options={options} unlisted={ADMIN.ownerUnknown} onChange={choose} />
    </div>
  );
}
