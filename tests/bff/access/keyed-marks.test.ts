import { expect, test } from 'vitest';
import { KeyedMarks } from '../../../bff/access/keyed-marks.ts';
import { newKeyedLink } from '../../../bff/access/survey-link.ts';
import { ownPortal } from '../own-portal.ts';

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

test('a link of a removed secret works, also if the present secret has the same two characters as name', async () => {
  const [removed, present] = [28, 84].map((n) => `secret number ${n} of thirty-two characters`) as [string, string];
  expect(new KeyedMarks([removed]).secretIds).toEqual(new KeyedMarks([present]).secretIds);
  const portal = await ownPortal();
  await portal.restart({ PORTAL_SECRET: present });
  const { contactId } = portal.as('ivo');
  for (const secret of [removed, NEW]) {
    const hash = newKeyedLink(new KeyedMarks([secret]));
    await portal.salesOps('Contacts', contactId, { survey1_hash: hash });
    const answer = await portal.call('GET', '/api/contacts/verify', { hash });
    expect([answer.status, answer.body.result]).toEqual([200, true]);
  }
});
