import { LARGEST_FILE_BYTES, MOST_FILES } from '../../../bff/view-models/choices.ts';
import { queryClient } from '../../api/query-client.ts';
import { newKey } from '../../device/idempotency-key.ts';
import { dropPhoto, type KeptPhoto, keepPhoto, keptPhotos } from '../../device/kept-photos.ts';
import { loadPart } from '../../first-view/drawing.tsx';
import { FILE_PROBLEMS } from '../../texts/photos.ts';
import { askAsCustomer, currentVisitor, subscribeToVisitor } from '../gate/visitor.ts';
import { PhotoList, receivedPhotosQuery } from './photo-list.ts';
import type { PhotoSender, PickedFile } from './photo-sender.ts';
import { isAccepted, shrinkPhoto } from './shrink-photo.ts';

export const uploader = () => import('./photo-sender.ts');

/** The pause before the uploader is loaded again. */
const LOAD_AGAIN_MS = 20_000;

/**
 * The photos of one contact: prepared, stored on the device, sent, and dropped once the CRM has them. Lives as long as
 * the tab, so leaving the step stops nothing. The uploader is lazy-loaded; photos queue here until then.
 */
class PhotoUploads {
  readonly list = new PhotoList();
  readonly #contactId: string;
  readonly #surveyHash: string;
  readonly #onStored: () => void;
  /** Tells other tabs which photos need no copy any more. Storage does not tell: the browser may have cleared it. */
  readonly #tabs = channel();
  #lastAdded = Promise.resolve();
  #sender: PhotoSender | undefined;
  #loading = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: KeptPhoto[] = [];
  #closed = false;

