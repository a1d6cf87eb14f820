import { queryOptions } from '@tanstack/react-query';
import { PHOTO_SLOTS } from '../../../bff/view-models/choices.ts';
import type { PhotoSlot, ReceivedPhotos } from '../../../bff/view-models/photos.ts';
import { createStore } from '../../device/store.ts';
import type { UploadTrouble } from '../../texts/photos.ts';
import { askAsCustomer } from '../gate/visitor.ts';
import type { PhotoUppy } from './create-uppy.ts';

type PhotoPhase = 'preparing' | 'waiting' | 'sending' | 'stored';

export interface Photo {
  key: string;
  slot: PhotoSlot | null;
  phase: PhotoPhase;
  /** Object URL of a preview, if the browser can render the format. */
  preview?: string;
  /** The device confirmed that the photo is stored until it is sent. */
  safe: boolean;
  /** Retaken or removed while being sent: not resent if the sending fails. */
  unwanted?: true;
  storedAs?: string;
  /** Photos that this one replaced while they were still being sent. */
  replaces?: readonly string[];
}

/** The card that the photo counts for. The CRM stores the same photo once, for the card that sent it first. */
export function countedSlot({ slot, storedAs }: Photo): PhotoSlot | null {
  if (storedAs === undefined) return slot;
  return PHOTO_SLOTS.find((each) => storedAs.startsWith(`${each}_`)) ?? null;
}

interface RefusedFile {
  key: string;
  name: string;
  text: string;
  slot?: PhotoSlot | null;
}

export interface PhotoState {
  photos: readonly Photo[];
  refused: readonly RefusedFile[];
  /** Why the last upload failed; null if it did not. */
  trouble: UploadTrouble | null;
  /** The uploader, also used by the widget; null until loaded. */
  uppy: PhotoUppy | null;
}

const NO_PHOTOS: PhotoState = { photos: [], refused: [], trouble: null, uppy: null };

/** Observable state of the photos added here. */
export class PhotoList {
  readonly #store = createStore(NO_PHOTOS);
  readonly snapshot = this.#store.current;
  readonly subscribe = this.#store.subscribe;

  find(key: string) {
    return this.snapshot().photos.find((photo) => photo.key === key);
  }

  put(photo: Photo) {
    const others = this.snapshot().photos.filter(({ key }) => key !== photo.key);
    this.#become({ photos: [...others, photo] });
  }

  change(key: string, change: Partial<Photo>) {
    const photos = this.snapshot().photos.map((photo) => (photo.key === key ? { ...photo, ...change } : photo));
    this.#become({ photos });
  }

  remove(key: string) {
    this.#become({ photos: this.snapshot().photos.filter((photo) => photo.key !== key) });
  }

  refuse(file: RefusedFile) {
    this.remove(file.key);
    this.#become({ refused: [...this.snapshot().refused, file] });
  }

  /** A new photo for the slot clears the previous refusal. */
  forgetRefusedOf(slot: PhotoSlot | null) {
    this.#become({ refused: this.snapshot().refused.filter((file) => file.slot !== slot) });
  }

  forgetRefused() {
    this.#become({ refused: [] });
  }

  report(trouble: UploadTrouble | null) {
    this.#become({ trouble });
  }

  sendBy(uppy: PhotoUppy) {
    this.#become({ uppy, trouble: null });
  }

  #become(change: Partial<PhotoState>) {
    this.#store.become({ ...this.snapshot(), ...change });
  }
}

/** The contact's photos in the CRM. */
export function receivedPhotosQuery(contactId: string) {
  return queryOptions({
    queryKey: ['photos', contactId],
    queryFn: ({ signal }) => askAsCustomer<ReceivedPhotos>('/api/contacts/photos', { signal }),
  });
}
