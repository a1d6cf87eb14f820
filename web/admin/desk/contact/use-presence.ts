import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import type { LeadNews } from '../../../../bff/view-models/timeline.ts';
import { useAdminSession } from '../../gate/admin-session.ts';
import { presenceQuery, sayPresent } from './contact-query.ts';

const CLOSING: readonly LeadNews['action'][] = ['skip', 'not_interested', 'not_interested_price'];

/**
 * Who else has this lead open, and what a colleague or the customer did since it was read; colleagues see that this member
 * of staff has it open while it is on the screen.
 */
export function usePresence(contactId: string, contact: AdminContact | undefined) {
  const { ownerId } = useAdminSession();
  const { data } = useQuery(presenceQuery(contactId, ownerId));
  useEffect(() => {
    if (ownerId === undefined) return;
    const leave = () => {
      // Others are removed after a period of silence anyway, so it does not matter if this message is lost.
      sayPresent(contactId, false).catch(() => undefined);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [contactId, ownerId]);
  const isNew = (heard: { at: string } | undefined) => contact !== undefined && (heard?.at ?? '') > contact.readAt;
  const news = data?.news && isNew(data.news) ? data.news : null;
  const told = data?.told && isNew(data.told) ? data.told : null;
  return {
    openedBy: data?.openedBy ?? contact?.openedBy ?? [],
    news,
    told,
    /** Nobody may call, or a colleague closed it: no link to the number. */
    mayCall: !contact?.doNotCall && !data?.doNotCall && !(news && CLOSING.includes(news.action)),
    doNotCall: contact?.doNotCall === true || data?.doNotCall === true,
  };
}
