import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { contactAnswers, dealAnswers } from '../../bff/view-models/answers.ts';
import { freshSchema } from '../../fixtures/crm-sandbox/schema/modules.ts';
import { type CrmRequest, type Portal, startPortal } from '../bff/portal.ts';
import { ADMIN, staffOf, subjectOf } from '../bff/staff.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ LINK_REQUESTS_PER_IP: '1000' });
});
afterEach(() => portal.reset());
afterAll(() => portal.close());

/** Every field of every module of the CRM, and what its API takes beside them. */
const FIELDS = [
  ...new Set([...freshSchema().values()].flatMap((module) => [...module.fields.keys()])),
  ...['id', 'Tag', '$line_tax', 'trigger', 'data', 'constructor', 'toString', 'Owner.id', 'survey1_сalc'],
];

interface WriteRoute {
  path: string;
  method?: 'PUT' | 'POST';
  /** A body that the route takes, with one field more. */
  body: (more: object) => unknown;
  allowed?: readonly string[];
}

function customerRoutes(): Record<string, WriteRoute> {
  const [id = ''] = portal.as('bram').dealIds;
  const deal = `/api/contacts/deals/${id}`;
  const contactFields = Object.keys(contactAnswers.shape);
  const answers = Object.keys(dealAnswers.shape);
  return {
    'contact details': {
      path: '/api/contacts/contactDetails',
      body: (more) => ({ properties: { Phone: '0611', ...more } }),
      allowed: contactFields,
    },
    'contact details as pairs': {
      path: '/api/contacts/contactDetails',
      body: (more) => Object.entries({ Phone: '0611', ...more }).map(([name, value]) => ({ name, value })),
      allowed: contactFields,
    },
    'a deal, PUT': {
      path: deal,
      method: 'PUT',
      body: (more) => ({ props: { survey1_panels_age: '1-2', ...more } }),
      allowed: answers,
    },
    'a deal, POST': {
      path: deal,
      body: (more) => ({ props: { survey1_panels_age: '1-2', ...more } }),
      allowed: answers,
    },
    'a deal object': {
      path: '/api/contacts/deals/',
      method: 'PUT',
      body: (more) => ({ id, survey1_panels_age: '1-2', ...more }),
      allowed: [...answers, 'id'],
    },
    approving: {
      path: `${deal}/approve`,
      body: (more) => ({ survey1_approve_clicked: true, ...more }),
      allowed: ['survey1_approve_clicked', 'gaikan_signature_plain'],
    },
    viewed: { path: `${deal}/viewed`, body: (more) => more },
    question: { path: `${deal}/question`, body: (more) => ({ text: 'x', ...more }) },
    decline: { path: `${deal}/decline`, body: (more) => more },
    withdraw: { path: `${deal}/withdraw`, body: (more) => more },
    verify: { path: '/api/contacts/verify', body: (more) => more },
    link: { path: '/api/contacts/link', body: (more) => ({ email: 'niemand@example.nl', ...more }) },
  };
}

const isWrite = ({ method, path }: CrmRequest) => method !== 'GET' && !path.endsWith('/coql');

/** The names of the fields that these calls wrote, as they stood on the wire. */
function written(calls: readonly CrmRequest[]): string[] {
  const bodies = calls.filter(isWrite).map((call) => (call as { body?: { data?: object[] } }).body);
  return [...new Set(bodies.flatMap((body) => (body?.data ?? []).flatMap(Object.keys)))].sort();
}

