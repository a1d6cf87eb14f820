import { expect } from 'vitest';
import { isWrite, type Portal } from '../bff/portal.ts';

/** Expects that this work costs no CRM call. */
export async function withoutCrmCalls(portal: Portal, work: () => Promise<unknown>): Promise<void> {
  expect(await portal.crmCallsOf(work)).toEqual([]);
}

/** Expects that this work writes nothing to the CRM. */
export async function withoutWrites(portal: Portal, work: () => Promise<unknown>): Promise<void> {
  expect((await portal.crmCallsOf(work)).filter(isWrite)).toEqual([]);
}
