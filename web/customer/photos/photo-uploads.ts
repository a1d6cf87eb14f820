import { LARGEST_FILE_BYTES, MOST_FILES } from '../../../bff/view-models/choices.ts';
import type { PhotoSlot } from '../../../bff/view-models/photos.ts';
import { dropPhoto, type KeptPhoto, keepPhoto, keptPhotos } from '../../device/kept-photos.ts';
import { FILE_PROBLEMS } from '../../texts/photos.ts';
import { createUppy, type PhotoFile, type PhotoUppy } from './create-uppy.ts';
import { fewAtATime } from './few-at-a-time.ts';
import { PhotoList } from './photo-list.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { isAccepted } from './slots.ts';
import { filesIn, troubleOf } from './upload-answer.ts';

/** Pauses before automatic retries; the last one repeats. */
const AGAIN_MS = [10_000, 20_000, 40_000, 80_000, 160_000];

interface PickedFile {
  data: Blob;
  name: string;
  type: string;
  slot: PhotoSlot | null;
}

/**
 * The photos of one contact: prepared, kept on the device, sent, sent again when the connection returns, and forgotten
 * when the CRM has them. Lives as long as the tab: leaving the step stops nothing.
 */
export class PhotoUploads {
  readonly uppy: PhotoUppy;
  readonly list = new PhotoList();
  readonly #contactId: string;
  readonly #onStored: () => void;
  readonly #inTurn = fewAtATime(2);
  readonly #sentKeys = new WeakMap<XMLHttpRequest, readonly string[]>();
  readonly #refusals = new Map<string, string>();
  #failures = 0;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(contactId: string, surveyHash: string, onStored: () => void) {
    this.#contactId = contactId;
    this.#onStored = onStored;
    this.uppy = createUppy({
      surveyHash,
      onPicked: ({ data, name, type }) => {
        if (data instanceof Blob) void this.add([{ data, name: name ?? '', type, slot: null }]);
      },
      onSend: (request, keys) => this.#sending(request, keys),
      onAnswer: (request) => this.#answered(request),
    });
    this.uppy.on('upload-error', (_file, _error, response) => this.#failed(response as XMLHttpRequest | undefined));
    this.uppy.on('complete', () => this.#settle());
    this.uppy.on('file-removed', (file) => this.#removed(file));
    window.addEventListener('online', this.#again);
    document.addEventListener('visibilitychange', this.#again);
    void this.#restore();
  }

  /** Prepares files and sends them; failures are shown in the list. */
  async add(files: readonly PickedFile[]) {
    for (const { slot } of files) if (slot !== null) this.list.forgetRefusedOf(slot);
    await Promise.all(files.map((file) => this.#inTurn(() => this.#addOne(file))));
  }

  /** Takes away a photo that is not on its way yet, and photos that a new one takes the place of. */
  remove(keys: readonly string[]) {
    for (const key of keys) {
      const file = this.uppy.getFiles().find(({ meta }) => meta.key === key);
      if (file) this.uppy.removeFile(file.id);
      this.list.remove(key);
      this.#forget(key);
    }
  }

  /** Sends what is waiting, now. */
  retry() {
    clearTimeout(this.#timer);
    const files = this.uppy.getFiles();
    const waits = files.some(({ error, progress }) => error || !progress.uploadStarted);
    const busy = Object.keys(this.uppy.getState().currentUploads).length > 0;
    // The failure was reported by its own event already.
    if (waits && !busy) this.uppy.upload().catch(() => this.#settle());
  }

  /** Stops everything; what is kept on the device stays. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    window.removeEventListener('online', this.#again);
    document.removeEventListener('visibilitychange', this.#again);
    this.uppy.destroy();
  }

  readonly #again = () => {
    if (navigator.onLine && document.visibilityState === 'visible') this.retry();
  };

  async #restore() {
    // A browser without storage has nothing to restore.
    const kept = await keptPhotos(this.#contactId).catch(() => []);
    if (this.#closed) return;
    for (const photo of kept) {
      const preview = previewOf(new Blob([photo.bytes], { type: photo.type }));
      this.list.put({ key: photo.key, slot: photo.slot, phase: 'waiting', safe: true, ...preview });
      this.#hand(photo);
    }
  }

  async #addOne({ data, name, type, slot }: PickedFile) {
    const key = newKey();
    const refuse = (text: string) => this.list.refuse({ key, name, text, slot });
    if (!isAccepted({ type, name })) return refuse(FILE_PROBLEMS.unsupported);
    if (data.size === 0) return refuse(FILE_PROBLEMS.empty);
    if (this.list.snapshot().photos.length >= MOST_FILES) return refuse(FILE_PROBLEMS.tooMany);
    this.list.put({ key, slot, phase: 'preparing', safe: false });
    const ready = await shrinkPhoto(data, name);
    if (ready.blob.size > LARGEST_FILE_BYTES) return refuse(FILE_PROBLEMS.tooLarge);
    const bytes = await ready.blob.arrayBuffer();
    // The server finds the slot at the start of the name.
    const sent = `${slot ?? 'foto'}_${ready.name}`;
    const photo: KeptPhoto = {
      ...{ key, contactId: this.#contactId, slot, name: sent, type: ready.blob.type, bytes, at: Date.now() },
    };
    if (this.#closed) return;
    const safe = await keepPhoto(photo).then(
      () => true,
      () => false,
    );
    // Taken away while it was made ready.
    if (!this.list.find(key)) return this.#forget(key);
    this.list.change(key, { phase: 'waiting', safe, ...previewOf(ready.blob) });
    this.#hand(photo);
  }

  #hand({ key, slot, name, type, bytes, at }: KeptPhoto) {
    const data = new File([bytes], name, { type, lastModified: at });
    try {
      this.uppy.addFile({ name, type, data, meta: { key, slot } });
    } catch (error) {
      this.#forget(key);
      this.list.refuse({ key, name, text: error instanceof Error ? error.message : FILE_PROBLEMS.refused });
    }
  }

  #sending(request: XMLHttpRequest, keys: readonly string[]) {
    this.#sentKeys.set(request, keys);
    for (const key of keys) {
      if (this.list.find(key)?.phase === 'waiting') this.list.change(key, { phase: 'sending' });
    }
  }

  /** Whatever the status of the whole request: each file counts as the answer says. */
  #answered(request: XMLHttpRequest) {
    const keys = this.#sentKeys.get(request) ?? [];
    for (const [index, file] of filesIn(request).entries()) {
      const key = keys[index];
      if (key === undefined) continue;
      if (file.status === 'stored') this.#stored(key);
      else if (!PASSING.has(file.status)) this.#refusals.set(key, file.detail ?? FILE_PROBLEMS.refused);
    }
  }

  #stored(key: string) {
    if (this.list.find(key)?.phase === 'stored') return;
    this.list.change(key, { phase: 'stored' });
    this.#forget(key);
    this.#failures = 0;
    this.#onStored();
  }

  #failed(request: XMLHttpRequest | undefined) {
    this.list.tell(troubleOf(request));
    // Uppy must finish this upload before a file of it may be removed.
    setTimeout(() => this.#settle());
  }

  /** Sets the state of each file from the one answer for the bundle. */
  #settle() {
    for (const file of this.uppy.getFiles()) {
      const { key } = file.meta;
      const refusal = this.#refusals.get(key);
      if (!file.error) continue;
      if (this.list.find(key)?.phase === 'stored') this.#markSent(file);
      else if (refusal !== undefined) {
        this.#refusals.delete(key);
        this.list.refuse({ key, name: shownName(file), text: refusal });
        this.uppy.removeFile(file.id);
      } else this.list.change(key, { phase: 'waiting' });
    }
    if (this.uppy.getFiles().some(({ error }) => error)) {
      this.#tryLater();
    } else {
      this.uppy.setState({ error: null });
      this.list.tell(null);
      // Uppy drops files that were added during a retry which fails first.
      if (this.uppy.getFiles().some(({ progress }) => !progress.uploadStarted)) setTimeout(() => this.retry());
    }
  }

  #tryLater() {
    clearTimeout(this.#timer);
    if (this.list.snapshot().trouble === 'refused') return;
    const pause = AGAIN_MS[Math.min(this.#failures, AGAIN_MS.length - 1)];
    this.#failures += 1;
    this.#timer = setTimeout(this.#again, pause);
  }

  #markSent(file: PhotoFile) {
    const progress = { ...file.progress, uploadComplete: true, percentage: 100, bytesUploaded: file.size ?? 0 };
    this.uppy.setFileState(file.id, { error: null, progress: progress as PhotoFile['progress'] });
  }

  #removed({ meta: { key } }: PhotoFile) {
    if (this.#closed || this.list.find(key)?.phase === 'stored') return;
    this.list.remove(key);
    this.#forget(key);
  }

  /** Where the device cannot delete it, it is sent once more at the next visit; the server stores it once. */
  #forget(key: string) {
    void dropPhoto(key).catch(() => undefined);
  }
}

/** What a browser draws; the address lives as long as the page. */
function previewOf(blob: Blob) {
  return /^image\/(jpeg|png|webp)$/.test(blob.type) ? { preview: URL.createObjectURL(blob) } : {};
}

const PASSING = new Set<string>(['crm_unavailable', 'outcome_unknown', 'busy']);

/** The file name that the person gave, without the slot prefix. */
function shownName({ name }: PhotoFile) {
  return (name ?? '').replace(/^[^_]*_/, '');
}

let made = 0;

function newKey() {
  made += 1;
  return `${Date.now().toString(36)}-${made}-${Math.random().toString(36).slice(2)}`;
}
