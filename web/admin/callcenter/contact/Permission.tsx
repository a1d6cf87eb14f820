import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { formatMoment } from '../../../texts/format.ts';

/** Above the number: whether the customer said that we may call (decision I12). While it loads its line is kept free. */
export function Permission({ contact }: { contact: AdminContact | undefined }) {
  if (!contact) return <p className="call-permission">{'\u00a0'}</p>;
  const { portal_call_permission_at: since } = contact;
  return (
    <p className={since ? 'call-permission call-permission-given' : 'call-permission'}>
      {since ? CONTACT_PANEL.permissionSince(formatMoment(since)) : CONTACT_PANEL.noPermission}
    </p>
  );
}
