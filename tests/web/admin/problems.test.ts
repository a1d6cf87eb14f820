import { expect, test } from 'vitest';
import { RequestFailed } from '../../../web/api/ask-bff.ts';
import { STAFF_PROBLEM_TEXTS, staffProblemText } from '../../../web/texts/admin.ts';

test('G4 no error asks staff to call us, or says "our system" for the CRM', () => {
  const refused = new RequestFailed(422, { error: 'field_invalid', message: 'request failed', requestId: 'r-1' });
  const texts = [...Object.values(STAFF_PROBLEM_TEXTS), staffProblemText(refused), staffProblemText(new Error('x'))];
  expect(texts.filter((text) => /bel ons|met ons op|ons systeem|bij ons|\bwij\b/i.test(text))).toEqual([]);
});
