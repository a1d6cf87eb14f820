import { type ChangeEvent, useId, useState } from 'react';
import type { PhotoSlot } from '../../../bff/view-models/photos.ts';
import { PHOTOS } from '../../texts/photos.ts';
import { Button } from '../../ui/Button.tsx';
import cupboard from './cupboard.svg';
import fuseBox from './fuse-box.svg';
import { countedSlot, type Photo } from './photo-list.ts';
import { ACCEPTED } from './shrink-photo.ts';
import spot from './spot.svg';

interface PhotoSlotCardProps {
  slot: PhotoSlot;
  /** The newest photo added in this session. */
  photo: Photo | undefined;
  /** The CRM already has a photo for this slot. */
  isReceived: boolean;
  /** The first card without a photo has the primary button. */
  isNext: boolean;
  onPick: (files: File[]) => void;
  /** Undefined once the photo is being sent or stored; a stored photo stays with the seller. */
  onRemove: (() => void) | undefined;
}

/** One of the three named photos: example or photo taken, its progress, and buttons to retake or remove it. */
export function PhotoSlotCard({ slot, photo, isReceived, isNext, onPick, onRemove }: PhotoSlotCardProps) {
  const { title, hint } = PHOTOS.slots[slot];
  const inputId = useId();
  const phase = photo?.phase ?? (isReceived ? 'stored' : undefined);
  const words = phase ? PHOTOS.again : PHOTOS.add;
  const counted = photo ? countedSlot(photo) : slot;
  const isStored = phase === 'stored' && (counted === slot || isReceived);

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const { files } = event.target;
    onPick([...(files ?? [])]);
    // Allows picking the same file again, for instance after it was refused.
    event.target.value = '';
  }

  return (
    <li className={isStored ? 'photo-slot sheet photo-slot-stored' : 'photo-slot sheet'}>
      {photo?.preview ? (
        <Taken key={photo.preview} slot={slot} preview={photo.preview} />
      ) : (
        <ExamplePicture slot={slot} />
      )}
      <div className="stack gap-1">
        <h2 className="title">{title}</h2>
        <p className="small">{hint}</p>
        <p
          id={`${inputId}-phase`}
          className={isStored ? 'photo-phase small good strong' : 'photo-phase small'}
          role={counted === slot ? undefined : 'status'}
        >
          {counted === slot ? phase && PHOTOS.phases[phase] : PHOTOS.hadFor(counted, isReceived)}
        </p>
      </div>
      <div className="row">
        <input
          id={inputId}
          className="unseen photo-input"
          type="file"
          accept={ACCEPTED.join(',')}
          multiple
          onChange={pick}
          aria-describedby={`${inputId}-phase`}
        />
        <label className={isNext ? 'button button-primary' : 'button button-quiet'} htmlFor={inputId}>
          <About words={words} title={title} />
        </label>
        {onRemove && (
          <Button variant="plain" onClick={onRemove}>
            <About words={PHOTOS.remove} title={title} />
          </Button>
        )}
      </div>
    </li>
  );
}

/** Text that is the same on every card; screen readers also hear the card's title. */
function About({ words, title }: { words: string; title: string }) {
  return (
    <>
      <span aria-hidden="true">{words}</span>
      <span className="unseen">{`${words}: ${title}`}</span>
    </>
  );
}

/** The photo taken; falls back to the example if the browser cannot render the format. */
function Taken({ slot, preview }: { slot: PhotoSlot; preview: string }) {
  const [isDrawn, setDrawn] = useState(true);
  if (!isDrawn) return <ExamplePicture slot={slot} />;
  return (
    <img
      className="photo-picture"
      src={preview}
      alt={PHOTOS.taken(PHOTOS.slots[slot].title)}
      onError={() => setDrawn(false)}
    />
  );
}

/** Decorative example: the text beside it says the same. */
function ExamplePicture({ slot }: { slot: PhotoSlot }) {
  return <img className="photo-picture" src={EXAMPLES[slot]} alt="" />;
}

const EXAMPLES: Record<PhotoSlot, string> = {
  '1-meterkast': cupboard,
  '2-groepenkast': fuseBox,
  '3-plek': spot,
};
