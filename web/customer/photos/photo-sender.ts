import type { PhotoSlot, Uploaded, UploadedFile } from '../../../bff/view-models/photos.ts';
import type { Problem } from '../../../bff/view-models/problem.ts';
import { CONTACT_KEY, queryClient } from '../../api/query-client.ts';
import type { KeptPhoto } from '../../device/kept-photos.ts';
import { FILE_PROBLEMS, type UploadTrouble } from '../../texts/photos.ts';
import { canRetry, createUppy, hasStalled, type PhotoFile, type PhotoUppy } from './create-uppy.ts';
import { countedSlot, type PhotoList } from './photo-list.ts';

/** Pauses before automatic retries; the last one repeats. */
const AGAIN_MS = [10_000, 20_000, 40_000, 80_000, 160_000];

export interface PickedFile {
  data: Blob;
  name: string;
  type: string;
  slot: PhotoSlot | null;
}

interface SenderOptions {
  /** A file from the widget's own picker. */
  onPicked: (file: PickedFile) => void;
  /** The CRM stored another photo, or may have. */
  onStored: () => void;
  /** A pause has ended: waiting photos may be sent again. */
  onAgain: () => void;
  /** The device can drop its copy. */
  onForget: (key: string) => void;
  /** The CRM stored this photo and its replacement, and no card shows it any more. */
  onReplaced: (name: string) => void;
}

