import { expect, test } from 'vitest';
import { FittingPage } from '../../crm-contract/coql.ts';

const rowsOf = (there: number, asked: number[]) => async (limit: number) => {
  asked.push(limit);
  return Array.from({ length: Math.min(there, limit) }, (_, n) => n);
};

test('J12 a query asks for the smallest page that held its last result, and for the largest when that page comes back full', async () => {
  const asked: number[] = [];
  const page = new FittingPage();
  for (const there of [30, 30, 200, 700, 700, 1_000, 30, 30]) {
    expect(await page.read(rowsOf(there, asked))).toMatchObject({ rows: { length: there }, isCut: false });
  }
  expect(asked).toEqual([2_000, 200, 200, 2_000, 1_000, 1_000, 1_000, 2_000, 2_000, 200]);
});

test('J12 a full largest page may have more behind it', async () => {
  const { rows, isCut } = await new FittingPage(200).read(rowsOf(2_400, []));
  expect([rows.length, isCut]).toEqual([2_000, true]);
});
