import { queryOptions } from '@tanstack/react-query';
import type { PhotoSlot, ReceivedPhotos } from '../../../bff/view-models/photos.ts';
import type { UploadTrouble } from '../../texts/photos.ts';
import { askAsCustomer } from '../gate/visitor.ts';
import type { PhotoUppy } from './create-uppy.ts';

export type PhotoPhase = 'preparing' | 'waiting' | 'sending' | 'stored';

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

export interface RefusedFile {
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

/** The initial state, also used for server rendering. */
export const NO_PHOTOS: PhotoState = { photos: [], refused: [], trouble: null, uppy: null };

/** Observable state of the photos added here. */
export class PhotoList {
  #state = NO_PHOTOS;
  readonly #listeners = new Set<() => void>();

  readonly snapshot = () => this.#state;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  find(key: string) {
    return this.#state.photos.find((photo) => photo.key === key);
  }

  put(photo: Photo) {
    const others = this.#state.photos.filter(({ key }) => key !== photo.key);
    this.#become({ photos: [...others, photo] });
  }

  change(key: string, change: Partial<Photo>) {
    this.#become({ photos: this.#state.photos.map((photo) => (photo.key === key ? { ...photo, ...change } : photo)) });
  }

  remove(key: string) {
    this.#become({ photos: this.#state.photos.filter((photo) => photo.key !== key) });
  }

  refuse(file: RefusedFile) {
    this.remove(file.key);
    this.#become({ refused: [...this.#state.refused, file] });
  }

  /** A new photo for the slot clears the previous refusal. */
  forgetRefusedOf(slot: PhotoSlot | null) {
    this.#become({ refused: this.#state.refused.filter((file) => file.slot !== slot) });
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
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** The contact's photos in the CRM. */
export function receivedPhotosQuery(contactId: string) {
  return queryOptions({
    queryKey: ['photos', contactId],
    queryFn: ({ signal }) => askAsCustomer<ReceivedPhotos>('/api/contacts/photos', { signal }),
  });
}
