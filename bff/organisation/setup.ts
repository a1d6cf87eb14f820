import { parseArgs } from 'node:util';
import { CrmError } from '../../crm-contract/errors.ts';
import { reasonOf } from './finding.ts';
import { onOrganisation } from './on-organisation.ts';
import { linkSteps, type Step, setupPlan } from './setup-plan.ts';

// `npm run crm:setup`: shows what the CRM lacks and can be created, as `-- --dry-run` says in words; `-- --apply` creates
// it, `-- --apply --links` only the links of contacts. Existing things are never changed or deleted. Afterwards the CRM is
// read again: what it does not show was not created.

const options = { apply: { type: 'boolean' }, 'dry-run': { type: 'boolean' }, links: { type: 'boolean' } } as const;
const { values } = parseArgs({ options });
const apply = values.apply === true && values['dry-run'] !== true;
const plan = values.links ? linkSteps : setupPlan;

await onOrganisation(async (crm, config, say) => {
  const steps = await plan(crm, config);
  if (steps.length === 0) {
    say('Nothing to do.');
    return true;
  }
  const report = async (step: Step) =>
    say(`${step.what.padEnd(widest(steps))}  ${step.detail}${apply ? `: ${await ending(step, say)}` : ''}`);
  for (const step of steps) await report(step);
  // What could not be seen before its fields were there, such as contacts without a link.
  const after = apply ? await plan(crm, config) : [];
  for (const step of after.filter(({ what }) => !steps.some((each) => each.what === what))) await report(step);
  say('');
  if (!apply) {
    say('Nothing was changed. npm run crm:setup -- --apply makes all of this.');
    return true;
  }
  const left = await plan(crm, config);
  if (left.length === 0) {
    say('The CRM has all of it now.');
    return true;
  }
  say(`The CRM does not have ${left.map(({ what }) => what).join(', ')} yet.`);
  say('A field that was made under another name gets the right one in Setup, Developer Hub, APIs and SDKs, API names.');
  return false;
});

async function ending({ make }: Step, tell: (line: string) => void): Promise<string> {
  try {
    return await make(tell);
  } catch (error) {
    if (error instanceof CrmError) return `refused (${reasonOf(error)})`;
    throw error;
  }
}

function widest(steps: readonly Step[]): number {
  return Math.max(...steps.map(({ what }) => what.length));
}
