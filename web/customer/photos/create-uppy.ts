import Uppy, { type Body, type UppyFile } from '@uppy/core';
import dutch from '@uppy/locales/lib/nl_NL.js';
import XHRUpload from '@uppy/xhr-upload';
import { MOST_FILES } from '../../../bff/view-models/choices.ts';
import type { PhotoSlot } from '../../../bff/view-models/photos.ts';
import { UPPY_TEXTS } from '../../texts/photos.ts';
import { ACCEPTED } from './shrink-photo.ts';

type PhotoMeta = { slot: PhotoSlot | null; key: string };
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
    shouldRetry: (request) => navigator.onLine && canRetry(request.status) && !dropped.has(request),
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

/** Pauses before the three retries of §9. */
const PAUSES_MS = [0, 1_000, 3_000, 8_000];
const LONGEST_PAUSE_MS = 15_000;

/** Failures that a retry may solve: no answer, timeout, too many requests, server error. */
export function canRetry(status: number) {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** The pause before retry number `retry` (from 0), plus up to 25 % jitter. */
export function pauseMs(retry: number, retryAfter: string | null, random = Math.random()) {
  const asked = Number(retryAfter ?? 0) * 1_000;
  const own = PAUSES_MS[Math.min(retry, PAUSES_MS.length - 1)] ?? 0;
  return Math.max(own * (1 + random / 4), Number.isFinite(asked) && retry > 0 ? Math.min(asked, LONGEST_PAUSE_MS) : 0);
}

/** §9: the longest time without progress while sending. */
const SENDING_MS = 30_000;
/** After the last byte the server stores the file, without visible progress. */
const STORING_MS = 60_000;

const stalled = new WeakSet<XMLHttpRequest>();

export function hasStalled(request: XMLHttpRequest) {
  return stalled.has(request);
}

/**
 * Aborts a request without progress. Uppy's own timer starts only at the first progress and only emits an event. Uppy
 * also ignores `abort`, so the abort is reported as an error, which Uppy may retry.
 */
export function watchForStall(request: XMLHttpRequest, sendingMs = SENDING_MS, storingMs = STORING_MS) {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stalled.add(request);
      request.abort();
      request.onerror?.(new ProgressEvent('error'));
    }, ms);
  };
  wait(sendingMs);
  request.upload.addEventListener('progress', () => wait(sendingMs));
  request.upload.addEventListener('load', () => wait(storingMs));
  request.addEventListener('loadend', () => clearTimeout(timer));
}
