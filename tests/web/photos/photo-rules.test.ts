import english from '@uppy/locales/lib/en_US.js';
import dutch from '@uppy/locales/lib/nl_NL.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { canRetry, hasStalled, pauseMs, watchForStall } from '../../../web/customer/photos/create-uppy.ts';
import { troubleOf } from '../../../web/customer/photos/photo-sender.ts';
import { isAccepted } from '../../../web/customer/photos/shrink-photo.ts';
import { FILE_PROBLEMS, PHOTOS, UPLOAD_PROBLEMS, UPPY_TEXTS } from '../../../web/texts/photos.ts';

describe('§9 sending again', () => {
  test.each([
    [0, true],
    [408, true],
    [429, true],
    [500, true],
    [503, true],
    [400, false],
    [403, false],
    [404, false],
    [413, false],
    [415, false],
    [422, false],
  ])('status %i may be retried: %s', (status, expected) => {
    expect(canRetry(status)).toBe(expected);
  });

  test('the pauses grow, vary a little, and follow the server up to a limit', () => {
    expect([0, 1, 2, 3].map((retry) => pauseMs(retry, null, 0))).toEqual([0, 1_000, 3_000, 8_000]);
    expect(pauseMs(2, null, 1)).toBe(3_750);
    expect(pauseMs(1, '4', 0)).toBe(4_000);
    expect(pauseMs(1, '600', 0)).toBe(15_000);
    expect(pauseMs(0, '600', 0)).toBe(0);
    expect(pauseMs(1, 'Fri, 1 Jan 2027', 0)).toBe(1_000);
  });
});

/** The part of an XMLHttpRequest that the watch uses. */
class StandIn extends EventTarget {
  readonly upload = new EventTarget();
  readonly abort = vi.fn(() => this.dispatchEvent(new Event('loadend')));
  readonly onerror = vi.fn();
  get request() {
    return this as unknown as XMLHttpRequest;
  }
}

describe('§9 30 s without progress', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('ProgressEvent', Event);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('without progress for 30 s the request ends with an error', () => {
    const standIn = new StandIn();
    watchForStall(standIn.request);
    for (let times = 0; times < 5; times += 1) {
      vi.advanceTimersByTime(25_000);
      standIn.upload.dispatchEvent(new Event('progress'));
    }
    vi.advanceTimersByTime(29_999);
    expect(standIn.abort).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(standIn.abort).toHaveBeenCalledOnce();
    expect(standIn.onerror).toHaveBeenCalledOnce();
    expect([hasStalled(standIn.request), troubleOf(standIn.request)]).toEqual([true, 'stalled']);
  });

  test('after everything is sent, the server has a minute to store it', () => {
    const standIn = new StandIn();
    watchForStall(standIn.request);
    standIn.upload.dispatchEvent(new Event('load'));
    vi.advanceTimersByTime(59_999);
    expect(standIn.abort).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(standIn.abort).toHaveBeenCalledOnce();
  });

  test('an answer in time ends the watch', () => {
    const standIn = new StandIn();
    watchForStall(standIn.request);
    standIn.dispatchEvent(new Event('loadend'));
    vi.advanceTimersByTime(300_000);
    expect(standIn.abort).not.toHaveBeenCalled();
    expect(hasStalled(standIn.request)).toBe(false);
  });
});

describe('§8 the messages for a photo', () => {
  test('every message of the specification is there', () => {
    const messages = [
      ...Object.values(UPLOAD_PROBLEMS).map(({ message }) => message),
      FILE_PROBLEMS.message('keuken.jpg'),
      UPPY_TEXTS.missingRequiredMetaFields['0'],
    ].join('\n');
    for (const message of [
      'Upload failed',
      'Unknown error',
      'Failed to upload keuken.jpg',
      'Upload has not made any progress for 30 seconds. You may want to retry it.',
      'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.',
      'Missing required meta field(s): %{fields}.',
    ]) {
      expect(messages).toContain(message);
    }
  });
});

describe('C7 Dutch for the upload widget', () => {
  const strings: Record<string, unknown> = { ...dutch.strings, ...UPPY_TEXTS };
  /** Texts of the image generator, which this product does not have. */
  const ABSENT = /^generating\d$/;

  test('no text is missing', () => {
    const missing = Object.keys(english.strings).filter((key) => !(key in strings) && !ABSENT.test(key));
    expect(missing).toEqual([]);
  });

  test('nobody is called "je"', () => {
    const problems = Object.values(UPLOAD_PROBLEMS).flatMap(({ text }) => [text(true), text(false)]);
    const informal = Object.entries({ ...strings, ...PHOTOS, ...FILE_PROBLEMS, ...problems }).filter(([, text]) =>
      /\b(je|jij|jouw)\b/i.test(JSON.stringify(text)),
    );
    expect(informal).toEqual([]);
  });
});

describe('C7 the files that are sent', () => {
  test.each([
    ['image/jpeg', 'x', true],
    ['application/pdf', 'x', true],
    ['', 'IMG_1.HEIC', true],
    ['', 'film.mov', false],
    ['image/svg+xml', 'x.jpg', false],
    ['text/html', 'x.jpg', false],
  ])('%s called %s is taken: %s', (type, name, expected) => {
    expect(isAccepted({ type, name })).toBe(expected);
  });
});
