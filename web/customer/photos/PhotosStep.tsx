import { useQuery } from '@tanstack/react-query';
import Dashboard from '@uppy/react/dashboard';
import { useRef, useState, useSyncExternalStore } from 'react';
import { PHOTO_SLOTS } from '../../../bff/view-models/choices.ts';
import type { PhotoSlot } from '../../../bff/view-models/photos.ts';
import { readStored, writeStored } from '../../device/storage.ts';
import { ACTIONS } from '../../texts/actions.ts';
import { GATE } from '../../texts/gate.ts';
import { PHOTOS } from '../../texts/photos.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { useContact } from '../gate/contact-context.ts';
import { currentVisitor } from '../gate/visitor.ts';
import { uploadsOf } from './current-uploads.ts';
import { PhotoSlotCard } from './PhotoSlotCard.tsx';
import { PhotoStatus } from './PhotoStatus.tsx';
import type { Photo } from './photo-list.ts';
import type { PhotoUploads } from './photo-uploads.ts';
import { receivedPhotosQuery } from './received-photos-query.ts';
import { useListRole } from './use-list-role.ts';
import '@uppy/core/css/style.min.css';
import '@uppy/dashboard/css/style.min.css';
import './photos.css';

/** "Foto's van de situatie" (§2.3): three named photos, any others beside them, and a "Volgende" that never blocks. */
export function PhotosStep({ onNext }: { onNext: () => void }) {
  const { id } = useContact();
  const { preview } = currentVisitor();
  return (
    <section>
      <ScreenHeading title={PHOTOS.title} />
      <p className="lead">{PHOTOS.intro}</p>
      {preview ? (
        <>
          <Notice>
            <p>{GATE.preview.text}</p>
          </Notice>
          <Button onClick={onNext}>{ACTIONS.next}</Button>
        </>
      ) : (
        <PhotoDesk contactId={id} uploads={uploadsOf(id)} onNext={onNext} />
      )}
    </section>
  );
}

interface PhotoDeskProps {
  contactId: string;
  uploads: PhotoUploads;
  onNext: () => void;
}

function PhotoDesk({ contactId, uploads, onNext }: PhotoDeskProps) {
  const { photos } = useSyncExternalStore(uploads.list.subscribe, uploads.list.snapshot);
  const dashboard = useRef<HTMLDivElement>(null);
  useListRole(dashboard);
  const { data, error } = useQuery(receivedPhotosQuery(contactId));
  const received = data?.photos ?? [];
  const removable = (slot: PhotoSlot) => photos.filter((photo) => photo.slot === slot && NOT_SENT.has(photo.phase));
  const removalOf = (slot: PhotoSlot) => {
    const keys = removable(slot).map(({ key }) => key);
    return keys.length > 0 ? () => uploads.remove(keys) : undefined;
  };
  // What is taken again takes the place of what was not sent yet.
  const pick = (slot: PhotoSlot) => (files: File[]) => {
    if (files.length === 0) return;
    removalOf(slot)?.();
    void uploads.add(files.map((data) => ({ data, name: data.name, type: data.type, slot })));
  };
  const onTheWay = photos.filter(({ phase }) => phase !== 'stored').length;
  const here = Math.max(received.length, photos.length - onTheWay) + onTheWay;

  return (
    <>
      {received.length > 0 && <p className="photos-received">{PHOTOS.received(received.length)}</p>}
      {error && <p className="small">{PHOTOS.receivedUnknown}</p>}
      <ol className="photo-slots">
        {PHOTO_SLOTS.map((slot) => (
          <PhotoSlotCard
            key={slot}
            slot={slot}
            photo={newestOf(slot, photos)}
            isReceived={received.some((photo) => photo.slot === slot)}
            onPick={pick(slot)}
            onRemove={removalOf(slot)}
          />
        ))}
      </ol>
      <PhotoStatus uploads={uploads} />
      <div className="photo-dashboard" ref={dashboard}>
        <h2>{PHOTOS.dashboard}</h2>
        <Dashboard
          uppy={uploads.uppy}
          height={350}
          width="100%"
          proudlyDisplayPoweredByUppy={false}
          thumbnailWidth={200}
          showNativePhotoCameraButton={window.matchMedia('(pointer: coarse)').matches}
          nativeCameraFacingMode="environment"
          doneButtonHandler={null}
          hideUploadButton
          hideCancelButton
          hidePauseResumeButton
          hideRetryButton
          hideProgressDetails
          disableStatusBar
          disableInformer
          singleFileFullScreen={false}
          note={PHOTOS.dashboardNote}
        />
      </div>
      <NextButton contactId={contactId} count={here} onNext={onNext} />
    </>
  );
}

const NOT_SENT = new Set(['preparing', 'waiting']);

function newestOf(slot: PhotoSlot, photos: readonly Photo[]) {
  return photos.findLast((photo) => photo.slot === slot);
}

const ASKED_PREFIX = 'photos-asked:';

/** Never blocks; with fewer than three photos it asks, once (decision C8). */
function NextButton({ contactId, count, onNext }: { contactId: string; count: number; onNext: () => void }) {
  const [asking, setAsking] = useState(false);
  const askedKey = ASKED_PREFIX + contactId;

  function next() {
    if (count >= PHOTO_SLOTS.length || readStored('session', askedKey) !== null) return onNext();
    writeStored('session', askedKey, '1');
    setAsking(true);
  }

  return (
    <>
      {asking && count < PHOTO_SLOTS.length && (
        <Notice title={PHOTOS.fewer.title(count)} takesFocus>
          <p>{PHOTOS.fewer.text}</p>
          <div className="button-row">
            <Button variant="quiet" onClick={onNext}>
              {PHOTOS.fewer.go}
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {PHOTOS.fewer.stay}
            </Button>
          </div>
        </Notice>
      )}
      <Button onClick={next}>{ACTIONS.next}</Button>
    </>
  );
}
