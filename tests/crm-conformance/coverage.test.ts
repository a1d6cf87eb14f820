import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../house/sources.ts';
import { DOCUMENTED } from './documented.ts';

const SHAPES = `${ROOT}crm-contract/shapes`;
const known = Object.values(DOCUMENTED).map(({ shape }) => shape as unknown);

test.each(readdirSync(SHAPES))('what the client reads, by %s, is described here field by field', async (file) => {
  const exported = (await import(`${SHAPES}/${file}`)) as Record<string, unknown>;
  const undescribed = Object.entries(exported).filter(
    ([name, shape]) => name.endsWith('Shape') && !known.includes(shape),
  );
  expect(undescribed.map(([name]) => name)).toEqual([]);
  for (const { shape, fields } of Object.values(DOCUMENTED)) {
    expect(Object.keys(fields.shape)).toEqual(expect.arrayContaining(Object.keys(shape.shape)));
  }
});

test('every object that is described is held against an answer', () => {
  const folder = import.meta.dirname;
  const suite = readdirSync(folder).filter((file) => file.endsWith('.test.ts') && file !== 'coverage.test.ts');
  const text = suite.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n');
  const unused = Object.keys(DOCUMENTED).filter((object) => !text.includes(`'${object}'`));
  expect(unused).toEqual([]);
});
