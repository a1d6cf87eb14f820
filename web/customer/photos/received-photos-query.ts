import { queryOptions } from '@tanstack/react-query';
import type { ReceivedPhotos } from '../../../bff/view-models/photos.ts';
import { askAsCustomer } from '../gate/visitor.ts';

/** The contact's photos in the CRM. */
export function receivedPhotosQuery(contactId: string) {
  return queryOptions({
    queryKey: ['photos', contactId],
    queryFn: ({ signal }) => askAsCustomer<ReceivedPhotos>('/api/contacts/photos', { signal }),
  });
}
