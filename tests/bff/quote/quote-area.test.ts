import { expect, test } from 'vitest';
import { quoteAreaOf } from '../../../bff/quote/quote-area.ts';

const open = { hasCalc: true, signature: null, signaturePlain: null, hasFaults: false, clientVisible: true };

test.each([
  ['no survey1_calc: nothing, even when signed', { hasCalc: false, signaturePlain: 'Bram' }, 'none'],
  ['a typed name of two characters is signed', { signaturePlain: 'Bo' }, 'signed'],
  ['one character, or spaces, is not', { signaturePlain: ' B ' }, 'approve'],
  ['a drawn signature of eleven characters is signed', { signature: 'data:image/' }, 'signed'],
  ['ten are not', { signature: 'data:image' }, 'approve'],
  ['a figure that does not add up closes it (E8)', { hasFaults: true }, 'incomplete'],
  ['signed stays signed whatever became of the figures', { hasFaults: true, signaturePlain: 'Bram' }, 'signed'],
  ['client visible: the approve controls', {}, 'approve'],
  ['otherwise no controls', { clientVisible: false }, 'closed'],
] as const)('§4 quote area: %s', (_, state, area) => {
  expect(quoteAreaOf({ ...open, ...state })).toBe(area);
});