describe('security 04 mass assignment', () => {
  test('security 04 a field that is not the customer’s: 422 that names it, on every call that writes', async () => {
    expect(FIELDS.length).toBeGreaterThan(80);
    const { hash } = portal.as('bram');
    for (const [name, { path, method = 'POST', body, allowed = [] }] of Object.entries(customerRoutes())) {
      const refused = FIELDS.filter((field) => !allowed.includes(field));
      const calls = await portal.crmCallsOf(() =>
        Promise.all(
          refused.map(async (field) => {
            const answer = await portal.call(method, path, { hash, body: body({ [field]: 'x' }) });
            expect([name, field, answer.status, answer.body.error, Object.keys(answer.body.fields ?? {})]).toEqual([
              name,
              field,
              422,
              'field_not_allowed',
              [field],
            ]);
          }),
        ),
      );
      expect(calls).toEqual([]);
    }
  });

  test('security 04 staff may send only the fields of an action', async () => {
    const known = ['action', 'contactId', 'dealId', 'note', 'value', 'value2', 'name', 'expected'];
    const routes: [string, object][] = [
      [`${ADMIN}/action`, { action: 'calc', ...subjectOf(portal, 'bram') }],
      [`${ADMIN}/contacts/${portal.as('bram').contactId}/presence`, { open: false }],
      ['/api/admin/login', {}],
    ];
    const calls = await portal.crmCallsOf(async () => {
      for (const [path, body] of routes) {
        for (const field of FIELDS.filter((each) => !known.includes(each))) {
          const answer = await staffOf(portal).post(path, { ...body, [field]: 'x' });
          expect([path, field, answer.status, answer.body.error]).toEqual([path, field, 422, 'field_not_allowed']);
        }
      }
    });
    expect(calls.filter(isWrite)).toEqual([]);
  });

  test('security 04 on the wire: the customer’s own fields, and for a deal the quote that follows from them', async () => {
    const bram = portal.as('bram');
    const details = {
      Phone: '0612345678',
      First_Name: 'B',
      Last_Name: 'H',
      Mailing_City: 'Ede',
      Mailing_Country: 'België',
      Mailing_State: 'G',
      Mailing_Street: 'Laan 1',
      Mailing_Zip: '6711AB',
      survey_1_has_solar_panels: false,
      survey1_number_of_panels: '12',
      survey1_panels_age: '3-4',
      survey1_preferred_battery_size: '40',
      survey1_battery_box_distance_m: '9',
      portal_call_permission: false,
    };
    expect(Object.keys(details).sort()).toEqual(Object.keys(contactAnswers.shape).sort());
    const contactCalls = await portal.crmCallsOf(() =>
      bram.post('/api/contacts/contactDetails', { properties: details }),
    );
    const { portal_call_permission: _, ...named } = details;
    expect(written(contactCalls)).toEqual([...Object.keys(named), 'portal_call_permission_at'].sort());

    const props = {
      survey_1_has_solar_panels: false,
      survey1_number_of_panels: '11',
      survey1_panels_age: '5+',
      gaikan_saltion_battery_modules: '9',
      survey1_battery_box_distance_m: '31',
    };
    expect(Object.keys(props).sort()).toEqual(Object.keys(dealAnswers.shape).sort());
    const dealCalls = await portal.crmCallsOf(() => bram.put(`/api/contacts/deals/${bram.dealIds[0]}`, { props }));
    const follows = ['Amount', 'survey1_calc', 'survey1_calc_complete', 'survey1_approve_clicked'];
    expect(written(dealCalls).filter((field) => !follows.includes(field))).toEqual([...Object.keys(props)].sort());
  });
});

test('security 05 set-deal-property accepts three names, spelled exactly, with their own values', async () => {
  const names: unknown[] = [
    ...FIELDS.filter(
      (field) => !['gaikan_self_installation', 'survey1_battery_box_distance_m', 'survey1_no_calc'].includes(field),
    ),
    ...['survey1_no_calc ', 'SURVEY1_NO_CALC', 'survey1_nо_calc', 'survey1_no_calc\u0000', '', '__proto__'],
    ...[['survey1_no_calc'], { survey1_no_calc: true }, null, true, 0],
  ];
  const ask = (name: unknown, value: unknown) =>
    staffOf(portal).act({ action: 'set-deal-property', ...subjectOf(portal, 'bram'), name, value });
  const calls = await portal.crmCallsOf(async () => {
    for (const name of names) expect([name, (await ask(name, '1')).status]).toEqual([name, 422]);
    for (const [name, value] of [
      ['survey1_no_calc', 'yes'],
      ['survey1_no_calc', { $ne: 1 }],
      ['gaikan_self_installation', '2'],
      ['survey1_battery_box_distance_m', '1e3'],
      ['survey1_battery_box_distance_m', ['5']],
    ]) {
      expect([name, value, (await ask(name, value)).status]).toEqual([name, value, 422]);
    }
  });
  expect(calls.filter(isWrite)).toEqual([]);
});
