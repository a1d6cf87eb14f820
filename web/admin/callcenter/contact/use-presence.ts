import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { useAdminSession } from '../../gate/use-admin-session.ts';
import { presenceQuery, sayPresent } from './contact-query.ts';

/** Who else has this lead open; while it is on the screen, others see that this member of staff has it open. */
export function usePresence(contactId: string, contact: AdminContact | undefined) {
  const { ownerId } = useAdminSession();
  const { data } = useQuery(presenceQuery(contactId, ownerId));
  useEffect(() => {
    if (ownerId === undefined) return;
    return () => {
      // Others are removed after a period of silence anyway, so it does not matter if this message is lost.
      sayPresent(contactId, false).catch(() => undefined);
    };
  }, [contactId, ownerId]);
  return data ?? contact?.openedBy ?? [];
}
