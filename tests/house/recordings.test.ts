import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { fullName, STAFF } from '../../fixtures/crm-sandbox/staff.ts';
import { people } from '../../fixtures/people.ts';
import { type Recording, scrub, storedNames, storedRecording } from '../../fixtures/recording.ts';
import { replay } from '../../fixtures/replay.ts';
import { SCENARIOS } from '../../fixtures/scenarios/all.ts';
import { INVENTED } from '../../fixtures/scenarios/invented.ts';
import { importsOf, sources } from './sources.ts';

const recordings = storedNames().map((name) => ({
  name,
  recording: storedRecording(name) as Recording,
}));

describe('house: recordings', () => {
  test('every scenario has a recording, and there is no other recording', () => {
    expect(storedNames().sort()).toEqual([...SCENARIOS.keys()].sort());
    expect(recordings.length).toBeGreaterThanOrEqual(40);
  });

  test('each recording says where and when it was taken', () => {
    for (const { name, recording } of recordings) {
      const taken = {
        from: expect.stringMatching(/^(sandbox|Zoho organisation)$/),
        on: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      };
      expect([name, recording.taken]).toEqual([name, taken]);
    }
  });

  test('scrubbing finds nothing to remove', () => {
    for (const { name, recording } of recordings) {
      expect([name, scrub(recording)]).toEqual([name, { clean: recording, refused: [] }]);
    }
  });

  test.each([
    ['an access token', /1000\.[0-9a-f]{16,}|Bearer (?!")|oauthtoken (?!access-token-\d+"|1000\.nobody")\S/],
    ['a telephone number', /(?<![\d.-])(\+\d{2}|0)[ -]?\d(?!-000001\d\d)[ -]?(\d[ -]?){7,8}(?!\d)/],
    ['a mail address', /@(?!thuisbatterij\.example")/],
    ['a host', /:\/\/(?!(www\.zohoapis\.eu|portaal\.example)[/"])/],
    ['an id of an organisation', /(?<!\d)\d{15,20}(?!\d)(?<!4150868000000000\d{3})(?<!-0{16})/],
  ])('nothing in the recordings looks like %s', (_what, pattern) => {
    for (const { name, recording } of recordings) {
      expect([name, pattern.exec(JSON.stringify(recording))?.[0]]).toEqual([name, undefined]);
    }
  });

  test('every name in the recordings belongs to an invented person', () => {
    const known = new Set([
      ...INVENTED,
      ...people.flatMap(({ firstName, lastName }) => [firstName, lastName]),
      ...STAFF.flatMap((user) => [user.first_name, user.last_name, fullName(user)]),
    ]);
    const named = recordings.flatMap(({ recording }) => namesIn(recording));
    expect(named.length).toBeGreaterThan(50);
    // The names of layouts, profiles, blueprints and locking rules are recorded as numbers.
    const isNumbered = (name: string) => /^(layout|profile|blueprint|rule)-\d+$/.test(name);
    expect(named.filter((name) => !known.has(name) && !isNumbered(name))).toEqual([]);
  });

  test('only fixtures/replay.ts knows nock', () => {
    const all = ['web', 'bff', 'crm-contract', 'fixtures', 'commands', 'tests'].flatMap(sources).flatMap(importsOf);
    expect(all.filter(({ to }) => to === 'nock').map(({ from }) => from)).toEqual(['fixtures/replay.ts']);
  });

  test('during a recording the network is closed: any other request is refused, to whatever host', async () => {
    const ended: unknown[] = [];
    const elsewhere = replay('users/current', async ({ client, context }) => {
      await client.users.current(context);
      ended.push(...(await Promise.allSettled([request('http://127.0.0.1:1/elsewhere')])));
    });
    await expect(elsewhere).rejects.toThrow('+ GET /elsewhere');
    const message = expect.stringContaining('Disallowed net connect');
    expect(ended).toMatchObject([{ status: 'rejected', reason: { message } }]);
  });
});

function namesIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /^((full|first|last|user)_)?name$/i.test(key) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => namesIn(inner, name));
}
