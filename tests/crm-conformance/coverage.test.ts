import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../house/sources.ts';
import { DOCUMENTED } from './documented.ts';

const SHAPES = `${ROOT}crm-contract/shapes`;
const described = Object.values(DOCUMENTED).map(({ shape }) => shape as unknown);

test.each(readdirSync(SHAPES))('every object that the client reads by %s is described here', async (file) => {
  const exported = Object.entries((await import(`${SHAPES}/${file}`)) as Record<string, unknown>);
  const undescribed = exported.filter(([name, shape]) => name.endsWith('Shape') && !described.includes(shape));
  expect(undescribed.map(([name]) => name)).toEqual([]);
});

test.each(Object.entries(DOCUMENTED))('every field that the client reads of %s is described here', (_, object) => {
  expect(Object.keys(object.fields.shape)).toEqual(expect.arrayContaining(Object.keys(object.shape.shape)));
});

test('every described object is compared with an answer', () => {
  const folder = import.meta.dirname;
  const suite = readdirSync(folder).filter((file) => file.endsWith('.test.ts') && file !== 'coverage.test.ts');
  const text = suite.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n');
  const unused = Object.keys(DOCUMENTED).filter((object) => !text.includes(`'${object}'`));
  expect(unused).toEqual([]);
});
