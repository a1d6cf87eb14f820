import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { formatMoment } from '../../../texts/format.ts';

/** Above the number: whether the customer said that we may call (decision I12). */
export function Permission({ contact: { portal_call_permission_at: since } }: { contact: AdminContact }) {
  return (
    <p className={since ? 'call-permission call-permission-given' : 'call-permission'}>
      {since ? CONTACT_PANEL.permissionSince(formatMoment(since)) : CONTACT_PANEL.noPermission}
    </p>
  );
}
