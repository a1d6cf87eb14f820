import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { PHOTO_SLOTS } from '../../../bff/view-models/choices.ts';
import type { PhotoSlot, ReceivedPhotos } from '../../../bff/view-models/photos.ts';
import { ASKED_PREFIX, readStored, writeStored } from '../../device/storage.ts';
import { laterPart, loadPart, useInBrowser } from '../../first-view/drawing.tsx';
import { ACTIONS, GATE } from '../../texts/page.ts';
import { FILE_PROBLEMS, PHOTOS, UPLOAD_PROBLEMS } from '../../texts/photos.ts';
import { Button } from '../../ui/Button.tsx';
import { Crash } from '../../ui/Crash.tsx';
import { Spinner, useOnline } from '../../ui/LoadingScreen.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { useContact } from '../contact-and-deal.ts';
import { useVisitor } from '../gate/visitor.ts';
import { CallUs } from '../Help.tsx';
import { PhotoSlotCard } from './PhotoSlotCard.tsx';
import { countedSlot, type Photo, PhotoList, type PhotoState, receivedPhotosQuery } from './photo-list.ts';
import { uploader, uploadsOf } from './photo-uploads.ts';
import './photos.css';

/** Uppy is as large as the rest of the page: it loads after the cards, and never on the server. */
const otherPhotos = () => import('./OtherPhotos.tsx');
const OtherPhotos = laterPart(otherPhotos, 'OtherPhotos');

/** Fetches the uploader before its step: a new version of the portal removes the files of the earlier one. */
export async function fetchUploader() {
  for (const load of [uploader, otherPhotos]) await loadPart<unknown>(load).catch(() => undefined);
}

/** "Foto's van de situatie" (§2.3): photos of `PHOTO_SLOTS`, optional others, and a "Volgende" that never blocks. */
export function PhotosStep({ onNext }: { onNext: () => void }) {
  const { id } = useContact();
  const { preview } = useVisitor();
  return (
    <section>
      <ScreenHeading title={PHOTOS.title} />
      <p className="lead">{PHOTOS.intro}</p>
      {preview ? (
        <>
          <Notice>
            <p>{PHOTOS.previewed}</p>
          </Notice>
          <Button onClick={onNext}>{ACTIONS.next}</Button>
        </>
      ) : (
        <PhotoUpload contactId={id} onNext={onNext} />
      )}
    </section>
  );
}

interface PhotoUploadProps {
  contactId: string;
  onNext: () => void;
}

function PhotoUpload({ contactId, onNext }: PhotoUploadProps) {
  const { uploads, ...state } = usePhotos(contactId);
  const { photos, uppy } = state;
  const { data, error } = useQuery(receivedPhotosQuery(contactId));
  const received = data?.photos ?? [];
  const removalOf = (slot: PhotoSlot) => {
    const unsent = photos.filter((photo) => photo.slot === slot && NOT_SENT.has(photo.phase));
    return unsent.length > 0 ? () => uploads?.remove(unsent.map(({ key }) => key)) : undefined;
  };
  const pick = (slot: PhotoSlot) => (files: File[]) => {
    void uploads?.add(files.map((data) => ({ data, name: data.name, type: data.type, slot })));
  };
  const isReceived = (slot: PhotoSlot) => received.some((photo) => photo.slot === slot);
  const missing = PHOTO_SLOTS.filter(
    (slot) => !isReceived(slot) && !photos.some((photo) => countedSlot(photo) === slot),
  );
  const known = countPhotos(
    received,
    photos.filter(({ phase }) => phase === 'stored'),
  );
  const here = countPhotos(received, photos);
  const count = here.slots + here.others;

  return (
    <>
      <ol className="photo-slots">
        {PHOTO_SLOTS.map((slot) => (
          <PhotoSlotCard
            key={slot}
            slot={slot}
            photo={newestOf(slot, photos)}
            isReceived={isReceived(slot)}
            isNext={slot === missing[0]}
            onPick={pick(slot)}
            onRemove={removalOf(slot)}
          />
        ))}
      </ol>
      <div className="photos-known">
        <PhotoStatus
          {...state}
          received={receivedText(known, data !== undefined)}
          onRetry={() => uploads?.retry()}
          onDismiss={() => uploads?.list.forgetRefused()}
        />
        {error && !data && <p className="notice notice-warning">{PHOTOS.receivedUnknown}</p>}
      </div>
      <Crash instead={null}>
        <div className="photo-dashboard stack gap-4">
          <h2>{PHOTOS.dashboard}</h2>
          <div className="photo-widget">
            <Suspense fallback={<Spinner />}>
              {uppy ? <OtherPhotos uppy={uppy} hasFiles={photos.some(isListed)} /> : <Spinner />}
            </Suspense>
          </div>
        </div>
      </Crash>
      <NextButton
        contactId={contactId}
        isComplete={known.slots === PHOTO_SLOTS.length}
        asks={data !== undefined && !error && count < PHOTO_SLOTS.length}
        question={count === 0 ? PHOTOS.fewer.none : PHOTOS.fewer.some(missing.length)}
        onNext={onNext}
      />
    </>
  );
}

