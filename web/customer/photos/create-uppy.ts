import Uppy, { type Body, type UppyFile } from '@uppy/core';
import dutch from '@uppy/locales/lib/nl_NL.js';
import XHRUpload from '@uppy/xhr-upload';
import { MOST_FILES } from '../../../bff/view-models/choices.ts';
import type { PhotoSlot } from '../../../bff/view-models/photos.ts';
import { UPPY_TEXTS } from '../../texts/photos.ts';
import { ACCEPTED } from './accepted-types.ts';
import { mayPass, pauseMs, watchForStall } from './retry-rules.ts';

export type PhotoMeta = { slot: PhotoSlot | null; key: string };
export type PhotoFile = UppyFile<PhotoMeta & Record<string, unknown>, Body>;
export type PhotoUppy = Uppy<PhotoMeta & Record<string, unknown>, Body>;

interface UppyOptions {
  surveyHash: string;
  /** Files from Uppy's own picker: we prepare them, then add them to Uppy ourselves. */
  onPicked: (file: PhotoFile) => void;
  /** Whether to send these files; checked before the first attempt and each retry. */
  isWanted: (keys: readonly string[]) => boolean;
  onSend: (request: XMLHttpRequest, keys: readonly string[]) => void;
  onAnswer: (request: XMLHttpRequest) => void;
}

/**
 * Uppy with the settings of §7.3 and §9: one bundle under `files`, five at once, three retries, 30 s without progress.
 */
export function createUppy({ surveyHash, onPicked, isWanted, onSend, onAnswer }: UppyOptions): PhotoUppy {
  const uppy: PhotoUppy = new Uppy<PhotoMeta & Record<string, unknown>, Body>({
    autoProceed: true,
    infoTimeout: 5_000,
    locale: { ...dutch, strings: { ...dutch.strings, ...UPPY_TEXTS } },
    restrictions: { maxNumberOfFiles: MOST_FILES, allowedFileTypes: [...ACCEPTED, '.heic', '.heif'] },
    onBeforeFileAdded: (file, files) => {
      if (file.meta.key) return !Object.hasOwn(files, file.id);
      onPicked(file);
      return false;
    },
  });
  let retryAfter: string | null = null;
  const dropped = new WeakSet<XMLHttpRequest>();
  uppy.use(XHRUpload, {
    endpoint: '/api/contacts/upload',
    bundle: true,
    fieldName: 'files',
    allowedMetaFields: false,
    headers: { 'x-survey-hash': surveyHash, 'x-image-category': 'c1' },
    timeout: 30_000,
    limit: 5,
    shouldRetry: (request) => navigator.onLine && mayPass(request.status) && !dropped.has(request),
    onBeforeRequest: async (request, retry, files) => {
      const keys = files.map(({ meta }) => String(meta.key));
      onSend(request, keys);
      // Without our pause, Uppy's retries would all end within a second.
      const ms = pauseMs(retry, retryAfter);
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      if (!isWanted(keys)) {
        // Uppy cannot skip a request, so fail it and do not retry.
        dropped.add(request);
        request.onerror?.(new ProgressEvent('error'));
        return new Promise<void>(() => undefined);
      }
      watchForStall(request);
    },
    onAfterResponse: (request) => {
      retryAfter = request.getResponseHeader('retry-after');
      onAnswer(request);
    },
  });
  return uppy;
}
