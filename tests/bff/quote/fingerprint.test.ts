import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, fingerprintOf, kenmerkOf } from '../../../bff/quote/fingerprint.ts';

test('F1 the same content has the same fingerprint, in whatever order it was put together', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.constant(null))), (record) => {
      const reversed = Object.fromEntries(Object.entries(record).reverse());
      expect(fingerprintOf(reversed)).toBe(fingerprintOf(record));
    }),
  );
});

test('F1 canonical JSON is JSON of the same value, and any change changes the fingerprint', () => {
  const shown = { b: [1, 'x', null], a: { c: true } };
  expect(canonicalJson(shown)).toBe('{"a":{"c":true},"b":[1,"x",null]}');
  expect(fingerprintOf({ ...shown, b: [1, 'x', ''] })).not.toBe(fingerprintOf(shown));
});

test('F1 the kenmerk is the first eight digits, as people read them', () => {
  const fingerprint = fingerprintOf({ total: 1 });
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(kenmerkOf(fingerprint)).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
  expect(kenmerkOf(fingerprint).replace('-', '').toLowerCase()).toBe(fingerprint.slice(0, 8));
});
