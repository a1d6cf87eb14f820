import { type ChangeEvent, useId } from 'react';
import type { PhotoSlot } from '../../../bff/view-models/photos.ts';
import { PHOTOS } from '../../texts/photos.ts';
import { ExamplePicture } from './ExamplePicture.tsx';
import type { PhotoPhase } from './photo-list.ts';
import { ACCEPTED } from './slots.ts';

interface PhotoSlotCardProps {
  slot: PhotoSlot;
  /** The state of its photo; undefined without one. */
  phase: PhotoPhase | undefined;
  onPick: (files: File[]) => void;
}

/** One of the three photos: what it should show, a button, and a tick when the CRM has it. */
export function PhotoSlotCard({ slot, phase, onPick }: PhotoSlotCardProps) {
  const { title, hint } = PHOTOS.slots[slot];
  const inputId = useId();

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const { files } = event.target;
    onPick([...(files ?? [])]);
    // Allows picking the same file again, for instance after it was refused.
    event.target.value = '';
  }

  return (
    <li className={phase === 'stored' ? 'photo-slot photo-slot-stored' : 'photo-slot'}>
      <ExamplePicture slot={slot} />
      <div className="photo-slot-words">
        <h2>{title}</h2>
        <p className="small">{hint}</p>
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
        <label className="button button-quiet" htmlFor={inputId}>
          {phase ? PHOTOS.another : PHOTOS.add}
          <span className="unseen">: {title}</span>
        </label>
        <p id={`${inputId}-phase`} className={`photo-phase photo-phase-${phase ?? 'none'}`} role="status">
          {phase && PHOTOS.phases[phase]}
        </p>
      </div>
    </li>
  );
}
