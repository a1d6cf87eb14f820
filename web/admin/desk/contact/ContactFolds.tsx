import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { AdminContact } from '../../../../bff/view-models/callcenter.ts';
import { loadPart } from '../../../first-view/drawing.tsx';
import { CONTACT_PANEL } from '../../../texts/admin-desk.ts';
import { Spinner } from '../../../ui/LoadingScreen.tsx';
import { useFailure, usePanelState } from '../use-action.ts';

const contactDetails = () => loadPart(() => import('./ContactDetails.tsx'));
const PermissionForm = lazy(async () => ({ default: (await contactDetails()).PermissionForm }));
const Answers = lazy(async () => ({ default: (await contactDetails()).Answers }));
const ContactMap = lazy(async () => ({ default: (await contactDetails()).ContactMap }));
const OwnerEditor = lazy(async () => ({ default: (await contactDetails()).OwnerEditor }));
const ContactPhotos = lazy(async () => ({
  default: (await loadPart(() => import('./ContactPhotos.tsx'))).ContactPhotos,
}));

/** Details that are rarely needed, collapsed by default (decision J10). */
export function ContactFolds({ contact }: { contact: AdminContact }) {
  return (
    <>
      <Fold title={CONTACT_PANEL.permission} startsOpen={useIsWaiting(contact.id, 'permission')}>
        <PermissionForm contact={contact} />
      </Fold>
      <Fold title={CONTACT_PANEL.answers}>
        <Answers contact={contact} />
      </Fold>
      <Fold title={CONTACT_PANEL.photos}>
        <ContactPhotos contactId={contact.id} />
      </Fold>
      <Fold title={CONTACT_PANEL.map}>
        <ContactMap contact={contact} />
      </Fold>
      <Fold
        title={`${CONTACT_PANEL.owner} ${contact.owner?.name ?? CONTACT_PANEL.noOwner}`}
        startsOpen={useIsWaiting(contact.id, 'owner')}
      >
        <OwnerEditor contact={contact} />
      </Fold>
    </>
  );
}

/** Whether something typed, or a failed action, is waiting in a fold. */
function useIsWaiting(contactId: string, scope: string) {
  const draft = usePanelState<unknown>(contactId, scope, null);
  const { failure } = useFailure(contactId, scope);
  return draft.value !== null || failure !== undefined;
}

/** Renders its content on first opening and keeps it. */
function Fold({ title, startsOpen = false, children }: { title: string; startsOpen?: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [isMade, setMade] = useState(startsOpen);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        setMade(isMade || open);
      }}
    >
      <summary>{title}</summary>
      {isMade && <Suspense fallback={<Spinner />}>{children}</Suspense>}
    </details>
  );
}
