import { PHOTO_SLOTS } from '../../../bff/view-models/choices.ts';
import { useOnline } from '../../device/use-online.ts';
import { FILE_PROBLEMS, PHOTOS, UPLOAD_PROBLEMS } from '../../texts/photos.ts';
import { Button } from '../../ui/Button.tsx';
import type { PhotoState } from './photo-list.ts';

interface PhotoStatusProps extends PhotoState {
  /** What the CRM has. */
  received: { slots: number; others: number };
  onRetry: () => void;
  onDismiss: () => void;
}

/** How far the photos are, in one line that is also the one that is read out; and what went wrong with which. */
export function PhotoStatus({ photos: all, received, trouble, refused, onRetry, onDismiss }: PhotoStatusProps) {
  const online = useOnline();
  // One that was taken again counts by the one in its place.
  const photos = all.filter(({ unwanted }) => !unwanted);
  const sent = photos.filter(({ phase }) => phase === 'stored').length;
  const isUnsent = photos.length > sent;
  return (
    <div className="photo-status">
      {isUnsent && <progress max={photos.length} value={sent} aria-label={PHOTOS.progress} />}
      <div role="status">
        <p className={isUnsent ? undefined : 'photos-received'}>
          {isUnsent ? progressText(photos, sent) : receivedText(received)}
        </p>
        {isUnsent && !online && <p>{PHOTOS.offline}</p>}
      </div>
      {isUnsent && online && trouble && (
        <div className="save-problem" role="alert">
          <p>{UPLOAD_PROBLEMS[trouble].text}</p>
          <Button variant="quiet" onClick={onRetry}>
            {PHOTOS.retry}
          </Button>
          <span className="save-problem-code" lang="en">
            {UPLOAD_PROBLEMS[trouble].message}
          </span>
        </div>
      )}
      {refused.length > 0 && (
        <div className="save-problem" role="alert">
          {refused.map(({ key, name, text }) => (
            <p key={key}>
              <strong>{name}</strong>: {text}
              <span className="save-problem-code" lang="en">
                {FILE_PROBLEMS.message(name)}
              </span>
            </p>
          ))}
          <Button variant="plain" onClick={onDismiss}>
            {PHOTOS.dismiss}
          </Button>
        </div>
      )}
    </div>
  );
}

function receivedText({ slots, others }: { slots: number; others: number }) {
  return slots + others > 0 && PHOTOS.receivedOf(slots, PHOTO_SLOTS.length, others);
}

function progressText(photos: PhotoState['photos'], sent: number) {
  const preparing = photos.filter(({ phase }) => phase === 'preparing').length;
  if (preparing > 0) return PHOTOS.preparing(preparing);
  const allSafe = photos.every(({ phase, safe }) => safe || phase === 'stored');
  return allSafe ? PHOTOS.safe(sent, photos.length) : PHOTOS.unsafe(sent, photos.length);
}
