import { CrmError } from '../../crm-contract/errors.ts';
import { reasonOf } from './finding.ts';
import { onOrganisation } from './on-organisation.ts';
import { type Step, setupPlan } from './setup-plan.ts';

// `npm run crm:setup`: shows what the CRM lacks and can be created; `-- --apply` creates it. Existing things are never
// changed or deleted. Afterwards the CRM is read again: what it does not show was not created.

const apply = process.argv.includes('--apply');

await onOrganisation(async (crm, config, say) => {
  const steps = await setupPlan(crm, config);
  if (steps.length === 0) {
    say('Nothing to do.');
    return true;
  }
  const report = async (step: Step) =>
    say(`${step.what.padEnd(widest(steps))}  ${step.detail}${apply ? `: ${await ending(step)}` : ''}`);
  for (const step of steps) await report(step);
  // What could not be seen before its fields were there, such as contacts without a link.
  const after = apply ? await setupPlan(crm, config) : [];
  for (const step of after.filter(({ what }) => !steps.some((each) => each.what === what))) await report(step);
  say('');
  if (!apply) {
    say('Nothing was changed. npm run crm:setup -- --apply makes all of this.');
    return true;
  }
  const left = await setupPlan(crm, config);
  if (left.length === 0) {
    say('The CRM has all of it now.');
    return true;
  }
  say(`The CRM does not have ${left.map(({ what }) => what).join(', ')} yet.`);
  say('A field that was made under another name gets the right one in Setup, Developer Hub, APIs and SDKs, API names.');
  return false;
});

async function ending({ make }: Step): Promise<string> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof CrmError) return `refused (${reasonOf(error)})`;
    throw error;
  }
}

function widest(steps: readonly Step[]): number {
  return Math.max(...steps.map(({ what }) => what.length));
}
