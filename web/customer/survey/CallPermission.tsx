import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { callPermissionWords } from '../../../bff/view-models/choices.ts';
import type { CallPermission as Permission } from '../../../bff/view-models/contact.ts';
import { siteQuery } from '../../api/site-query.ts';
import { useDraft } from '../../device/use-draft.ts';
import { askAsCustomer } from '../ask-as-customer.ts';
import { useContact } from '../gate/contact-context.ts';

/** Whether we may call. Only the step that asks it reads it. */
function callPermissionQuery(contactId: string) {
  return queryOptions({
    queryKey: ['permission', contactId],
    queryFn: ({ signal }) => askAsCustomer<Permission>('/api/contacts/permission', { signal }),
  });
}

/** What was ticked or unticked here; until then what was given before stands, and can be taken back (decision I12). */
export function useCallPermission(draftKey: string) {
  const client = useQueryClient();
  const query = callPermissionQuery(useContact().id);
  const { data, isPending } = useQuery(query);
  const draft = useDraft<boolean | null>({ key: `${draftKey}:permission`, area: 'session' }, null);
  const given = data && data.portal_call_permission_at !== null;
  return {
    isPending,
    isGiven: draft.value ?? given ?? false,
    choose: draft.change,
    /** It is saved: what was read before holds no more. */
    forget: () => {
      draft.forget();
      client.removeQueries({ queryKey: query.queryKey });
    },
    changed: draft.value === null || draft.value === given ? {} : { portal_call_permission: draft.value },
  };
}

export function CallPermission({ permission }: { permission: ReturnType<typeof useCallPermission> }) {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  return (
    <label className="permission">
      <input
        type="checkbox"
        checked={permission.isGiven}
        disabled={permission.isPending}
        onChange={(event) => permission.choose(event.target.checked)}
      />
      {callPermissionWords(site.brand)}
    </label>
  );
}
