import { useSyncExternalStore } from 'react';
import { FILE_PROBLEMS, PHOTOS, UPLOAD_PROBLEMS } from '../../texts/photos.ts';
import { Button } from '../../ui/Button.tsx';
import type { PhotoUploads } from './photo-uploads.ts';
import { useOnline } from './use-online.ts';

/** The state of the photos and their errors, below the dashboard, in place of Uppy's own alerts. */
export function PhotoStatus({ uploads }: { uploads: PhotoUploads }) {
  const { photos, trouble, refused } = useSyncExternalStore(uploads.list.subscribe, uploads.list.snapshot);
  const online = useOnline();
  const sent = photos.filter(({ phase }) => phase === 'stored').length;
  const preparing = photos.filter(({ phase }) => phase === 'preparing').length;
  const unsent = photos.length - sent;
  return (
    <div className="photo-status">
      {photos.length > 0 && (
        <>
          <progress max={photos.length} value={sent} aria-label={PHOTOS.progress} />
          <p role="status">{preparing > 0 ? PHOTOS.preparing(preparing) : progressText(photos, sent)}</p>
        </>
      )}
      {unsent > 0 && !online && <p role="status">{PHOTOS.offline}</p>}
      {unsent > 0 && online && trouble && (
        <div className="save-problem" role="alert">
          <span className="save-problem-code" lang="en">
            {UPLOAD_PROBLEMS[trouble].message}
          </span>
          <p>{UPLOAD_PROBLEMS[trouble].text}</p>
          <Button variant="plain" onClick={() => uploads.retry()}>
            {PHOTOS.retry}
          </Button>
        </div>
      )}
      {refused.length > 0 && (
        <div className="save-problem" role="alert">
          {refused.map(({ key, name, text }) => (
            <p key={key}>
              <span className="save-problem-code" lang="en">
                {FILE_PROBLEMS.message(name)}
              </span>
              {text}
            </p>
          ))}
          <Button variant="plain" onClick={() => uploads.list.forgetRefused()}>
            {PHOTOS.dismiss}
          </Button>
        </div>
      )}
    </div>
  );
}

function progressText(photos: readonly { phase: string; safe: boolean }[], sent: number) {
  if (sent === photos.length) return PHOTOS.allSent(sent);
  const allSafe = photos.every(({ phase, safe }) => safe || phase === 'stored');
  return allSafe ? PHOTOS.safe(sent, photos.length) : PHOTOS.unsafe(sent, photos.length);
}
