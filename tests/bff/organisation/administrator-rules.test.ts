import { describe, expect, test } from 'vitest';
import { ALL_RULES, STORING_RULES } from '../../../fixtures/crm-sandbox/behaviours.ts';
import { sandboxUnderTest } from '../../crm-sandbox/sandbox-under-test.ts';
import { commandsOn } from './commands.ts';

// An administrator's rules that block what the portal stores: crm:check reports them before they matter.

const RULES = { ...ALL_RULES, ...STORING_RULES };
const FORETOLD: Record<Exclude<keyof typeof RULES, 'readScopesMissing'>, RegExp[]> = {
  callsPermitted: [/^the outcome of a call +in the way/m],
  tasksPermitted: [/^tasks about a deal +in the way/m],
  notesPermitted: [/^its notes +in the way/m],
  attachmentsPermitted: [/^the photos +in the way/m],
  productsPermitted: [/^the prices +in the way/m],
  usersPermitted: [
    /^ {2}users\.current +refused \(.*NO_PERMISSION\) +nothing is known about it/m,
    // The rest is still reported.
    /prices +32 active products +good/,
  ],
  pipelinePermitted: [/^ {2}settings\.pipelines +refused \(.*NO_PERMISSION\) +a deal that a stage of your own closes/m],
  stageLocked: [
    /^ {2}blueprint "Verkoop" +governs Stage +the portal cannot set it: /m,
    /^ {2}blueprint "Zonnepanelen" .* advice: /m,
  ],
  wonDealsLocked: [/^ {2}locks +by rules: "Verkocht" +a locked record takes no answer and no signature$/m],
  requiredFields: [
    /^Calls layouts .*\n {2}Call_Purpose +is required in the layout "Standard" +no outcome of a call is recorded/m,
    /^ {2}Remind_At +is required in the layout "Standard" +colleagues get no tasks/m,
    /^ {2}Mobile +is required in the layout "Standard" +there are records without it: none of their changes/m,
    /^ {2}Next_Step +is required in the layout "Standard" +there are records without it: none of their changes/m,
  ],
  signatureNotByApi: [/gaikan_signature_plain +is not written by the API \(operation_type\) +nobody can sign/],
  signatureReadOnly: [/gaikan_signature_plain +may only be read by the user of this token +nobody can sign/],
  secondLayout: [/portal_withdrawn_at +is not in the layout "Zakelijk" +for records of that layout: nobody can/],
  pipelineWithoutClosedWon: [/has no stage "Closed Won" +a deal cannot get there/],
  tasksCreatable: [/^ {2}Tasks +not creatable for the user of this token +colleagues get no tasks/m],
};

describe('crm:check predicts which data an administrator’s rules keep from being stored', () => {
  test.each(Object.entries(FORETOLD))('%s', async (rule, sentences) => {
    const crm = await sandboxUnderTest();
    const { check, writes } = commandsOn(() => crm);
    await crm.control('PATCH', '/behaviours', { [rule]: RULES[rule as keyof typeof RULES] });
    const { said, exitCode } = await check();
    for (const sentence of sentences) expect(said).toMatch(sentence);
    expect(exitCode).toBe(1);
    expect(await writes()).toEqual([]);
  });
});