/** Sends photos with Uppy, retries where that may help, and keeps the list's state up to date. */
export class PhotoSender {
  readonly uppy: PhotoUppy;
  readonly #list: PhotoList;
  readonly #options: SenderOptions;
  readonly #sentKeys = new WeakMap<XMLHttpRequest, readonly string[]>();
  readonly #refusals = new Map<string, string>();
  #failures = 0;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(surveyHash: string, list: PhotoList, options: SenderOptions) {
    this.#list = list;
    this.#options = options;
    list.subscribe(() => this.#dropReplaced());
    this.uppy = createUppy({
      surveyHash,
      onPicked: ({ data, name, type }) => {
        if (data instanceof Blob) options.onPicked({ data, name: name ?? '', type, slot: null });
      },
      isWanted: (keys) => !keys.some((key) => this.#list.find(key)?.unwanted),
      onSend: (request, keys) => this.#sending(request, keys),
      onAnswer: (request) => this.#answered(request),
    });
    this.uppy.on('upload-error', (_file, _error, response) => this.#failed(response as XMLHttpRequest | undefined));
    this.uppy.on('complete', () => this.#settle());
    this.uppy.on('file-removed', (file) => this.#removed(file));
  }

  hand({ key, slot, name, type, bytes, at }: KeptPhoto) {
    const data = new File([bytes], name, { type, lastModified: at });
    const shownName = name.replace(`${slot ?? 'foto'}_`, '');
    try {
      // Uppy identifies files by name, size, date and path. Cameras reuse names, so the path makes them unique.
      const meta = { key, slot, relativePath: key };
      const id = this.uppy.addFile({ name, type, data, meta });
      // The widget shows the user's file name; the form has the one with the slot.
      this.uppy.setFileMeta(id, { ...meta, name: shownName });
    } catch (error) {
      this.#options.onForget(key);
      this.#list.refuse({ key, name: shownName, text: error instanceof Error ? error.message : FILE_PROBLEMS.refused });
    }
  }

  /** Removes a file. A file being sent stays unless the sending fails: Uppy cannot abort one file of a bundle. */
  remove(key: string) {
    const file = this.uppy.getFiles().find(({ meta }) => meta.key === key);
    if (!file) return this.#list.remove(key);
    // Already stored, so `#dropReplaced` deletes it once its replacement is stored.
    if (this.#list.find(key)?.phase === 'stored') return;
    const uploads = Object.values(this.uppy.getState().currentUploads);
    if (uploads.some(({ fileIDs }) => fileIDs.includes(file.id))) this.#list.change(key, { unwanted: true });
    else this.uppy.removeFile(file.id);
  }

  /** Sends waiting photos now. */
  retry() {
    clearTimeout(this.#timer);
    const files = this.uppy.getFiles();
    const waits = files.some(({ error, progress }) => error || !progress.uploadStarted);
    const busy = Object.keys(this.uppy.getState().currentUploads).length > 0;
    // The upload-error event already reported the failure.
    if (waits && !busy) this.uppy.upload().catch(() => this.#settle());
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.uppy.destroy();
  }

  #sending(request: XMLHttpRequest, keys: readonly string[]) {
    this.#sentKeys.set(request, keys);
    for (const key of keys) {
      if (this.#list.find(key)?.phase === 'waiting') this.#list.change(key, { phase: 'sending' });
    }
  }

  /** Each file's own result counts, whatever the status of the request. */
  #answered(request: XMLHttpRequest) {
    const keys = this.#sentKeys.get(request) ?? [];
    for (const [index, file] of filesIn(request).entries()) {
      const key = keys[index];
      if (key === undefined) continue;
      if (file.status === 'stored') this.#stored(key, file.name);
      else if (!PASSING.has(file.status)) this.#refusals.set(key, file.detail ?? FILE_PROBLEMS.refused);
    }
  }

  #stored(key: string, name: string) {
    if (this.#list.find(key)?.phase === 'stored') return;
    this.#list.change(key, { phase: 'stored', storedAs: name });
    this.#options.onForget(key);
    this.#failures = 0;
    this.#options.onStored();
  }

  /**
   * Removes replaced photos once all photos are stored. The CRM stores identical photos once, under the name of the
   * first card, which may be of an earlier visit. So a replaced photo stays in the CRM if another card shows it too,
   * or if it has the name of another card.
   */
  #dropReplaced() {
    const { photos } = this.#list.snapshot();
    if (photos.some(({ phase }) => phase !== 'stored')) return;
    for (const key of photos.flatMap(({ replaces = [] }) => replaces)) {
      const replaced = this.#list.find(key);
      if (!replaced?.storedAs) continue;
      const { slot, storedAs } = replaced;
      this.#list.remove(key);
      const isElsewhere = this.#list.snapshot().photos.some((photo) => photo.storedAs === storedAs);
      if (!isElsewhere && countedSlot(replaced) === slot) this.#options.onReplaced(storedAs);
    }
  }

  #failed(request: XMLHttpRequest | undefined) {
    // A colleague may have replaced the customer's link: the gate then says so.
    if (request?.status === 404) void queryClient.invalidateQueries({ queryKey: CONTACT_KEY });
    // Uppy must finish this upload before its files can be removed.
    setTimeout(() => this.#settle(troubleOf(request)));
  }

  /** Updates every file from the single answer for the bundle. */
  #settle(trouble?: UploadTrouble) {
    let isOneTakenBack = false;
    for (const file of this.uppy.getFiles()) {
      const { key } = file.meta;
      const refusal = this.#refusals.get(key);
      if (!this.#list.find(key)) this.uppy.removeFile(file.id);
      if (!file.error) continue;
      const photo = this.#list.find(key);
      if (photo?.phase === 'stored') this.#markSent(file);
      else if (photo?.unwanted) {
        this.uppy.removeFile(file.id);
        isOneTakenBack = true;
      } else if (refusal !== undefined) {
        this.#refusals.delete(key);
        this.#list.refuse({ key, name: file.meta.name, text: refusal });
        this.uppy.removeFile(file.id);
      } else this.#list.change(key, { phase: 'waiting' });
    }
    if (this.uppy.getFiles().some(({ error }) => error)) {
      if (trouble) this.#list.report(trouble);
      // If the request was given up for one removed file, it did not fail: resend the others at once.
      if (isOneTakenBack) setTimeout(() => this.retry());
      else this.#tryLater();
    } else {
      this.uppy.setState({ error: null });
      this.#list.report(null);
      // Uppy skips files that were added during a retry that failed early.
      if (this.uppy.getFiles().some(({ progress }) => !progress.uploadStarted)) setTimeout(() => this.retry());
    }
  }

  #tryLater() {
    clearTimeout(this.#timer);
    if (this.#list.snapshot().trouble === 'refused') return;
    const pause = AGAIN_MS[Math.min(this.#failures, AGAIN_MS.length - 1)];
    this.#failures += 1;
    this.#timer = setTimeout(this.#options.onAgain, pause);
  }

  #markSent(file: PhotoFile) {
    const progress = { ...file.progress, uploadComplete: true, percentage: 100, bytesUploaded: file.size ?? 0 };
    this.uppy.setFileState(file.id, { error: null, progress: progress as PhotoFile['progress'] });
  }

  #removed({ error, meta: { key } }: PhotoFile) {
    const photo = this.#list.find(key);
    if (this.#closed || photo?.phase === 'stored') return;
    // Its answer may have been lost after the CRM stored it.
    if (photo && error) this.#options.onStored();
    this.#list.remove(key);
    this.#options.onForget(key);
    if (!this.uppy.getFiles().some(({ error }) => error)) this.#list.report(null);
  }
}

const PASSING = new Set<string>(['crm_unavailable', 'outcome_unknown', 'busy']);

/** The results per file in sending order; empty if the answer has none. */
function filesIn(request: XMLHttpRequest): readonly UploadedFile[] {
  const body = parsed<Partial<Uploaded & Problem>>(request.responseText);
  return body?.files ?? [];
}

/** The message of §8 for the way a request ended. */
export function troubleOf(request: XMLHttpRequest | undefined): UploadTrouble {
  if (request && hasStalled(request)) return 'stalled';
  if (!request || request.status === 0) return 'network';
  if (!canRetry(request.status)) return 'refused';
  return parsed(request.responseText) === undefined ? 'unknown' : 'failed';
}

function parsed<Content>(text: string): Content | undefined {
  try {
    return JSON.parse(text) as Content;
  } catch {
    return undefined;
  }
}
