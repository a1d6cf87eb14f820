import { expect, test } from 'vitest';
import { addressToAsk, missingParts } from '../../web/customer/survey/AddressOffer.tsx';
import { typedFrom } from '../../web/customer/survey/contact-fields.ts';

const typed = {
  ...typedFrom({
    First_Name: null,
    Last_Name: 'Vos',
    Phone: null,
    Mailing_Street: '14',
    Mailing_Zip: '6711 AB',
    Mailing_City: 'Ede',
    Mailing_Country: null,
  }),
};
const found = { street: 'Kastanjelaan', city: 'Ede' };

test.each([
  ['a number alone', {}, 14],
  ['with a letter', { Mailing_Street: '14a' }, 14],
  ['with an addition', { Mailing_Street: '14 bis' }, 14],
  ['with a number behind a dash', { Mailing_Street: '14-2' }, 14],
  ['a street with a number in its name, no city', { Mailing_Street: 'Plein 1944 12', Mailing_City: '' }, 12],
  ['a street that starts with one, no city', { Mailing_Street: '2e Kade 7b', Mailing_City: ' ' }, 7],
  ['street and city are there', { Mailing_Street: 'Laan 14' }, undefined],
  ['no number', { Mailing_Street: 'Laan', Mailing_City: '' }, undefined],
  ['no street', { Mailing_Street: '' }, undefined],
  ['half a postcode', { Mailing_Zip: '6711' }, undefined],
  ['another country', { country: { option: 'België', other: '' } }, undefined],
])('looked up: %s', (_, change, number) => {
  expect(addressToAsk({ ...typed, ...change })?.number).toBe(number);
});

test('only empty fields are filled in', () => {
  expect(missingParts(typed, found)).toEqual({ Mailing_Street: 'Kastanjelaan 14' });
  expect(missingParts({ ...typed, Mailing_City: '' }, found)).toEqual({
    Mailing_Street: 'Kastanjelaan 14',
    Mailing_City: 'Ede',
  });
  expect(missingParts({ ...typed, Mailing_Street: 'Laan 14', Mailing_City: '' }, found)).toEqual({
    Mailing_City: 'Ede',
  });
});