  constructor(contactId: string, surveyHash: string, onStored: () => void) {
    this.#contactId = contactId;
    this.#surveyHash = surveyHash;
    this.#onStored = onStored;
    window.addEventListener('online', this.#again);
    document.addEventListener('visibilitychange', this.#again);
    if (this.#tabs) this.#tabs.onmessage = ({ data }: MessageEvent<string>) => this.#dropElsewhere(data);
    void this.#restore();
    void this.#load();
  }

  /** Prepares and sends files, replacing the slot's unsent photos; failures appear in the list. */
  async add(files: readonly PickedFile[]) {
    const earlier = this.list.snapshot().photos.filter(({ slot, phase }) => slot !== null && phase !== 'stored');
    for (const { slot } of files) if (slot !== null) this.list.forgetRefusedOf(slot);
    await Promise.all(
      files.map((file) => {
        const key = newKey();
        const replaced = earlier.filter(({ slot }) => slot === file.slot).map((photo) => photo.key);
        // Before its turn, so that its card shows it and a retake replaces it.
        this.list.put({ key, slot: file.slot, phase: 'preparing', safe: false });
        return this.#inTurn(() => this.#addOne(key, file, replaced));
      }),
    );
  }

  /** Removes unsent photos; a photo that is being sent is removed only if the sending fails. */
  remove(keys: readonly string[]) {
    for (const key of keys) {
      this.#drop(key);
      this.#forget(key);
    }
  }

  /** Sends waiting photos now. */
  retry() {
    if (this.#sender) this.#sender.retry();
    else void this.#load();
  }

  /** Stops all uploads; photos stored on the device stay there. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    window.removeEventListener('online', this.#again);
    document.removeEventListener('visibilitychange', this.#again);
    this.#tabs?.close();
    this.#sender?.close();
  }

  readonly #again = () => {
    if (navigator.onLine && document.visibilityState === 'visible') this.retry();
  };

  async #load() {
    if (this.#loading) return;
    this.#loading = true;
    try {
      const { PhotoSender } = await loadPart(uploader);
      if (this.#closed) return;
      const sender = new PhotoSender(this.#surveyHash, this.list, {
        onPicked: (file) => void this.add([file]),
        onAgain: this.#again,
        onStored: () => this.#onStored(),
        onForget: (key) => this.#forget(key),
        onReplaced: (name) => void this.#takeBack(name),
      });
      this.#sender = sender;
      this.list.sendBy(sender.uppy);
      for (const photo of this.#waiting.splice(0)) sender.hand(photo);
    } catch {
      this.list.report('unloaded');
      clearTimeout(this.#timer);
      if (!this.#closed) this.#timer = setTimeout(this.#again, LOAD_AGAIN_MS);
    } finally {
      this.#loading = false;
    }
  }

  async #restore() {
    // Without browser storage there is nothing to restore.
    const kept = await keptPhotos(this.#contactId).catch(() => []);
    if (this.#closed) return;
    for (const photo of kept) {
      const preview = previewOf(new Blob([photo.bytes], { type: photo.type }));
      this.list.put({ key: photo.key, slot: photo.slot, phase: 'waiting', safe: true, ...preview });
      this.#hand(photo);
    }
  }

  async #addOne(key: string, file: PickedFile, replaced: readonly string[]) {
    // It was removed while it waited for its turn.
    if (!this.list.find(key)) return;
    // A phone may list a file that it cannot read, for instance a file in a cloud, or one deleted since.
    const refusal = await this.#prepare(key, file, replaced).catch(() => FILE_PROBLEMS.unsupported);
    if (refusal) this.list.refuse({ key, name: file.name, text: refusal, slot: file.slot });
  }

  /** Prepares a photo, keeps it on the device and hands it to the uploader; returns why it is refused, if it is. */
  async #prepare(key: string, { data, name, type, slot }: PickedFile, replaced: readonly string[]) {
    if (!isAccepted({ type, name })) return FILE_PROBLEMS.unsupported;
    if (data.size === 0) return FILE_PROBLEMS.empty;
    // The others that are still prepared come after this one.
    const before = this.list.snapshot().photos.filter((photo) => photo.phase !== 'preparing');
    if (before.filter((photo) => !replaced.includes(photo.key)).length >= MOST_FILES) return FILE_PROBLEMS.tooMany;
    const ready = await shrinkPhoto(data, name);
    if (ready.blob.size > LARGEST_FILE_BYTES) return FILE_PROBLEMS.tooLarge;
    const bytes = await ready.blob.arrayBuffer();
    // The server reads the slot from the name's prefix.
    const sent = `${slot ?? 'foto'}_${ready.name}`;
    const photo = { key, contactId: this.#contactId, slot, name: sent, type: ready.blob.type, bytes, at: Date.now() };
    if (this.#closed) return;
    const safe = await keepPhoto(photo).then(
      () => true,
      () => false,
    );
    // It was removed while being prepared.
    if (!this.list.find(key)) return this.#forget(key);
    // Only now: a photo that was refused must not replace another.
    this.remove(replaced);
    this.list.change(key, { phase: 'waiting', safe, replaces: replaced, ...previewOf(ready.blob) });
    this.#hand(photo);
  }

  /** One at a time: decoding ten photos at once exhausts a phone's memory. */
  #inTurn(work: () => Promise<void>) {
    this.#lastAdded = this.#lastAdded.then(work);
    return this.#lastAdded;
  }

  #hand(photo: KeptPhoto) {
    if (this.#sender) this.#sender.hand(photo);
    else this.#waiting.push(photo);
  }

  /** Deletes a replaced photo that reached the CRM anyway. Best effort: if it fails, both photos stay. */
  async #takeBack(name: string) {
    const path = `/api/contacts/photos/${encodeURIComponent(name)}`;
    await askAsCustomer(path, { method: 'DELETE' }).catch(() => undefined);
    this.#onStored();
  }

  #drop(key: string) {
    this.#waiting = this.#waiting.filter((photo) => photo.key !== key);
    if (this.#sender) this.#sender.remove(key);
    else this.list.remove(key);
  }

  /** Another tab removed the photo, or sent it; it may be one that was chosen there. */
  #dropElsewhere(key: string) {
    this.#drop(key);
    this.#onStored();
  }

  /** If the device cannot delete the photo, the next visit sends it again, and the server stores it only once. */
  #forget(key: string) {
    if (!this.#closed) this.#tabs?.postMessage(key);
    void dropPhoto(key).catch(() => undefined);
  }
}

/** Undefined if the browser blocks its storage. */
function channel() {
  try {
    return new BroadcastChannel('photos');
  } catch {
    return undefined;
  }
}

/** Only formats that browsers render. The object URL lives as long as the page. */
function previewOf(blob: Blob) {
  return /^image\/(jpeg|png|webp)$/.test(blob.type) ? { preview: URL.createObjectURL(blob) } : {};
}

let current: { contactId: string; uploads: PhotoUploads } | undefined;

/** The contact's uploads: one instance per tab, closed when the link is forgotten. */
export function uploadsOf(contactId: string): PhotoUploads {
  if (current?.contactId === contactId) return current.uploads;
  current?.uploads.close();
  const surveyHash = currentVisitor().surveyHash ?? '';
  const uploads = new PhotoUploads(contactId, surveyHash, () => {
    void queryClient.invalidateQueries({ queryKey: receivedPhotosQuery(contactId).queryKey });
  });
  current = { contactId, uploads };
  const stopListening = subscribeToVisitor(() => {
    if (currentVisitor().surveyHash === surveyHash) return;
    stopListening();
    if (current?.uploads === uploads) current = undefined;
    uploads.close();
  });
  return uploads;
}
