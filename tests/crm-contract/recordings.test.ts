import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CrmError } from '../../crm-contract/errors.ts';
import { fieldsOf, type RecordShape } from '../../crm-contract/shapes/read-record.ts';
import { storedNames, storedRecording } from '../../fixtures/recording.ts';
import { replay } from '../../fixtures/replay.ts';
import { SCENARIOS } from '../../fixtures/scenarios/all.ts';
import { ROOT, sources } from '../house/sources.ts';
import { callsOf, notingCalls } from './recorded/client-calls.ts';
import { READS } from './recorded/reads.ts';
import { REFUSALS, WRITES } from './recorded/writes-and-refusals.ts';

// Runs each scenario's own script once on its recording, without a CRM or a sandbox.

const ALL_SCENARIOS_MS = 120_000;

const outcomes = new Map<string, PromiseSettledResult<unknown>>();
const called = new Set<string>();
let calls: readonly string[] = [];

beforeAll(async () => {
  for (const [name, scenario] of SCENARIOS) {
    const playing = replay(name, (scene) => {
      calls = callsOf(scene.client);
      const { client, connect } = scene;
      const noting = (...given: Parameters<typeof connect>) => notingCalls(connect(...given), called);
      return scenario.play({ ...scene, client: notingCalls(client, called), connect: noting });
    });
    outcomes.set(name, ...(await Promise.allSettled([playing])));
  }
}, ALL_SCENARIOS_MS);

function outcomeOf(name: string): unknown {
  const outcome = outcomes.get(name);
  if (!outcome) throw new Error(`no scenario ${name}`);
  if (outcome.status === 'fulfilled') return outcome.value;
  // Any other error means that the request differs from the recorded one.
  if (outcome.reason instanceof CrmError) return outcome.reason;
  throw outcome.reason;
}

describe('crm-api §2–§4: what the CRM answers, as the client returns it', () => {
  test.each(Object.entries(READS))('%s', (name, expected) => expect(outcomeOf(name)).toEqual(expected));
});

describe('crm-api §2.3–§4.7: what the CRM confirms, as the client reports it', () => {
  test.each(Object.entries(WRITES))('%s', (name, expected) => expect(outcomeOf(name)).toEqual(expected));
});

describe('crm-api §7: what the CRM refuses, as the client reports it', () => {
  test.each(Object.entries(REFUSALS))('%s', (name, expected) => {
    expect(outcomeOf(name)).toBeInstanceOf(CrmError);
    expect(outcomeOf(name)).toMatchObject(expected);
  });
});

describe('house: every part of the client has a recording', () => {
  test('each scenario has its expectation in one of the tables', () => {
    const expected = [READS, WRITES, REFUSALS].flatMap(Object.keys);
    expect(expected.sort()).toEqual([...SCENARIOS.keys()].sort());
  });

  test('every call of the client is in a scenario', () => {
    expect(calls.length).toBeGreaterThan(30);
    expect(calls.filter((call) => !called.has(call))).toEqual([]);
  });

  test('every field that the client reads holds something in a recorded answer', async () => {
    const rows = storedNames().flatMap((name) => objectsIn(storedRecording(name)?.exchanges.map((e) => e.response)));
    const files = sources('crm-contract/shapes').map(({ path }) => import(join(ROOT, path)));
    const shapes = (await Promise.all(files)).flatMap((file: object) =>
      Object.entries(file).filter((entry): entry is [string, RecordShape] => entry[0].endsWith('Shape')),
    );
    expect(shapes.length).toBeGreaterThanOrEqual(12);
    const empty = shapes.flatMap(([name, shape]) => {
      const fields = fieldsOf(shape);
      const records = rows.filter((row) => fields.every((field) => Object.hasOwn(row, field)));
      return fields.filter((field) => records.every((row) => isEmpty(row[field]))).map((field) => `${name}.${field}`);
    });
    expect(empty).toEqual([]);
  });
});

function* objectsInside(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsInside(inner);
}
const objectsIn = (value: unknown) => [...objectsInside(value)];

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
