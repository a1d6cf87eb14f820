import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callbackMoment } from '../../../bff/desk/callback-moment.ts';
import { CALL_LATER_UNITS } from '../../../bff/view-models/callcenter-action.ts';
import { callLaterMoment, isOddHour, momentOfClock, usualMoments } from '../../../web/admin/desk/deal/CallLater.tsx';
import { formatDay, formatMoment, formatSoon, formatTime } from '../../../web/texts/format.ts';

const at = (iso: string) => Date.parse(iso);

describe('G2 later terug bellen', () => {
  // The server's own times: tests/bff/desk/callback-moment.test.ts.
  test('the panel shows the same time that the server computes', () => {
    const moments = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z') });
    fc.assert(
      fc.property(
        moments,
        fc.integer({ min: 1, max: 365 }),
        fc.constantFrom(...CALL_LATER_UNITS),
        (now, amount, unit) => {
          expect(callLaterMoment(now, amount, unit)).toBe(callbackMoment(now, amount, unit));
        },
      ),
    );
  });

  test('a time that summer time skips is no moment, as the server says', () => {
    expect(momentOfClock('2027-03-28T02:30')).toBeNaN();
    expect(momentOfClock('2027-03-28T03:30')).toBe(at('2027-03-28T03:30:00+02:00'));
  });

  test('before nine, after nine in the evening and on Sundays there is a warning', () => {
    expect(isOddHour(at('2026-11-20T14:00:00+01:00'))).toBe(false);
    expect(isOddHour(at('2026-11-20T21:00:00+01:00'))).toBe(true);
    expect(isOddHour(at('2026-11-20T08:59:00+01:00'))).toBe(true);
    expect(isOddHour(at('2026-11-22T14:00:00+01:00'))).toBe(true);
  });
});

describe('H1 moments', () => {
  test('a callback reads "di 24 nov 14:30", in another year with the year', () => {
    const now = at('2026-11-21T10:00:00+01:00');
    expect(formatMoment('2026-11-24T14:30:00+01:00', now)).toBe('di 24 nov 14:30');
    expect(formatMoment('2025-11-24T13:30:00Z', now)).toBe('ma 24 nov 2025 14:30');
    expect(formatMoment('no moment', now)).toBe('no moment');
    expect(formatDay('2026-11-24')).toBe('di 24 nov 2026');
    expect(formatTime('2026-11-21T09:42:00Z')).toBe('10:42');
    const soon = ['2026-11-21T16:00:00Z', '2026-11-21T23:10:00Z', '2026-11-23T09:00:00Z'];
    expect(soon.map((moment) => formatSoon(moment, now))).toEqual(['vandaag 17:00', 'morgen 00:10', 'ma 23 nov 10:00']);
    // Tomorrow has 23 hours.
    expect(formatSoon('2027-03-29T00:15:00+02:00', at('2027-03-27T23:30:00+01:00'))).toBe('ma 29 mrt 00:15');
  });
});

test('"this evening", "tomorrow" and "next week" are in Dutch time, and "this evening" is offered only before it begins', () => {
  const at = (iso: string) => usualMoments(Date.parse(iso)).map(({ name, at }) => [name, at]);
  expect(at('2026-07-01T16:59:00Z')).toEqual([
    ['evening', '2026-07-01T19:00'],
    ['tomorrow', '2026-07-02T10:00'],
    ['nextWeek', '2026-07-08T10:00'],
  ]);
  expect(at('2026-12-31T18:00:00Z')).toEqual([
    ['tomorrow', '2027-01-01T10:00'],
    ['nextWeek', '2027-01-07T10:00'],
  ]);
  // A week after a Sunday is a Sunday, which the desk warns about: the Monday is offered instead.
  expect(at('2026-11-29T12:00:00Z').at(-1)).toEqual(['nextWeek', '2026-12-07T10:00']);
  // At half past midnight in Amsterdam it is still yesterday in Greenwich.
  expect(at('2026-06-30T22:30:00Z')[0]).toEqual(['evening', '2026-07-01T19:00']);
});
