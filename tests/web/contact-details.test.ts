import { describe, expect, test } from 'vitest';
import {
  changedFields,
  countryChoice,
  countryToStore,
  remarksOn,
  typedFrom,
} from '../../web/customer/survey/contact-fields.ts';

const SAVED = {
  First_Name: 'Bo',
  Last_Name: 'Vos',
  Phone: null,
  Mailing_Street: 'Kade 3',
  Mailing_Zip: '3581 KD',
  Mailing_City: 'Utrecht',
  Mailing_Country: 'Nederland',
};

describe('C5 the choice of a country', () => {
  test.each(['Nederland', 'België', 'Duitsland', 'Frankrijk', 'Luxemburg'])('%s stores its own label', (label) => {
    expect(countryToStore({ option: label, other: '' })).toBe(label);
    expect(countryChoice(label)).toEqual({ option: label, other: '' });
  });

  test('"Anders" stores which country, and shows it again', () => {
    expect(countryToStore({ option: 'Anders', other: ' Noorwegen ' })).toBe('Noorwegen');
    expect(countryChoice('Noorwegen')).toEqual({ option: 'Anders', other: 'Noorwegen' });
    expect(countryToStore({ option: 'Anders', other: '' })).toBe('Anders');
    expect(countryChoice('Anders')).toEqual({ option: 'Anders', other: '' });
  });
});

describe('A3 only changed fields are sent', () => {
  test('nothing is sent if nothing was typed', () => {
    expect(changedFields(SAVED, typedFrom(SAVED))).toEqual({});
  });

  test('an emptied field is cleared in the CRM; leading and trailing spaces do not count', () => {
    const typed = { ...typedFrom(SAVED), First_Name: ' ', Mailing_City: ' Utrecht ', Phone: '0612345678' };
    expect(changedFields(SAVED, typed)).toEqual({ First_Name: null, Phone: '0612345678' });
  });

  test('a country that was never chosen is stored as the form shows it', () => {
    const saved = { ...SAVED, Mailing_Country: null };
    expect(changedFields(saved, typedFrom(saved))).toEqual({ Mailing_Country: 'Nederland' });
  });
});

describe('§5 remarks do not block', () => {
  const typed = { ...typedFrom(SAVED), Phone: '06 12345678' };
  const of = (change: Partial<typeof typed>) => remarksOn({ ...typed, ...change }).map(({ field }) => field);

  test.each([
    ['everything is valid', {}, []],
    ['a postcode in small letters', { Mailing_Zip: '3581kd' }, []],
    ['a postcode that does not exist', { Mailing_Zip: '0581 KD' }, ['Mailing_Zip']],
    ['half a postcode', { Mailing_Zip: '12' }, ['Mailing_Zip']],
    ['letters that no postcode has', { Mailing_Zip: '3581 SS' }, ['Mailing_Zip']],
    ['a postcode of another country', { Mailing_Zip: '1000', country: { option: 'België', other: '' } }, []],
    ['a short phone number', { Phone: '0612' }, ['Phone']],
    ['a number from abroad', { Phone: '+31 6 12345678' }, []],
    ['no house number', { Mailing_Street: 'Kade' }, ['Mailing_Street']],
    ['an empty street and phone', { Mailing_Street: ' ', Phone: '' }, ['Phone', 'Mailing_Street']],
    ['a city that is only a full stop', { Mailing_City: '.' }, ['Mailing_City']],
    ['no first name', { First_Name: '' }, []],
  ])('%s', (_, change, fields) => {
    expect(of(change)).toEqual(fields);
  });
});
