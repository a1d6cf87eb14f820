import { queryClient } from '../../api/query-client.ts';
import { currentVisitor, subscribeToVisitor } from '../gate/visitor.ts';
import { PhotoUploads } from './photo-uploads.ts';
import { receivedPhotosQuery } from './received-photos-query.ts';

let current: { contactId: string; uploads: PhotoUploads } | undefined;

/** The contact's uploads: one instance per tab, closed when the link is forgotten. */
export function uploadsOf(contactId: string): PhotoUploads {
  if (current?.contactId === contactId) return current.uploads;
  current?.uploads.close();
  const surveyHash = currentVisitor().surveyHash ?? '';
  const uploads = new PhotoUploads(contactId, surveyHash, () => {
    void queryClient.invalidateQueries({ queryKey: receivedPhotosQuery(contactId).queryKey });
  });
  current = { contactId, uploads };
  const stopListening = subscribeToVisitor(() => {
    if (currentVisitor().surveyHash === surveyHash) return;
    stopListening();
    if (current?.uploads === uploads) current = undefined;
    uploads.close();
  });
  return uploads;
}
