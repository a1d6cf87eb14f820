import { useEffect } from 'react';
import { photosWait } from '../../device/waiting-photos.ts';
import { useContact } from '../gate/contact-query.ts';
import { currentVisitor } from '../gate/visitor.ts';

/** Sends photos that the device kept from an earlier visit, whatever page the customer opens. */
export function UnsentPhotos() {
  const { id } = useContact();
  useEffect(() => {
    if (!photosWait() || currentVisitor().preview) return;
    // Offline, the chunk cannot load either; the next page retries.
    import('./current-uploads.ts').then(
      ({ uploadsOf }) => uploadsOf(id),
      () => undefined,
    );
  }, [id]);
  return null;
}
