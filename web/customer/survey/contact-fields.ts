import { type CountryChoice, countryChoice, countryToStore } from './country.ts';

export const TEXT_FIELDS = [
  'First_Name',
  'Last_Name',
  'Phone',
  'Mailing_Street',
  'Mailing_Zip',
  'Mailing_City',
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

export type ContactFields = Record<TextField | 'Mailing_Country', string | null>;
export type ContactTyped = Record<TextField, string> & { country: CountryChoice };

export function typedFrom(saved: ContactFields): ContactTyped {
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, saved[field] ?? ''])) as Record<
    TextField,
    string
  >;
  return { ...texts, country: countryChoice(saved.Mailing_Country) };
}

/** Only changed fields are sent: somebody else may be editing the others (decision A3). */
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