/** Counts the photos in the CRM and these, some of which the CRM may have too. Each slot counts once. */
function countPhotos(received: ReceivedPhotos['photos'], photos: readonly Photo[]) {
  const here = photos.map((photo) => ({ name: photo.storedAs ?? photo.key, slot: countedSlot(photo) }));
  const slots = new Set([...received, ...here].flatMap(({ slot }) => slot ?? []));
  const others = new Set([...received, ...here].flatMap(({ name, slot }) => (slot === null ? name : [])));
  return { slots: slots.size, others: others.size };
}

const NOT_SENT = new Set(['preparing', 'waiting']);

/** Whether the widget lists the photo: not if a card shows it, and not while it is being prepared. */
function isListed({ slot, phase }: Photo) {
  return slot === null && phase !== 'preparing';
}

function newestOf(slot: PhotoSlot, photos: readonly Photo[]) {
  return photos.findLast((photo) => photo.slot === slot);
}

interface NextButtonProps {
  contactId: string;
  /** All requested photos are received: nothing else comes before "Volgende". */
  isComplete: boolean;
  /** True if there are fewer photos than cards. False while the photos in the CRM are unknown. */
  asks: boolean;
  question: string;
  onNext: () => void;
}

/** Never blocks; asks once if there are fewer photos than cards (decision C8). */
function NextButton({ contactId, isComplete, asks, question, onNext }: NextButtonProps) {
  const [asking, setAsking] = useState(false);
  const askedKey = ASKED_PREFIX + contactId;

  function next() {
    if (!asks || readStored('session', askedKey) !== null) return onNext();
    writeStored('session', askedKey, '1');
    setAsking(true);
  }

  function stay() {
    setAsking(false);
    document.querySelector<HTMLElement>('.photo-slot:not(.photo-slot-stored) .photo-input')?.focus();
  }

  if (asking && asks) {
    return (
      <Notice title={question} takesFocus>
        <p>{PHOTOS.fewer.text}</p>
        <div className="button-row">
          <Button onClick={stay}>{PHOTOS.fewer.stay}</Button>
          <Button variant="quiet" onClick={onNext}>
            {PHOTOS.fewer.go}
          </Button>
        </div>
      </Notice>
    );
  }
  return (
    <div className="onward">
      <Button variant={isComplete ? 'primary' : 'quiet'} onClick={next}>
        {ACTIONS.next}
      </Button>
    </div>
  );
}

/** The contact's uploads and their state; empty during server rendering. */
function usePhotos(contactId: string) {
  const uploads = useInBrowser() ? uploadsOf(contactId) : undefined;
  const { subscribe, snapshot } = uploads?.list ?? NO_LIST;
  const state = useSyncExternalStore(subscribe, snapshot, NO_LIST.snapshot);
  return { uploads, ...state };
}

const NO_LIST = new PhotoList();

interface PhotoStatusProps extends PhotoState {
  /** Which photos are in the CRM. */
  received: string | undefined;
  onRetry: () => void;
  onDismiss: () => void;
}

/** Progress of all photos in one line, which screen readers also announce, and the failures per photo. */
function PhotoStatus({ photos: all, received, trouble, refused, onRetry, onDismiss }: PhotoStatusProps) {
  const online = useOnline();
  // A retaken photo is counted by its replacement.
  const photos = all.filter(({ unwanted }) => !unwanted);
  const sent = photos.filter(({ phase }) => phase === 'stored').length;
  const isUnsent = photos.length > sent;
  const areSafe = photos.every(({ phase, safe }) => safe || phase === 'stored');
  return (
    <div className="photo-status">
      {isUnsent && <progress max={photos.length} value={sent} aria-label={PHOTOS.progress} />}
      <div role="status">
        <p className={isUnsent ? undefined : 'good strong'}>
          {isUnsent ? progressText(photos, sent, areSafe) : received}
        </p>
        {isUnsent && !online && <p className="notice notice-warning">{PHOTOS.offline}</p>}
      </div>
      {isUnsent && online && trouble && (
        <div className="notice notice-problem" role="alert">
          <p>{UPLOAD_PROBLEMS[trouble].text(areSafe)}</p>
          {trouble === 'refused' && <CallUs />}
          <Button variant="quiet" onClick={onRetry}>
            {PHOTOS.retry}
          </Button>
          {trouble === 'unloaded' && areSafe && (
            <Button variant="quiet" onClick={() => window.location.reload()}>
              {GATE.crash.reload}
            </Button>
          )}
          <span className="small" lang="en">
            {UPLOAD_PROBLEMS[trouble].message}
          </span>
        </div>
      )}
      {refused.length > 0 && (
        <div className="notice notice-problem" role="alert">
          {refused.map(({ key, name, text }) => (
            <p key={key}>
              <strong>{name}</strong>: {text}
              <span className="small" lang="en">
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

/** Of how many photos, only if those of earlier visits are known. */
function receivedText({ slots, others }: { slots: number; others: number }, isKnown: boolean) {
  if (slots + others === 0) return;
  return isKnown ? PHOTOS.receivedOf(slots, others) : PHOTOS.received(slots + others);
}

function progressText(photos: PhotoState['photos'], sent: number, areSafe: boolean) {
  const preparing = photos.filter(({ phase }) => phase === 'preparing').length;
  if (preparing > 0) return PHOTOS.preparing(preparing);
  return areSafe ? PHOTOS.safe(sent, photos.length) : PHOTOS.unsafe(sent, photos.length);
}
