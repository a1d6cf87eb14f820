import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { loadPart } from '../../../first-view/part.tsx';
import { CONTACT_PANEL } from '../../../texts/admin-desk.ts';
import { Spinner } from '../../../ui/LoadingScreen.tsx';
import { LoadProblem } from '../../layout/Loading.tsx';
import { photosQuery } from './contact-query.ts';
import './photos.css';

const ContactPhotoView = lazy(async () => ({
  default: (await loadPart(() => import('./ContactPhotoView.tsx'))).ContactPhotoView,
}));

/** The customer's photos, loaded when their section opens: each costs CRM calls. */
export function ContactPhotos({ contactId }: { contactId: string }) {
  const { data: photos, error, refetch } = useQuery(photosQuery(contactId));
  return (
    <div className="contact-photos">
      {!photos && !error && (
        <div role="status">
          <Spinner />
          <span className="unseen">{CONTACT_PANEL.photosLoading}</span>
        </div>
      )}
      {error && <LoadProblem error={error} what={CONTACT_PANEL.photosFailed} onRetry={() => void refetch()} />}
      {photos?.length === 0 && (
        <p className="small" role="status">
          {CONTACT_PANEL.noPhotos}
        </p>
      )}
      {photos && photos.length > 0 && (
        <Suspense fallback={<Spinner />}>
          <ul>
            {photos.map((photo) => (
              <li key={photo.id}>
                <ContactPhotoView contactId={contactId} photo={photo} />
              </li>
            ))}
          </ul>
        </Suspense>
      )}
    </div>
  );
}
