import { expect, test } from 'vitest';
import { quoteAreaOf } from '../../../bff/quote/quote-area.ts';

const open = {
  hasCalc: true,
  signature: null,
  signaturePlain: null,
  withdrawnAt: null,
  declinedAt: null,
  hasFaults: false,
  clientVisible: true,
};
const AT = '2026-11-22T12:00:00+01:00';

test.each([
  ['no survey1_calc: nothing, even when signed', { hasCalc: false, signaturePlain: 'Bram' }, 'none'],
  ['a typed name of two characters is signed', { signaturePlain: 'Bo' }, 'signed'],
  ['one character, or spaces, is not', { signaturePlain: ' B ' }, 'approve'],
  ['a drawn signature of eleven characters is signed', { signature: 'data:image/' }, 'signed'],
  ['ten are not', { signature: 'data:image' }, 'approve'],
  ['a figure that does not add up closes it (E8)', { hasFaults: true }, 'incomplete'],
  ['signed stays signed whatever became of the figures', { hasFaults: true, signaturePlain: 'Bram' }, 'signed'],
  [
    'I3 withdrawn goes before signed, even without a quote',
    { signaturePlain: 'Bram', withdrawnAt: AT, hasCalc: false },
    'withdrawn',
  ],
  ['I3 nothing is withdrawn that is not signed', { withdrawnAt: AT }, 'approve'],
  ['I3 signed goes before declined', { signaturePlain: 'Bram', declinedAt: AT }, 'signed'],
  ['I3 declined goes before what could be done with it', { declinedAt: AT, clientVisible: false }, 'declined'],
  ['client visible: the approve controls', {}, 'approve'],
  ['otherwise no controls', { clientVisible: false }, 'closed'],
] as const)('§4 quote area: %s', (_, state, area) => {
  expect(quoteAreaOf({ ...open, ...state })).toBe(area);
});
