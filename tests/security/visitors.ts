import { hash } from 'node:crypto';
import { request } from 'undici';
import { ADMIN_DIGEST, type Customer, type Portal } from '../bff/portal.ts';
import { type Audience, ROUTES } from './route-matrix.ts';

/** The credentials of each kind of visitor. A is the customer of the examples. */
export const VISITORS: Record<string, (portal: Portal) => Record<string, string>> = {
  none: () => ({}),
  malformed: () => ({ 'x-survey-hash': 'kort', authorization: 'kort' }),
  'unknown hash': () => ({ 'x-survey-hash': 'sandbox-nobody-0000000000000000' }),
  A: (portal) => ({ 'x-survey-hash': portal.as('bram').hash }),
  B: (portal) => ({ 'x-survey-hash': portal.as('karel').hash }),
  'wrong digest': () => ({ authorization: hash('sha256', 'a wrong one') }),
  'default password': () => ({ authorization: hash('sha256', '{key}') }),
  'the digest as a bearer': () => ({ authorization: `Bearer ${ADMIN_DIGEST}` }),
  "the browser's default session": () => ({ authorization: 'not-logged-in' }),
  admin: () => ({ authorization: ADMIN_DIGEST }),
};

export const LET_IN: Record<Audience, readonly string[]> = {
  everyone: Object.keys(VISITORS),
  customer: ['A', 'B'],
  'customer-of-deal': ['A'],
  staff: ['admin'],
};

export const REFUSED: Record<Audience, [number, string]> = {
  everyone: [0, ''],
  customer: [404, 'unknown_link'],
  'customer-of-deal': [404, 'not_found'],
  staff: [401, 'password'],
};

let visits = 0;

/** One call; each comes from another address, so that no limit causes the refusal. */
export async function visit(
  portal: Portal,
  name: string,
  headers: Record<string, string>,
  about: Customer,
  method = name.split(' ')[0],
) {
  visits += 1;
  const row = ROUTES[name];
  if (!row) throw new Error(`no row for ${name}`);
  const { path, body, headers: own } = row.example(about);
  const isForm = body instanceof Uint8Array;
  const answer = await request(`${portal.url}${path}`, {
    method: method as 'GET',
    headers: {
      'x-forwarded-for': `198.51.${Math.floor(visits / 250)}.${visits % 250}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...own,
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}
