import { useEffect } from 'react';
import { photosWait } from '../../device/waiting-photos.ts';
import { useContact } from '../gate/contact-context.ts';
import { currentVisitor } from '../gate/visitor.ts';

/** Sends photos that waited on the device since an earlier visit, on whatever page the customer comes back. */
export function UnsentPhotos() {
  const { id } = useContact();
  useEffect(() => {
    if (!photosWait() || currentVisitor().preview) return;
    // Without a connection the code cannot be had either; the next page of the visit tries again.
    import('./current-uploads.ts').then(
      ({ uploadsOf }) => uploadsOf(id),
      () => undefined,
    );
  }, [id]);
  return null;
}
