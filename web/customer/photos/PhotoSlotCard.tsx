import { type ChangeEvent, useId, useState } from 'react';
import type { PhotoSlot } from '../../../bff/view-models/photos.ts';
import { PHOTOS } from '../../texts/photos.ts';
import { Button } from '../../ui/Button.tsx';
import { ACCEPTED } from './accepted-types.ts';
import { ExamplePicture } from './ExamplePicture.tsx';
import type { Photo } from './photo-list.ts';

interface PhotoSlotCardProps {
  slot: PhotoSlot;
  /** The newest photo that was added here. */
  photo: Photo | undefined;
  /** The CRM has one from before. */
  isReceived: boolean;
  onPick: (files: File[]) => void;
  /** Present while it is not on its way yet; what is stored stays with the seller. */
  onRemove: (() => void) | undefined;
}

/** One of the three photos: what it should show, or the one that was taken; how far it is; taking it again, or away. */
export function PhotoSlotCard({ slot, photo, isReceived, onPick, onRemove }: PhotoSlotCardProps) {
  const { title, hint } = PHOTOS.slots[slot];
  const inputId = useId();
  const phase = photo?.phase ?? (isReceived ? 'stored' : undefined);
  const words = phase ? PHOTOS.again : PHOTOS.add;

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const { files } = event.target;
    onPick([...(files ?? [])]);
    // The same photo may be picked again, for instance after it was refused.
    event.target.value = '';
  }

  return (
    <li className={phase === 'stored' ? 'photo-slot photo-slot-stored' : 'photo-slot'}>
      {photo?.preview ? (
        <Taken key={photo.preview} slot={slot} preview={photo.preview} />
      ) : (
        <ExamplePicture slot={slot} />
      )}
      <div className="photo-slot-words">
        <h2>{title}</h2>
        <p className="small">{hint}</p>
        <p id={`${inputId}-phase`} className={phase ? `photo-phase photo-phase-${phase}` : 'photo-phase'}>
          {phase && PHOTOS.phases[phase]}
        </p>
        {(phase === 'preparing' || phase === 'sending') && <div className="photo-progress" aria-hidden="true" />}
      </div>
      <div className="photo-slot-action">
        <input
          id={inputId}
          className="unseen photo-input"
          type="file"
          accept={ACCEPTED.join(',')}
          multiple
          onChange={pick}
          aria-describedby={`${inputId}-phase`}
        />
        <label className={phase ? 'button button-quiet' : 'button button-primary'} htmlFor={inputId}>
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

/** Words that stand on every card; screen readers also say which card they are on. */
function About({ words, title }: { words: string; title: string }) {
  return (
    <>
      <span aria-hidden="true">{words}</span>
      <span className="unseen">{`${words}: ${title}`}</span>
    </>
  );
}

/** The photo that was taken; a format that this browser does not draw leaves the example. */
function Taken({ slot, preview }: { slot: PhotoSlot; preview: string }) {
  const [isDrawn, setDrawn] = useState(true);
  if (!isDrawn) return <ExamplePicture slot={slot} />;
  return (
    <img
      className="photo-taken"
      src={preview}
      alt={PHOTOS.taken(PHOTOS.slots[slot].title)}
      onError={() => setDrawn(false)}
    />
  );
}
