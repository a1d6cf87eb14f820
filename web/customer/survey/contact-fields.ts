import type { Contact } from '../../../bff/view-models/contact.ts';
import { missingDetails } from '../../../bff/view-models/order-details.ts';
import { CONTACT, COUNTRIES, HOME_COUNTRY, OTHER_COUNTRY } from '../../texts/survey-steps.ts';

export const TEXT_FIELDS = [
  'First_Name',
  'Last_Name',
  'Phone',
  'Mailing_Street',
  'Mailing_Zip',
  'Mailing_City',
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

export type ContactFields = Pick<Contact, TextField | 'Mailing_Country'>;
export type ContactTyped = Record<TextField, string> & { country: CountryChoice };

export function typedFrom(saved: ContactFields): ContactTyped {
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, saved[field] ?? ''])) as Record<
    TextField,
    string
  >;
  return { ...texts, country: countryChoice(saved.Mailing_Country) };
}

/** Only the changed fields are sent, because somebody else may be editing the others (decision A3). */
export function changedFields(saved: ContactFields, typed: ContactTyped): Partial<ContactFields> {
  const changed: Partial<ContactFields> = {};
  for (const field of TEXT_FIELDS) {
    const value = typed[field].trim();
    if (value !== (saved[field] ?? '')) changed[field] = value === '' ? null : value;
  }
  const country = countryToStore(typed.country);
  if (country !== saved.Mailing_Country) changed.Mailing_Country = country;
  return changed;
}

export interface CountryChoice {
  option: string;
  /** Only used with "Anders". */
  other: string;
}

export function isHome({ option }: CountryChoice) {
  return (option || HOME_COUNTRY) === HOME_COUNTRY;
}

/** The option for the stored value; the home country if nothing is stored. */
export function countryChoice(stored: string | null): CountryChoice {
  const name = stored?.trim() || HOME_COUNTRY;
  const listed = COUNTRIES.find((country) => country === name);
  return listed ? { option: listed, other: '' } : { option: OTHER_COUNTRY, other: name };
}

export function countryToStore({ option, other }: CountryChoice) {
  return option === OTHER_COUNTRY ? other.trim() || OTHER_COUNTRY : option;
}

export const DUTCH_ZIP = /^[1-9]\d{3}\s?(?!s[ads])[a-z]{2}$/i;

/** A remark about an unusual value; it never blocks saving (§5). */
export function oddRemark(field: TextField, typed: ContactTyped): string | undefined {
  const value = typed[field].trim();
  if (value === '') return undefined;
  if (field === 'Phone') return value.replace(/\D/g, '').length < 10 ? CONTACT.oddPhone : undefined;
  if (field === 'Mailing_Street') return /\d/.test(value) ? undefined : CONTACT.oddStreet;
  if (field !== 'Mailing_Zip' || !isHome(typed.country)) return undefined;
  return DUTCH_ZIP.test(value) ? undefined : CONTACT.oddZip;
}

/** Everything to confirm before the step is saved. */
export function remarksOn(typed: ContactTyped): { field: TextField; remark: string }[] {
  const missing = missingDetails(typed);
  return TEXT_FIELDS.flatMap((field) => {
    const isMissing = missing.some((detail) => detail === field);
    const remark = isMissing ? CONTACT.missing : oddRemark(field, typed);
    return remark === undefined ? [] : [{ field, remark }];
  });
}
