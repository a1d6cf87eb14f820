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
/** The permission to call is always asked anew: what was given stands until it is taken back. */
export type ContactTyped = Record<TextField, string> & { country: CountryChoice; portal_call_permission: boolean };
type ContactChanges = Partial<ContactFields> & { portal_call_permission?: true };

export function typedFrom(saved: ContactFields): ContactTyped {
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, saved[field] ?? ''])) as Record<
    TextField,
    string
  >;
  return { ...texts, portal_call_permission: false, country: countryChoice(saved.Mailing_Country) };
}

/** Only changed fields are sent: somebody else may be editing the others (decision A3). */
export function changedFields(saved: ContactFields, typed: ContactTyped): ContactChanges {
  const changed: ContactChanges = {};
  for (const field of TEXT_FIELDS) {
    const value = typed[field].trim();
    if (value !== (saved[field] ?? '')) changed[field] = value === '' ? null : value;
  }
  const country = countryToStore(typed.country);
  if (country !== saved.Mailing_Country) changed.Mailing_Country = country;
  if (typed.portal_call_permission) changed.portal_call_permission = true;
  return changed;
}
