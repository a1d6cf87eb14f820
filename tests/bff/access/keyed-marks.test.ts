import { expect, test } from 'vitest';
import { KeyedMarks } from '../../../bff/access/keyed-marks.ts';
import { newKeyedLink } from '../../../bff/access/survey-link.ts';
import { LINK_LENGTH } from '../../../bff/crm/schema/schema.ts';

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];

test('a mark verifies with any of the secrets, and only for its own purpose and content', () => {
  const marks = new KeyedMarks([OLD]);
  const mark = marks.sign('note', 'deal 1');
  expect(mark).toMatch(/^[\w-]{22}$/);
  expect(marks.verify('note', 'deal 1', mark)).toBe(true);
  expect(new KeyedMarks([NEW, OLD]).verify('note', 'deal 1', mark)).toBe(true);
  expect(new KeyedMarks([NEW, OLD]).sign('note', 'deal 1')).not.toBe(mark);
  expect(new KeyedMarks([NEW]).verify('note', 'deal 1', mark)).toBe(false);
  expect(marks.verify('device', 'deal 1', mark)).toBe(false);
  expect(marks.verify('note', 'deal 2', mark)).toBe(false);
  expect(marks.verify('note', 'deal 1', `${mark}A`)).toBe(false);
});

test('a new link is as long as the field that crm:setup makes for it', () => {
  expect(newKeyedLink(new KeyedMarks([NEW]))).toHaveLength(LINK_LENGTH);
});
