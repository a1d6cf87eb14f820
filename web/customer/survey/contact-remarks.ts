import { CONTACT, HOME_COUNTRY } from '../../texts/survey-steps.ts';
import { type ContactTyped, TEXT_FIELDS, type TextField } from './contact-fields.ts';

export const DUTCH_ZIP = /^[1-9]\d{3}\s?(?!s[ads])[a-z]{2}$/i;
/** Of what stands on the quote, and of how it is brought up: without them nobody can come by. */
const WANTED = ['Last_Name', 'Phone', 'Mailing_Street', 'Mailing_Zip', 'Mailing_City'] as const;

/** What looks wrong with what is filled in: shown, and nothing is held back for it (§5). */
export function oddRemark(field: TextField, typed: ContactTyped): string | undefined {
  const value = typed[field].trim();
  if (value === '') return undefined;
  if (field === 'Phone') return value.replace(/\D/g, '').length < 10 ? CONTACT.oddPhone : undefined;
  if (field === 'Mailing_Street') return /\d/.test(value) ? undefined : CONTACT.oddStreet;
  if (field !== 'Mailing_Zip' || (typed.country.option || HOME_COUNTRY) !== HOME_COUNTRY) return undefined;
  return DUTCH_ZIP.test(value) ? undefined : CONTACT.oddZip;
}

/** All there is to ask about before the step is saved. */
export function remarksOn(typed: ContactTyped): { field: TextField; remark: string }[] {
  return TEXT_FIELDS.flatMap((field) => {
    const isMissing = typed[field].trim() === '' && WANTED.some((each) => each === field);
    const remark = isMissing ? CONTACT.missing : oddRemark(field, typed);
    return remark === undefined ? [] : [{ field, remark }];
  });
}
