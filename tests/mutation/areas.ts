/** Code with the most expensive faults, and the tests that should notice these faults, the fastest first. */
export interface Area {
  name: string;
  code: readonly string[];
  tests: readonly string[];
}

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
      'tests/bff/older-quotes',
      'tests/bff/actions-quotes',
      'tests/bff/order-copy.test',
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
