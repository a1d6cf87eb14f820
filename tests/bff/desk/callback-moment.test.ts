import { describe, expect, test } from 'vitest';
import { crmInstant, dayOf, momentOf, wallTimeOf } from '../../../bff/crm/texts/moments-and-euros.ts';
import { callbackMoment, promisedAgain } from '../../../bff/desk/callback-moment.ts';
import type { CallLaterUnit } from '../../../bff/view-models/callcenter-action.ts';

describe('G2 the time of a callback', () => {
  test.each<[string, number, CallLaterUnit, string]>([
    ['2026-11-24T14:30:00+01:00', 30, 'minutes', '2026-11-24T15:00:00+01:00'],
    ['2026-11-24T14:30:10+01:00', 1, 'hours', '2026-11-24T15:31:00+01:00'],
    ['2026-11-24T14:30:00+01:00', 1, 'days', '2026-11-25T14:30:00+01:00'],
    ['2026-11-24T14:30:00+01:00', 2, 'weeks', '2026-12-08T14:30:00+01:00'],
    ['2026-11-24T14:30:00+01:00', 3, 'months', '2027-02-24T14:30:00+01:00'],
    ['2026-12-31T23:30:00+01:00', 1, 'days', '2027-01-01T23:30:00+01:00'],
    // The clock goes back on 25 October 2026 and forward on 28 March 2027.
    ['2026-10-24T14:30:00+02:00', 1, 'days', '2026-10-25T14:30:00+01:00'],
    ['2026-10-24T14:30:00+02:00', 24, 'hours', '2026-10-25T13:30:00+01:00'],
    ['2027-03-21T09:00:00+01:00', 1, 'weeks', '2027-03-28T09:00:00+02:00'],
    ['2027-03-27T02:30:00+01:00', 1, 'days', '2027-03-28T03:30:00+02:00'],
    ['2026-10-24T02:30:00+02:00', 1, 'days', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T00:30:00+02:00', 2, 'hours', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T00:30:00+02:00', 3, 'hours', '2026-10-25T02:30:00+01:00'],
    // A month after the 31st is the last day of a shorter month.
    ['2027-01-31T10:00:00+01:00', 1, 'months', '2027-02-28T10:00:00+01:00'],
    ['2028-01-31T10:00:00+01:00', 1, 'months', '2028-02-29T10:00:00+01:00'],
    ['2026-10-31T10:00:00+01:00', 6, 'months', '2027-04-30T10:00:00+02:00'],
    ['2026-11-30T10:00:00+01:00', 12, 'months', '2027-11-30T10:00:00+01:00'],
  ])('G2 %s and %i %s is %s', (from, amount, unit, expected) => {
    expect(crmInstant(callbackMoment(Date.parse(from), amount, unit))).toBe(expected);
  });

  test.each([
    // A promise of Tuesday that nobody answered on Wednesday, and one of Friday before the clock goes forward.
    ['2026-11-24T14:30:00+01:00', '2026-11-25T16:05:00+01:00', [1, 2, 3, 4, 5], '2026-11-26T14:30:00+01:00'],
    ['2027-03-26T14:30:00+01:00', '2027-03-26T14:20:00+01:00', [1, 2, 3, 4, 5], '2027-03-29T14:30:00+02:00'],
    ['2026-11-27T14:30:00+01:00', '2026-11-27T15:00:00+01:00', [2, 6], '2026-11-28T14:30:00+01:00'],
    ['2026-12-31T10:00:00+01:00', '2026-12-31T10:01:00+01:00', [4], '2027-01-07T10:00:00+01:00'],
  ])(
    'J9 a call promised for %s, missed at %s, is promised again at its time of day on the next of days %s',
    (...row) => {
      const [promised, missed, days, again] = row;
      expect(crmInstant(promisedAgain(Date.parse(promised), Date.parse(missed), days))).toBe(again);
    },
  );

  test.each(['2026-03-26', '2026-06-28', '2026-10-22', '2026-12-29'])(
    'H1 local time in Amsterdam converts to UTC and back in the week of %s',
    (day) => {
      const start = Date.parse(`${day}T00:00:00Z`);
      for (let hour = 0; hour < 7 * 24; hour += 1) {
        const ms = start + hour * 3_600_000;
        // An hour that occurs twice counts as its first occurrence.
        expect([ms, ms - 3_600_000]).toContain(momentOf(wallTimeOf(ms)));
        expect(Date.parse(crmInstant(ms))).toBe(ms);
      }
    },
  );

  test('H1 a day is a day in Amsterdam', () => {
    expect(dayOf(Date.parse('2026-06-30T22:30:00Z'))).toBe('2026-07-01');
  });
});
