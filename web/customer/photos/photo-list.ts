import type { PhotoSlot } from '../../../bff/view-models/photos.ts';
import type { UploadTrouble } from '../../texts/photos.ts';
import type { PhotoUppy } from './create-uppy.ts';

export type PhotoPhase = 'preparing' | 'waiting' | 'sending' | 'stored';

export interface Photo {
  key: string;
  slot: PhotoSlot | null;
  phase: PhotoPhase;
  /** A picture of it for this page, where the browser can draw one. */
  preview?: string;
  /** The device confirmed that it keeps it until it is sent. */
  safe: boolean;
  /** Taken again, or away, while it was being sent: it is not sent again if that fails. */
  unwanted?: true;
  /** Its name in the CRM. */
  storedAs?: string;
  /** Photos that it was taken in the place of, while they were on their way. */
  replaces?: readonly string[];
}

/** A file that will not be sent, and why. */
export interface RefusedFile {
  key: string;
  name: string;
  text: string;
  slot?: PhotoSlot | null;
}

export interface PhotoState {
  photos: readonly Photo[];
  refused: readonly RefusedFile[];
  /** Why the last attempt to send failed; null while all is well. */
  trouble: UploadTrouble | null;
  /** What sends them, and the widget shows; null until it is loaded. */
  uppy: PhotoUppy | null;
}

/** Before anything was added, and on the page that the server draws. */
export const NO_PHOTOS: PhotoState = { photos: [], refused: [], trouble: null, uppy: null };

/** The state of the photos added here; the page renders it. */
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

  /** Another photo of the same: what was wrong with the last one is no longer said. */
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
