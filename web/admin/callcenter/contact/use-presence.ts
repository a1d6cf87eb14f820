import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { useAdminSession } from '../../gate/use-admin-session.ts';
import { presenceQuery, sayPresent } from './contact-query.ts';

/** Who else has this lead open; while it is on the screen, others hear that this member of staff has. */
export function usePresence(contactId: string, contact: AdminContact | undefined) {
  const { ownerId } = useAdminSession();
  const { data } = useQuery(presenceQuery(contactId, ownerId));
  useEffect(() => {
    if (ownerId === undefined) return;
    return () => {
      // Whoever is not heard of for a while counts as gone too: a goodbye that gets lost does no harm.
      sayPresent(contactId, false).catch(() => undefined);
    };
  }, [contactId, ownerId]);
  return data ?? contact?.openedBy ?? [];
}
