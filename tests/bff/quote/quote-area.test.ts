import { expect, test } from 'vitest';
import { quoteAreaOf } from '../../../bff/quote/found-deal.ts';

const deal = {
  survey1_signature: null,
  gaikan_signature_plain: null,
  portal_withdrawn_at: null,
  portal_declined_at: null,
  survey1_client_visible: true,
};
const quote = { hasCalc: true, hasFaults: false };
const AT = '2026-11-22T12:00:00+01:00';

test.each([
  ['no survey1_calc: nothing', { hasCalc: false }, 'none'],
  ['I3 signed stays signed without one', { hasCalc: false, gaikan_signature_plain: 'Bram' }, 'signed'],
  ['I3 declined stays declined without one', { hasCalc: false, portal_declined_at: AT }, 'declined'],
  ['a typed name of two characters is signed', { gaikan_signature_plain: 'Bo' }, 'signed'],
  ['one character, or spaces, is not', { gaikan_signature_plain: ' B ' }, 'approve'],
  ['a drawn signature of eleven characters is signed', { survey1_signature: 'data:image/' }, 'signed'],
  ['ten are not', { survey1_signature: 'data:image' }, 'approve'],
  ['a figure that does not add up closes it (E8)', { hasFaults: true }, 'incomplete'],
  [
    'signed stays signed whatever happens to the figures',
    { hasFaults: true, gaikan_signature_plain: 'Bram' },
    'signed',
  ],
  [
    'I3 withdrawn goes before signed, even without a quote',
    { gaikan_signature_plain: 'Bram', portal_withdrawn_at: AT, hasCalc: false },
    'withdrawn',
  ],
  ['I3 an unsigned quote never counts as withdrawn', { portal_withdrawn_at: AT }, 'approve'],
  ['I3 signed goes before declined', { gaikan_signature_plain: 'Bram', portal_declined_at: AT }, 'signed'],
  ['I3 declined goes before every open state', { portal_declined_at: AT, survey1_client_visible: false }, 'declined'],
  ['client visible: the approve controls', {}, 'approve'],
  ['otherwise no controls', { survey1_client_visible: false }, 'closed'],
] as const)('§4 quote area: %s', (_, state, area) => {
  expect(quoteAreaOf({ ...deal, ...state }, { ...quote, ...state })).toBe(area);
});
