import { FORM_HEADERS, formOf } from '../bff/photos/photo-desk.ts';
import { jpeg } from '../bff/photos/picture-files.ts';
import type { Customer } from '../bff/portal.ts';
import { ADMIN } from '../bff/staff.ts';

/** A route's audience: anyone · whoever has a link · only the customer whose deal it is · staff. */
export type Audience = 'everyone' | 'customer' | 'customer-of-deal' | 'staff';

interface Row {
  audience: Audience;
  /** A realistic call of the route by its audience, about this customer. */
  example: (about: Customer) => { path: string; body?: unknown; headers?: Record<string, string> };
  /** The status that its audience gets, if it is not 200. */
  status?: number;
}

const row = (audience: Audience, pathOf: (about: Customer) => string, body?: unknown, status?: number): Row => ({
  audience,
  example: (about) => ({ path: pathOf(about), ...(body !== undefined && { body }) }),
  ...(status !== undefined && { status }),
});
const fixed = (audience: Audience, path: string, body?: unknown, status?: number) =>
  row(audience, () => path, body, status);
const ofDeal = (suffix: string, body?: unknown, status?: number) =>
  row('customer-of-deal', ({ dealIds }) => `/api/contacts/deals/${dealIds[0]}${suffix}`, body, status);
const ofContact = (suffix: string, body?: unknown) =>
  row('staff', ({ contactId }) => `${ADMIN}/contacts/${contactId}${suffix}`, body);

const calcAt = (path: string): Row => ({
  audience: 'staff',
  example: ({ contactId, dealIds }) => ({ path, body: { action: 'calc', contactId, dealId: dealIds[0] } }),
});

/** The staff of the sandbox's call center. */
const SANNE = '4150868000000100002';

const PROPS = { survey1_panels_age: '3-4' };

/** Every route, by hand. A route without a row fails the build; a row without a route does too. */
export const ROUTES: Record<string, Row> = {
  'GET /livez': fixed('everyone', '/livez'),
  'GET /readyz': fixed('everyone', '/readyz'),
  'GET /metrics': fixed('everyone', '/metrics'),
  'GET /*': fixed('everyone', '/deals'),
  'POST /browser-faults': fixed('everyone', '/browser-faults', { name: 'TypeError' }, 204),
  'POST /policy-reports': fixed(
    'everyone',
    '/policy-reports',
    [{ body: { effectiveDirective: 'script-src', blockedURL: 'inline' } }],
    204,
  ),
  'GET /api/openapi.json': fixed('everyone', '/api/openapi.json'),
  'GET /api/site': fixed('everyone', '/api/site'),
  'POST /api/contacts/link': fixed('everyone', '/api/contacts/link', { email: 'niemand@example.nl' }, 202),
  'GET /api/contacts/verify': fixed('customer', '/api/contacts/verify'),
  'POST /api/contacts/verify': fixed('customer', '/api/contacts/verify', {}),
  'POST /api/contacts/contactDetails': fixed('customer', '/api/contacts/contactDetails', {
    properties: { Mailing_State: 'Gelderland' },
  }),
  'GET /api/contacts/permission': fixed('customer', '/api/contacts/permission'),
  // Neither of the two customers has answered the survey of /pages.
  'POST /api/contacts/survey': fixed('customer', '/api/contacts/survey', {}, 409),
  'POST /api/contacts/address': fixed('customer', '/api/contacts/address', { zip: '6711 AB', number: 14 }),
  'GET /api/contacts/photos': fixed('customer', '/api/contacts/photos'),
  // Nobody has sent a photo yet.
  'DELETE /api/contacts/photos/:name': fixed(
    'customer',
    '/api/contacts/photos/foto_0123456789abcdef.jpg',
    undefined,
    404,
  ),
  'POST /api/contacts/upload': {
    audience: 'customer',
    example: () => ({
      path: '/api/contacts/upload',
      body: formOf([{ name: 'a.jpg', bytes: jpeg(901, 300).bytes }]),
      headers: FORM_HEADERS,
    }),
  },
  'GET /api/contacts/deals/:id': ofDeal(''),
  'GET /api/contacts/deals/:id/offerte.pdf': ofDeal('/offerte.pdf'),
  'PUT /api/contacts/deals/:id': ofDeal('', { props: PROPS }),
  'POST /api/contacts/deals/:id': ofDeal('', { props: PROPS }),
  'PUT /api/contacts/deals/': {
    audience: 'customer-of-deal',
    example: ({ dealIds }) => ({ path: '/api/contacts/deals/', body: { id: dealIds[0], ...PROPS } }),
  },
  'POST /api/contacts/deals/:id/viewed': ofDeal('/viewed', {}),
  'POST /api/contacts/deals/:id/question': ofDeal('/question', { text: 'Past dit in de garage?' }),
  // The deal of the example is a plain offer: its answers are the customer's to change.
  'POST /api/contacts/deals/:id/wish': ofDeal('/wish', { props: { survey1_battery_box_distance_m: '30' } }, 409),
  'POST /api/contacts/deals/:id/decline': ofDeal('/decline', { reason: 'Te duur' }),
  // Nothing is signed yet, so there is nothing to withdraw from.
  'POST /api/contacts/deals/:id/withdraw': ofDeal('/withdraw', {}, 409),
  'GET /api/contacts/deals/:id/withdraw': ofDeal('/withdraw'),
  'POST /api/contacts/deals/:id/approve': ofDeal('/approve', { survey1_approve_clicked: true }),
  'POST /api/admin/login': fixed('staff', '/api/admin/login', {}),
  'GET /api/admin/stats': fixed('staff', '/api/admin/stats'),
  'GET /api/admin/stats/period': fixed('staff', '/api/admin/stats/period?from=2026-11-01&to=2026-11-30'),
  [`GET ${ADMIN}`]: fixed('staff', ADMIN),
  [`GET ${ADMIN}/changes`]: fixed('staff', `${ADMIN}/changes?since=2026-11-23T09:00:00.000Z`),
  [`GET ${ADMIN}/search`]: fixed('staff', `${ADMIN}/search?q=bram`),
  [`POST ${ADMIN}/next`]: {
    audience: 'staff',
    example: () => ({ path: `${ADMIN}/next`, body: {}, headers: { 'x-owner-id': SANNE } }),
  },
  [`GET ${ADMIN}/contacts/:contactId`]: ofContact(''),
  [`GET ${ADMIN}/contacts/:contactId/notes`]: ofContact('/notes'),
  [`GET ${ADMIN}/contacts/:contactId/timeline`]: ofContact('/timeline'),
  [`GET ${ADMIN}/contacts/:contactId/owner`]: ofContact('/owner'),
  [`GET ${ADMIN}/contacts/:contactId/photos`]: ofContact('/photos'),
  // Nobody has sent a photo yet.
  [`GET ${ADMIN}/contacts/:contactId/photos/:photoId`]: row(
    'staff',
    ({ contactId }) => `${ADMIN}/contacts/${contactId}/photos/${contactId}`,
    undefined,
    404,
  ),
  [`GET ${ADMIN}/contacts/:contactId/deals/:dealId/offerte.pdf`]: row(
    'staff',
    ({ contactId, dealIds }) => `${ADMIN}/contacts/${contactId}/deals/${dealIds[0]}/offerte.pdf`,
  ),
  [`POST ${ADMIN}/contacts/:contactId/presence`]: ofContact('/presence', { open: false }),
  [`POST ${ADMIN}/preview`]: calcAt(`${ADMIN}/preview`),
  [`POST ${ADMIN}/action`]: calcAt(`${ADMIN}/action`),
};
