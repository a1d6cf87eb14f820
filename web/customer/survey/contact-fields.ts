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

interface CallPermission {
  portal_call_permission: boolean;
}
export type ContactFields = Record<TextField | 'Mailing_Country', string | null> & CallPermission;
export type ContactTyped = Record<TextField, string> & CallPermission & { country: CountryChoice };

export function typedFrom(saved: ContactFields): ContactTyped {
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, saved[field] ?? ''])) as Record<
    TextField,
    string
  >;
  const { portal_call_permission } = saved;
  return { ...texts, portal_call_permission, country: countryChoice(saved.Mailing_Country) };
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
  const { portal_call_permission } = typed;
  if (portal_call_permission !== saved.portal_call_permission) changed.portal_call_permission = portal_call_permission;
  return changed;
}
