import { describe, expect, test } from 'vitest';
import { readWholeNumber } from '../../web/ui/whole-number.ts';

const metres = (typed: string) => readWholeNumber(typed, { most: 999, decimals: 'up' });
const panels = (typed: string) => readWholeNumber(typed, { most: 9999, decimals: 'refuse' });

describe('I5 a number is read as it is meant, or refused', () => {
  test.each([
    ['8', { shown: '8', value: '8' }],
    ['08', { shown: '08', value: '8' }],
    ['', { shown: '', value: '' }],
    ['3,5', { shown: '4', value: '4', notice: 'rounded' }],
    ['3.5', { shown: '4', value: '4', notice: 'rounded' }],
    ['0,5', { shown: '1', value: '1', notice: 'rounded' }],
    ['0', { shown: '1', value: '1', notice: 'raised' }],
    ['-4', { shown: '1', value: '1', notice: 'raised' }],
    ['-3,5', { shown: '1', value: '1', notice: 'raised' }],
    ['12345', { shown: '12345', value: '', fault: 'range' }],
    ['1500', { shown: '1500', value: '', fault: 'range' }],
    ['24x', { shown: '24', value: '24', fault: 'letters' }],
    ['3,5 m', { shown: '4', value: '4', notice: 'rounded', fault: 'letters' }],
    // Pasted text: its digits alone would be another number.
    ['24x0', { shown: '24x0', value: '', fault: 'letters' }],
    ['1e3', { shown: '1e3', value: '', fault: 'letters' }],
    ['5 of 6', { shown: '5 of 6', value: '', fault: 'letters' }],
    ['1.000', { shown: '1000', value: '', fault: 'range' }],
    ['1 000', { shown: '1000', value: '', fault: 'range' }],
    ['1,250', { shown: '2', value: '2', notice: 'rounded' }],
    ['0.125', { shown: '0.125', value: '', fault: 'whole' }],
    ['acht', { shown: '', value: '', fault: 'letters' }],
    // Not finished yet: the next character decides.
    ['3,', { shown: '3,', value: '' }],
    ['-', { shown: '-', value: '' }],
  ])('%s metres', (typed, meant) => {
    expect(metres(typed)).toEqual(meant);
  });

  test.each([
    ['1.200', { shown: '1200', value: '1200' }],
    ['1 200', { shown: '1200', value: '1200' }],
    ['24x0', { shown: '240', value: '240', fault: 'letters' }],
    ['1,250', { shown: '1,250', value: '', fault: 'whole' }],
    ['3,5', { shown: '3,5', value: '', fault: 'whole' }],
    ['3.5', { shown: '3.5', value: '', fault: 'whole' }],
    ['10000', { shown: '10000', value: '', fault: 'range' }],
    ['1-2', { shown: '1-2', value: '', fault: 'whole' }],
  ])('%s panels', (typed, meant) => {
    expect(panels(typed)).toEqual(meant);
  });
});
