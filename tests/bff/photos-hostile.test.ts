import { describe, expect, test } from 'vitest';
import { createLog } from '../../bff/http/logging.ts';
import { FileChecker } from '../../bff/photos/file-checker.ts';
import { openPortal, ownPortal } from './own-portal.ts';
import {
  HOSTILE_FORMS,
  HOSTILE_PDFS,
  HOSTILE_PICTURES,
  manyObjectStreams,
  placesOfExif,
} from './photos/hostile-files.ts';
import { photoDesk } from './photos/photo-desk.ts';
import { pdfOf } from './photos/picture-files.ts';

const portal = await openPortal();

const { upload, contents } = photoDesk(() => portal);

describe('security 36 files that are cheap to make and expensive to check', () => {
  test.each([...HOSTILE_PICTURES, ...HOSTILE_PDFS])('%s: %i', async (_, expected, bytes) => {
    const { status, body } = await upload('joke', [{ name: 'a.jpg', bytes }]);
    expect([status, body.files?.map((file) => file.status)]).toEqual([
      expected,
      [expected === 200 ? 'stored' : 'unsupported_file'],
    ]);
    if (expected === 415) expect(body.detail).toMatch(/(Maak|kies)/);
  });

  test.each(HOSTILE_FORMS)('a form with %s is answered, and the next one is stored', async (_, files) => {
    expect([200, 413, 415, 422]).toContain((await upload('anna', files)).status);
    expect((await upload('anna', [{ name: 'a.pdf', bytes: pdfOf('') }])).status).toBe(200);
  });

  test('if metadata ranges overlap, are unsorted or run past the end, only their bytes inside the file are blanked', async () => {
    const { bytes, kept } = placesOfExif(19_000_000, 9_000);
    expect((await upload('bram', [{ name: 'a.heic', bytes }])).status).toBe(200);
    const [stored] = (await contents('bram')).values();
    expect(stored?.equals(kept)).toBe(true);
  });

  test('nine hundred streams of packed objects are searched, and a script in the last one is found', async () => {
    expect((await upload('carla', [{ name: 'a.pdf', bytes: manyObjectStreams(900) }])).status).toBe(200);
    const scripted = manyObjectStreams(900, '9 0 << /S /JavaScript >>');
    expect((await upload('carla', [{ name: 'a.pdf', bytes: scripted }])).body.detail).toContain('een programma');
  });

  test('other requests are answered while the check of a file never ends', async () => {
    const worker = new URL('./photos/endless-worker.ts', import.meta.url);
    const checker = new FileChecker({ worker, deadlineMs: 120_000, log: createLog('silent') });
    let isChecked = false;
    const checking = checker.check([]).finally(() => {
      isChecked = true;
    });
    const read = await portal.as('bram').get(portal.as('bram').deal);
    expect([read.status, isChecked]).toEqual([200, false]);
    await checker.close();
    await expect(checking).rejects.toMatchObject({ refusal: 'unchecked' });
  });

  test('more files than fit in memory are refused as busy, at once', async () => {
    const worker = new URL('./photos/endless-worker.ts', import.meta.url);
    const checker = new FileChecker({ worker, deadlineMs: 120_000, log: createLog('silent') });
    const checks = Array.from({ length: 202 }, () => checker.check([]));
    await expect(checks.at(-1)).rejects.toMatchObject({ refusal: 'no_place' });
    await checker.close();
    const refusals = (await Promise.allSettled(checks)).map((check) => 'reason' in check && check.reason.refusal);
    expect(new Set(refusals.slice(0, 201))).toEqual(new Set(['unchecked']));
  });
});

test('a file that cannot be checked in time is refused with a reason, and its thread is replaced', async () => {
  const hasty = await ownPortal({ FILE_CHECK_DEADLINE_MS: '1' });
  const { upload: send } = photoDesk(() => hasty);
  for (const seed of ['1', '2']) {
    const { status, body } = await send('joke', [{ name: 'a.pdf', bytes: pdfOf(seed.repeat(4_000_000)) }]);
    expect([status, body.error]).toEqual([415, 'unsupported_file']);
    expect(body.detail).toBe(
      'a.pdf: Het lukte niet om dit bestand na te kijken. Maak de foto opnieuw of kies een andere.',
    );
  }
  expect((await hasty.call('GET', '/livez')).status).toBe(200);
});
