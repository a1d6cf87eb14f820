import { useSyncExternalStore } from 'react';
import { useInBrowser } from '../../first-view/use-in-browser.ts';
import { uploadsOf } from './current-uploads.ts';
import { NO_PHOTOS } from './photo-list.ts';

/** The uploads of this contact and how far they are; none on the page that the server draws. */
export function usePhotos(contactId: string) {
  const uploads = useInBrowser() ? uploadsOf(contactId) : undefined;
  const state = useSyncExternalStore(
    uploads?.list.subscribe ?? never,
    () => uploads?.list.snapshot() ?? NO_PHOTOS,
    () => NO_PHOTOS,
  );
  return { uploads, ...state };
}

const never = () => () => undefined;
