import { useEffect } from 'react';
import { photosWait } from '../../device/waiting-photos.ts';
import { useContact } from '../gate/contact-query.ts';
import { currentVisitor } from '../gate/visitor.ts';

/** Sends photos kept on the device since an earlier visit, on whatever page the customer returns to. */
export function UnsentPhotos() {
  const { id } = useContact();
  useEffect(() => {
    if (!photosWait() || currentVisitor().preview) return;
    // Without a connection the chunk cannot be loaded either; the next page tries again.
    import('./current-uploads.ts').then(
      ({ uploadsOf }) => uploadsOf(id),
      () => undefined,
    );
  }, [id]);
  return null;
}
