import { expect } from 'vitest';
import type { Portal } from '../bff/portal.ts';
import { isWrite } from '../bff/sandbox-crm.ts';

/** Expects that this work costs no CRM call. */
export async function withoutCrmCalls(portal: Portal, work: () => Promise<unknown>): Promise<void> {
  expect(await portal.crmCallsOf(work)).toEqual([]);
}

/** Expects that this work writes nothing to the CRM. */
export async function withoutWrites(portal: Portal, work: () => Promise<unknown>): Promise<void> {
  expect((await portal.crmCallsOf(work)).filter(isWrite)).toEqual([]);
}
