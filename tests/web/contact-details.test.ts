import { describe, expect, test } from 'vitest';
import { changedFields, typedFrom } from '../../web/customer/survey/contact-fields.ts';
import { phoneRemark, zipRemark } from '../../web/customer/survey/contact-remarks.ts';
import { countryChoice, countryToStore } from '../../web/customer/survey/country.ts';

const SAVED = {
  First_Name: 'Bo',
  Last_Name: 'Vos',
  Phone: null,
  Mailing_Street: 'Kade 3',
  Mailing_Zip: '3581 KD',
  Mailing_City: 'Utrecht',
  Mailing_Country: 'Nederland',
};

describe('C5 countries', () => {
  test.each(['Nederland', 'België', 'Duitsland', 'Frankrijk', 'Luxemburg'])('%s stores its own label', (label) => {
    expect(countryToStore({ option: label, other: '' })).toBe(label);
    expect(countryChoice(label)).toEqual({ option: label, other: '' });
  });

  test('"Anders" stores which country, and comes back as it', () => {
    expect(countryToStore({ option: 'Anders', other: ' Noorwegen ' })).toBe('Noorwegen');
    expect(countryChoice('Noorwegen')).toEqual({ option: 'Anders', other: 'Noorwegen' });
    expect(countryToStore({ option: 'Anders', other: '' })).toBe('Anders');
    expect(countryChoice('Anders')).toEqual({ option: 'Anders', other: '' });
  });
});

describe('A3 only what changed is sent', () => {
  test('nothing typed, nothing sent', () => {
    expect(changedFields(SAVED, typedFrom(SAVED))).toEqual({});
  });

  test('an emptied field is cleared, spaces at the ends do not count', () => {
    const typed = { ...typedFrom(SAVED), First_Name: ' ', Mailing_City: ' Utrecht ', Phone: '0612345678' };
    expect(changedFields(SAVED, typed)).toEqual({ First_Name: null, Phone: '0612345678' });
  });

  test('a country that was never chosen is stored as it stands on the form', () => {
    const saved = { ...SAVED, Mailing_Country: null };
    expect(changedFields(saved, typedFrom(saved))).toEqual({ Mailing_Country: 'Nederland' });
  });
});

describe('§5 remarks never block', () => {
  test.each(['3581 KD', '3581kd', ''])('%s is an ordinary postcode', (zip) => {
    expect(zipRemark(zip, 'Nederland')).toBeUndefined();
  });

  test.each(['0581 KD', '3581', '3581 SS'])('%s looks odd, in the Netherlands only', (zip) => {
    expect(zipRemark(zip, 'Nederland')).toContain('1234 AB');
    expect(zipRemark(zip, 'België')).toBeUndefined();
  });

  test('a short phone number is remarked on', () => {
    expect(phoneRemark('06 12')).toBeDefined();
    expect(phoneRemark('+31 6 12345678')).toBeUndefined();
  });
});
