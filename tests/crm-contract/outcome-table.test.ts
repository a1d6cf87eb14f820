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

const read = ({ crm, context }: Connected) => crm.deals.read(DEAL_ID, context({ ms: 30_000 }));
const put = ({ crm, context }: Connected) => crm.deals.update(DEAL_ID, { Stage: 'Viewed' }, context({ ms: 30_000 }));
const post = ({ crm, context }: Connected) =>
  crm.notes.create(
    { module: 'Contacts', id: CONTACT_ID },
    { Note_Title: 'a', Note_Content: 'b' },
    context({ ms: 30_000 }),
  );

type Row = {
  name: string;
  fault: Answer;
  kind: CrmError['kind'];
  /** Requests that the CRM gets when the fault lasts. */
  requests: { read: number; put: number; post: number };
  /** Whether the write happened, as its error says. */
  writeSent: CrmError['sent'];
};

// Reliability §1.2, the table of outcome classes, one line for each signal.
const rows: Row[] = [
  {
    name: 'reset before the answer',
    fault: reset,
    kind: 'unreachable',
    requests: { read: 3, put: 3, post: 1 },
    writeSent: 'unknown',
  },
  {
    name: 'reset in the body',
    fault: resetInBody,
    kind: 'unreachable',
    requests: { read: 3, put: 3, post: 1 },
    writeSent: 'unknown',
  },
  { name: 'hang', fault: hang, kind: 'timeout', requests: { read: 3, put: 3, post: 1 }, writeSent: 'unknown' },
  { name: 'drip', fault: drip, kind: 'timeout', requests: { read: 3, put: 3, post: 1 }, writeSent: 'unknown' },
  {
    name: '500',
    fault: flatError(500, 'INTERNAL_ERROR'),
    kind: 'server',
    requests: { read: 3, put: 3, post: 1 },
    writeSent: 'unknown',
  },
  { name: 'HTML 502', fault: html(502), kind: 'server', requests: { read: 3, put: 3, post: 1 }, writeSent: 'unknown' },
  {
    name: 'empty 503',
    fault: empty(503),
    kind: 'server',
    requests: { read: 3, put: 3, post: 1 },
    writeSent: 'unknown',
  },
  {
    name: 'HTML 200',
    fault: html(200),
    kind: 'malformed',
    requests: { read: 2, put: 2, post: 1 },
    writeSent: 'unknown',
  },
  {
    name: 'truncated JSON 200',
    fault: truncated,
    kind: 'malformed',
    requests: { read: 2, put: 2, post: 1 },
    writeSent: 'unknown',
  },
  {
    name: 'another envelope',
    fault: json(200, { ok: true }),
    kind: 'malformed',
    requests: { read: 2, put: 2, post: 1 },
    writeSent: 'unknown',
  },
  {
    name: 'answer above 6 MiB',
    fault: oversized,
    kind: 'malformed',
    requests: { read: 1, put: 1, post: 1 },
    writeSent: 'unknown',
  },
  {
    name: 'redirect, not followed (security 17)',
    fault: (r) => r.writeHead(302, { location: '/' }).end(),
    kind: 'malformed',
    requests: { read: 1, put: 1, post: 1 },
    writeSent: 'unknown',
  },
  {
    name: 'HTML 403',
    fault: html(403),
    kind: 'malformed',
    requests: { read: 1, put: 1, post: 1 },
    writeSent: 'unknown',
  },
  {
    name: '429',
    fault: flatError(429, 'TOO_MANY_REQUESTS'),
    kind: 'throttled',
    requests: { read: 3, put: 3, post: 3 },
    writeSent: 'no',
  },
  {
    name: '429 without a body',
    fault: empty(429),
    kind: 'throttled',
    requests: { read: 3, put: 3, post: 3 },
    writeSent: 'no',
  },
  {
    name: '429 with the last credits of the day',
    fault: json(429, { code: 'TOO_MANY_REQUESTS', details: {}, status: 'error' }, { 'x-api-credits-remaining': '3' }),
    kind: 'spent',
    requests: { read: 1, put: 1, post: 1 },
    writeSent: 'no',
  },
  {
    name: 'RATE_LIMIT_EXCEEDED with 400',
    fault: flatError(400, 'RATE_LIMIT_EXCEEDED'),
    kind: 'throttled',
    requests: { read: 3, put: 3, post: 3 },
    writeSent: 'no',
  },
  {
    name: '401 that stays',
    fault: flatError(401, 'INVALID_TOKEN'),
    kind: 'unauthorized',
    requests: { read: 2, put: 2, post: 2 },
    writeSent: 'no',
  },
  {
    name: 'scope missing',
    fault: flatError(401, 'OAUTH_SCOPE_MISMATCH'),
    kind: 'unauthorized',
    requests: { read: 1, put: 1, post: 1 },
    writeSent: 'no',
  },
  {
    name: 'permission missing',
    fault: flatError(403, 'NO_PERMISSION'),
    kind: 'unauthorized',
    requests: { read: 1, put: 1, post: 1 },
    writeSent: 'no',
  },
  {
    name: '400 with a code',
    fault: flatError(400, 'INVALID_DATA'),
    kind: 'invalid',
    requests: { read: 1, put: 1, post: 1 },
    writeSent: 'no',
  },
  {
    name: '404 with a code',
    fault: flatError(404, 'INVALID_URL_PATTERN'),
    kind: 'invalid',
    requests: { read: 1, put: 1, post: 1 },
    writeSent: 'no',
  },
];

