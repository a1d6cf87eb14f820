import { STAFF } from '../../fixtures/crm-sandbox/staff.ts';
import { people } from '../../fixtures/people.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';

const word = (text: string) => new RegExp(`(?<![\\w.-])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`);

/** Data that a log must never hold: by its form, and the names of everybody in the sandbox. */
const PERSONAL: readonly RegExp[] = [
  // A digest of a password, or a link.
  /\b[0-9a-f]{64}\b/i,
  /sandbox-[a-z]+-0{8}/,
  /survey_hash=/,
  /[\w.+-]+@[\w-]+\.\w/,
  /(?<![\d.-])(?:\+31|0031|0)[ -]?[1-9](?:[ -]?\d){8}(?![\d.])/,
  /\b\d{4} ?[A-Z]{2}\b/,
  /\b1000\.[\w.]{8,}/,
  /Bearer|Zoho-oauthtoken|zon-en-zout|sandbox-secret|refresh_token/,
  /\bdata:image/,
  new RegExp(ADMIN_DIGEST.slice(0, 12)),
  ...people.flatMap(({ hash, firstName, lastName, street, city }) =>
    [hash, firstName, lastName, street, city].flatMap((text) => (text ? [word(text)] : [])),
  ),
  ...STAFF.flatMap(({ first_name, last_name }) => [word(first_name), word(`${first_name} ${last_name}`)]),
];

/** Request ids and hashes in file names are random, so now and then one looks like a number. */
const RANDOM = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|"\/assets\/[\w.-]+"/g;

/** The lines of an output with something personal or secret. */
export function personalTraces(output: string): string[] {
  const lines = output.split('\n');
  return lines.filter((line) => PERSONAL.some((pattern) => pattern.test(line.replaceAll(RANDOM, ''))));
}
