import { describe, expect, test } from 'vitest';
import { monotonicClock } from '../../crm-contract/call-options.ts';
import type { CrmError } from '../../crm-contract/errors.ts';
import { CONTACT_ID, type Connected, connect, DEAL_ID, errorOf, flatError, NOTE_ID, success } from './connect.ts';
import {
  type Answer,
  drip,
  empty,
  endless,
  hang,
  html,
  json,
  oversized,
  reset,
  resetInBody,
  truncated,
} from './fault-crm.ts';

const redirect: Answer = (response) => response.writeHead(302, { location: '/' }).end();

const read = ({ crm, context }: Connected) => crm.deals.read(DEAL_ID, context({ ms: 30_000 }));
const put = ({ crm, context }: Connected) => crm.deals.update(DEAL_ID, { Stage: 'Viewed' }, context({ ms: 30_000 }));
const post = ({ crm, context }: Connected) =>
  crm.notes.create(
    { module: 'Contacts', id: CONTACT_ID },
    { Note_Title: 'a', Note_Content: 'b' },
    context({ ms: 30_000 }),
  );

type Row = [
  name: string,
  fault: Answer,
  kind: CrmError['kind'],
  /** How often the CRM gets a read, a PUT and a POST when the fault lasts. */
  times: [read: number, put: number, post: number],
  /** Whether the write happened, as its error says. */
  writeSent: CrmError['sent'],
];

const lastCredits = { 'x-api-credits-remaining': '3' };

// Reliability §1.2, the table of outcome classes, one line for each signal.
const rows: Row[] = [
  ['reset before the answer', reset, 'unreachable', [3, 3, 1], 'unknown'],
  ['reset in the body', resetInBody, 'unreachable', [3, 3, 1], 'unknown'],
  ['hang', hang, 'timeout', [3, 3, 1], 'unknown'],
  ['drip', drip, 'timeout', [3, 3, 1], 'unknown'],
  ['500', flatError(500, 'INTERNAL_ERROR'), 'server', [3, 3, 1], 'unknown'],
  ['HTML 502', html(502), 'server', [3, 3, 1], 'unknown'],
  ['empty 503', empty(503), 'server', [3, 3, 1], 'unknown'],
  ['HTML 200', html(200), 'malformed', [2, 2, 1], 'unknown'],
  ['truncated JSON 200', truncated, 'malformed', [2, 2, 1], 'unknown'],
  ['another envelope', json(200, { ok: true }), 'malformed', [2, 2, 1], 'unknown'],
  ['answer above 6 MiB', oversized, 'malformed', [1, 1, 1], 'unknown'],
  ['redirect, not followed (security 17)', redirect, 'malformed', [1, 1, 1], 'unknown'],
  ['HTML 403', html(403), 'malformed', [1, 1, 1], 'unknown'],
  ['429', flatError(429, 'TOO_MANY_REQUESTS'), 'throttled', [3, 3, 3], 'no'],
  ['429 without a body', empty(429), 'throttled', [3, 3, 3], 'no'],
  [
    '429 with the last credits of the day',
    json(429, { code: 'TOO_MANY_REQUESTS', details: {}, status: 'error' }, lastCredits),
    'spent',
    [1, 1, 1],
    'no',
  ],
  ['RATE_LIMIT_EXCEEDED with 400', flatError(400, 'RATE_LIMIT_EXCEEDED'), 'throttled', [3, 3, 3], 'no'],
  ['401 that stays', flatError(401, 'INVALID_TOKEN'), 'unauthorized', [2, 2, 2], 'no'],
  ['scope missing', flatError(401, 'OAUTH_SCOPE_MISMATCH'), 'unauthorized', [1, 1, 1], 'no'],
  ['permission missing', flatError(403, 'NO_PERMISSION'), 'unauthorized', [1, 1, 1], 'no'],
  ['400 with a code', flatError(400, 'INVALID_DATA'), 'invalid', [1, 1, 1], 'no'],
  ['404 with a code', flatError(404, 'INVALID_URL_PATTERN'), 'invalid', [1, 1, 1], 'no'],
];

describe.each(rows)('reliability §1.2 %s', (_name, fault, kind, [reads, puts, posts], writeSent) => {
  test.concurrent.for([
    // A read holds no value that could be wrong, and changes nothing.
    [`a read is sent ${reads}× and says sent: no`, read, reads, kind === 'invalid' ? 'refused' : kind, 'no'],
    [`a PUT is sent ${puts}× and says sent: ${writeSent}`, put, puts, kind, writeSent],
    [`a POST is sent ${posts}× and says sent: ${writeSent}`, post, posts, kind, writeSent],
  ] as const)('%s', async ([, call, times, kindOfCall, sent], { expect, onTestFinished }) => {
    const connected = await connect({}, onTestFinished);
    connected.server.answers(fault);
    expect(await errorOf(call(connected))).toMatchObject({ kind: kindOfCall, sent });
    expect(connected.server.seen).toHaveLength(times);
  });
});

describe('reliability §1.2 a connection refused', () => {
  test.each([
    ['read', read],
    ['PUT', put],
    ['POST', post],
  ])('%s was never sent, so it is tried three times', async (_name, call) => {
    // Port 1 on loopback has no listener; tokens still come from the fault CRM.
    const connected = await connect({ apiUrl: 'http://127.0.0.1:1' });
    expect(await errorOf(call(connected))).toMatchObject({ kind: 'unreachable', code: 'ECONNREFUSED', sent: 'no' });
    expect(connected.reports).toMatchObject([{ outcome: 'unreachable', attempts: 3 }]);
  });
});

describe('reliability §1.2 faults that a repeat repairs', () => {
  test('a reset PUT is repeated and succeeds', async () => {
    const connected = await connect();
    connected.server.answers(reset, success());
    expect(await put(connected)).toEqual({ id: DEAL_ID, Modified_Time: '2026-10-20T10:00:05+02:00' });
    expect(connected.reports).toMatchObject([{ operation: 'deals.update', outcome: 'ok', attempts: 2, status: 200 }]);
  });

  test('a throttled POST is repeated and succeeds once', async () => {
    const connected = await connect();
    connected.server.answers(flatError(429, 'TOO_MANY_REQUESTS'), success(201, NOTE_ID));
    expect((await post(connected)).id).toBe(NOTE_ID);
    expect(connected.server.seen).toHaveLength(2);
  });

  test('a POST that met a stale kept-alive socket is unknown, not repeated', async () => {
    const connected = await connect();
    connected.server.answers(success(201, NOTE_ID), reset);
    await post(connected);
    expect(await errorOf(post(connected))).toMatchObject({ kind: 'unreachable', sent: 'unknown' });
    expect(connected.server.seen).toHaveLength(2);
  });
});

describe('reliability §1.2 an answer without an end', () => {
  test('is aborted when it is too large, long before its deadline', async () => {
    const { crm, server, context } = await connect({ clock: monotonicClock });
    server.answers(endless);
    expect(await errorOf(crm.deals.read(DEAL_ID, context()))).toMatchObject({ kind: 'malformed', sent: 'no' });
    expect(server.seen).toHaveLength(1);
  });
});

describe('reliability §1.2 an unknown outcome stays with the call', () => {
  test('a PUT whose answer is lost and whose repeat is refused by validation is still unknown', async () => {
    const connected = await connect();
    connected.server.answers(reset, flatError(400, 'INVALID_DATA', { api_name: 'Stage' }));
    expect(await errorOf(put(connected))).toMatchObject({ kind: 'invalid', fields: ['Stage'], sent: 'unknown' });
  });
});
