// Placeholders in recordings for ids and times.

/** The ids in order of appearance, from 1. */
export const recordedId = (number: number) => `4150868${String(number).padStart(12, '0')}`;

export const CREATED = '2026-01-05T10:00:00+01:00';
export const MODIFIED = '2026-01-05T10:05:00+01:00';
