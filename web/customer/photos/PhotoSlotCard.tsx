import { type ChangeEvent, useId, useState } from 'react';
import type { PhotoSlot } from '../../../bff/view-models/photos.ts';
import { PHOTOS } from '../../texts/photos.ts';
import { Button } from '../../ui/Button.tsx';
import type { Photo } from './photo-list.ts';
import { ACCEPTED } from './shrink-photo.ts';

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

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const { files } = event.target;
    onPick([...(files ?? [])]);
    // Allows picking the same file again, for instance after it was refused.
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
      className="photo-taken"
      src={preview}
      alt={PHOTOS.taken(PHOTOS.slots[slot].title)}
      onError={() => setDrawn(false)}
    />
  );
}

/** Decorative example: the text beside it says the same. */
function ExamplePicture({ slot }: { slot: PhotoSlot }) {
  const Drawing = DRAWINGS[slot];
  return (
    <svg className="photo-example" viewBox="0 0 160 120" aria-hidden="true">
      <rect className="example-wall" width="160" height="120" />
      <Drawing />
      <path className="example-frame" d="M12 26V12h14M134 12h14v14M148 94v14h-14M26 108H12V94" />
    </svg>
  );
}

/** From top to bottom: fuse box, meter, main fuse, cable from the street; the door is open. */
function Cupboard() {
  return (
    <>
      <path className="example-part" d="M40 10h60v100H40z" />
      <path className="example-line" d="M100 10l28-6v112l-28-6M122 56v9" />
      <path className="example-fine" d="M58 40v12M82 40v12M70 76v8M70 98v12" />
      <path
        className="example-fine"
        d="M47 17h46v23H47zM51 22h38v13H51zM57 22v13M63 22v13M69 22v13M76 22v13M83 22v13"
      />
      <path className="example-fine" d="M54 52h32v24H54zM59 56h22v8H59zM59 70h8M75 70h6" />
      <path className="example-fine" d="M61 84h18v14H61zM70 88v6" />
    </>
  );
}

/** Main switch, earth leakage switch with test button, and circuit breakers, each with its label above. */
function FuseBox() {
  return (
    <>
      <rect className="example-part" x="20" y="20" width="120" height="80" rx="4" />
      <path className="example-line" d="M28 44h104v36H28z" />
      <path className="example-fine" d="M31 37h14M50 37h14M69 37h9M82 37h9M95 37h9M108 37h9M121 37h9M28 90h44" />
      <path className="example-fine" d="M47.5 44v36M66.5 44v36M79.6 44v36M92.7 44v36M105.8 44v36M118.9 44v36" />
      <path className="example-fine" d="M60 51.5a3 3 0 1 0-6 0 3 3 0 1 0 6 0z" />
      <path className="example-toggle" d="M34 58h8v10h-8zM53 58h8v10h-8z" />
      {[70.5, 83.6, 96.7, 109.8, 122.9].map((x) => (
        <path key={x} className="example-toggle" d={`M${x} 58h5v10h-5z`} />
      ))}
    </>
  );
}

/** To scale: one metre wide, two metres high, on the floor against the wall. */
function Spot() {
  return (
    <>
      <path className="example-floor" d="M0 94h160v26H0z" />
      <path className="example-line" d="M0 94h160" />
      <path className="example-fine" d="M0 89h58M102 89h58M22 58h12v9H22zM26 62v1M30 62v1" />
      <path className="example-spot" d="M58 14h44v80H58z" />
      <path
        className="example-fine"
        d="M58 102h44M61 99l-3 3 3 3M99 99l3 3-3 3M110 14v80M107 17l3-3 3 3M107 91l3 3 3-3"
      />
    </>
  );
}

const DRAWINGS: Record<PhotoSlot, () => React.ReactNode> = {
  '1-meterkast': Cupboard,
  '2-groepenkast': FuseBox,
  '3-plek': Spot,
};
