import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, expect, test, vi } from 'vitest';
import { isAdminPassword } from '../../bff/access/admin-password.ts';
import { isSameHash, readSurveyHash } from '../../bff/access/survey-link.ts';

const compared: [number, number][] = [];
const compare = crypto.timingSafeEqual;
const spy = vi.spyOn(crypto, 'timingSafeEqual').mockImplementation((a, b) => {
  compared.push([a.byteLength, b.byteLength]);
  return compare(a, b);
});
// Modules that import the function by its name get the spy too, and the real one afterwards.
syncBuiltinESMExports();
afterAll(() => {
  spy.mockRestore();
  syncBuiltinESMExports();
});

// Measuring time proves nothing here, so the test checks the number and the length of the compared values.
test('security 10 a right, wrong, malformed or absent password takes the same comparisons', () => {
  const digests = [crypto.hash('sha256', 'old'), crypto.hash('sha256', 'new')];
  const right = digests[0] ?? '';
  const other = (digit: string) => (digit === '0' ? '1' : '0');
  const sent: [string | undefined, boolean][] = [
    [right, true],
    [digests[1], true],
    [other(right[0] ?? '') + right.slice(1), false],
    [right.slice(0, -1) + other(right.at(-1) ?? ''), false],
    [right.toUpperCase(), false],
    [right.slice(0, 63), false],
    [`${right}0`, false],
    ['0'.repeat(64), false],
    ['', false],
    [undefined, false],
  ];
  for (const [header, isRight] of sent) {
    compared.length = 0;
    expect(isAdminPassword(header, digests)).toBe(isRight);
    expect(compared).toEqual([
      [64, 64],
      [64, 64],
    ]);
  }
});

test('security 10 a survey hash that the CRM found is compared whole, in constant time', () => {
  const asked = readSurveyHash('sandbox-bram-0000000000000000');
  if (!asked) throw new Error('a well-formed hash was not read');
  for (const [found, isSame] of [
    [asked, true],
    [`X${asked.slice(1)}`, false],
    [`${asked.slice(0, -1)}X`, false],
  ] as const) {
    compared.length = 0;
    expect(isSameHash(found, asked)).toBe(isSame);
    expect(compared).toEqual([[asked.length, asked.length]]);
  }
});
