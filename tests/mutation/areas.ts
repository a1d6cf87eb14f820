/** Code with the most expensive faults, and the tests that should notice these faults, the fastest first. */
export interface Area {
  name: string;
  code: readonly string[];
  tests: readonly string[];
}

/** For a fault that the tests of its area do not notice. */
export const ALL_TESTS = [
  'tests/bff/',
  'tests/security/',
  'tests/crm-contract/',
  'tests/promises/',
  'tests/shared-store/',
];

export const AREAS: readonly Area[] = [
  {
    name: 'quote',
    code: ['bff/quote'],
    tests: [
      'tests/bff/quote/',
      'tests/bff/quote-fingerprint',
      'tests/bff/deal.test',
      'tests/bff/deal-update',
      'tests/bff/sign.test',
      'tests/bff/drift.test',
      'tests/bff/changed-by-crm',
      'tests/bff/older-quotes',
      'tests/bff/actions-quotes',
      'tests/bff/offer-',
      'tests/bff/todays-prices',
      'tests/bff/order-copy.test',
    ],
  },
  {
    name: 'agreement',
    code: ['bff/agreement'],
    tests: [
      'tests/bff/agreement/',
      'tests/bff/sign',
      'tests/bff/order-',
      'tests/bff/messages',
      'tests/bff/documents/',
      'tests/security/one-link',
    ],
  },
  {
    name: 'deal',
    code: ['bff/deal'],
    tests: [
      'tests/bff/deal.test',
      'tests/bff/deal-update',
      'tests/security/one-link',
      'tests/bff/sign.test',
      'tests/bff/messages',
      'tests/bff/late-writes',
      'tests/bff/todays-prices',
      'tests/bff/offer-',
      'tests/bff/finished-survey',
      'tests/bff/untouched-checkbox',
      'tests/bff/order-copy',
      'tests/bff/older-quotes',
      'tests/bff/order-states',
    ],
  },
  {
    name: 'access',
    code: ['bff/access'],
    tests: [
      'tests/bff/access/',
      'tests/security/comparing',
      'tests/security/limits',
      'tests/security/unknown-links',
      'tests/bff/admin-gate',
      'tests/security/one-link',
      'tests/bff/config',
      'tests/bff/verify',
      'tests/security/authorisation',
      'tests/security/requests',
      'tests/bff/actions-once',
      'tests/bff/messages.test',
      'tests/security/guessing',
      'tests/security/strangers',
    ],
  },
  { name: 'crm-contract/http', code: ['crm-contract/http'], tests: ['tests/crm-contract/'] },
  {
    name: 'call center tables',
    code: ['bff/desk', 'bff/queue/order-leads.ts', 'bff/queue/next-lead.ts'],
    tests: [
      'tests/bff/desk',
      'tests/bff/queue/',
      'tests/bff/actions-',
      'tests/bff/call-history',
      'tests/shared-store/shared-store',
    ],
  },
];
