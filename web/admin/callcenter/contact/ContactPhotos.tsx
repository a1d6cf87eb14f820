import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CONTACT_PANEL } from '../../../texts/admin-contact.ts';
import { Button } from '../../../ui/Button.tsx';
import { loadPart } from '../../../ui/load-part.ts';
import { Spinner } from '../../../ui/Spinner.tsx';
import { LoadProblem } from '../../layout/LoadProblem.tsx';
import { photosQuery } from './contact-query.ts';
import './photos.css';

const ContactPhotoView = lazy(async () => ({
  default: (await loadPart(() => import('./ContactPhotoView.tsx'))).ContactPhotoView,
}));

/** The customer's photos, asked for when they are wanted: each costs calls to the CRM. */
export function ContactPhotos({ contactId }: { contactId: string }) {
  const [wanted, setWanted] = useState(false);
  const { data: photos, error, refetch } = useQuery({ ...photosQuery(contactId), enabled: wanted });
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (wanted) heading.current?.focus();
  }, [wanted]);
  return (
    <section className="contact-photos">
      <h3 ref={heading} tabIndex={-1}>
        {CONTACT_PANEL.photos}
      </h3>
      {!wanted && (
        <div>
          <Button variant="quiet" onClick={() => setWanted(true)}>
            {CONTACT_PANEL.showPhotos}
          </Button>
        </div>
      )}
      {wanted && !photos && !error && (
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
    </section>
  );
}
