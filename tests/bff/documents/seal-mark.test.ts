import { expect, test } from 'vitest';
import { sealMark } from '../../../bff/documents/seal.ts';
import { EvidenceKeys } from '../../../bff/site/signing-keys.ts';

// The mark in a document of version 1, with a seal and without one: a version with another mark would treat every earlier document as
// foreign.

const keys = new EvidenceKeys(['a secret of at least thirty-two characters']);
const certificate = new TextEncoder().encode('a certificate');
const order = { dealId: '415086800000000001', kenmerk: 'ABCD-EFGH', signedAt: '2026-11-24T10:00:00.000Z' };
const GOLDEN_UNSEALED = '49ee1ac5b24806a7.1b10dde5df5c0ce5c1cd48828be4d02be40ce287942244d8363c8f651fa56dc5';
const GOLDEN = '49ee1ac5b24806a7.5cc22d9292ff053d61a8a7f4e1fa0310c96a64312d642d9977ba0eabb74515ac';

test('J3 the mark of a document is that of version 1, and lists no fact that a later version may add', () => {
  expect(sealMark(keys, order, { certificate })).toBe(GOLDEN);
  expect(sealMark(keys, order, { document: new TextEncoder().encode('%PDF-1.7') })).toBe(GOLDEN_UNSEALED);
  const later = { ...order, laterField: 'of a later version' };
  expect(sealMark(keys, later, { certificate })).toBe(GOLDEN);
});