describe.each(rows)('reliability §1.2 $name', ({ fault, kind, requests, writeSent }) => {
  test.concurrent(`a read is sent ${requests.read}× and changes nothing`, async ({ expect, onTestFinished }) => {
    const connected = await connect({}, onTestFinished);
    connected.server.answers(fault);
    // A read holds no value that could be wrong.
    const kindOfRead = kind === 'invalid' ? 'refused' : kind;
    expect(await errorOf(read(connected))).toMatchObject({ kind: kindOfRead, sent: 'no' });
    expect(connected.server.seen).toHaveLength(requests.read);
  });

  test.concurrent(`a PUT is sent ${requests.put}× and says sent: ${writeSent}`, async ({ expect, onTestFinished }) => {
    const connected = await connect({}, onTestFinished);
    connected.server.answers(fault);
    expect(await errorOf(put(connected))).toMatchObject({ kind, sent: writeSent });
    expect(connected.server.seen).toHaveLength(requests.put);
  });

  test.concurrent(`a POST is sent ${requests.post}× and says sent: ${writeSent}`, async ({
    expect,
    onTestFinished,
  }) => {
    const connected = await connect({}, onTestFinished);
    connected.server.answers(fault);
    expect(await errorOf(post(connected))).toMatchObject({ kind, sent: writeSent });
    expect(connected.server.seen).toHaveLength(requests.post);
  });
});

describe('reliability §1.2 a connection refused', () => {
  test.each([
    ['read', read],
    ['PUT', put],
    ['POST', post],
  ])('%s: never sent, so tried three times', async (_name, call) => {
    // Port 1 on loopback has no listener; tokens still come from the fault CRM.
    const connected = await connect({ apiUrl: 'http://127.0.0.1:1' });
    expect(await errorOf(call(connected))).toMatchObject({ kind: 'unreachable', code: 'ECONNREFUSED', sent: 'no' });
    expect(connected.reports).toMatchObject([{ outcome: 'unreachable', attempts: 3 }]);
  });
});

describe('reliability §1.2 what a repeat repairs', () => {
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

  test('after a dead connection the next call works', async () => {
    const connected = await connect();
    connected.server.answers(reset, success(201, NOTE_ID));
    await errorOf(post(connected));
    expect((await post(connected)).id).toBe(NOTE_ID);
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
  test('PUT: lost, then refused by validation, is still unknown', async () => {
    const connected = await connect();
    connected.server.answers(reset, flatError(400, 'INVALID_DATA', { api_name: 'Stage' }));
    expect(await errorOf(put(connected))).toMatchObject({ kind: 'invalid', fields: ['Stage'], sent: 'unknown' });
  });
});
