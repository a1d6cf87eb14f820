import { parseArgs } from 'node:util';
import { CrmError } from '../../crm-contract/errors.ts';
import { ConfigError } from '../config.ts';
import { byHandList, onOrganisation, reasonOf, type Work } from './finding.ts';
import { readProductFile } from './products.ts';
import { linkPlan, type Step, setupPlan } from './setup-plan.ts';

// `npm run crm:setup`: shows what the CRM lacks and what can be created; `-- --dry-run` is the explicit form.
// `-- --apply` creates it, including the products in the `--products` file; with `--links` only the links of contacts.
// Never changes or deletes existing things. Reads the CRM again afterwards: anything still missing was not created.

export const setup: Work = async (crm, config, say, args) => {
  const { apply, links, wanted } = readOptions(args);
  const plan = () => (links ? linkPlan(crm, config) : setupPlan(crm, config, wanted));
  const sayByHand = (items: Parameters<typeof byHandList>[0]) => {
    for (const line of byHandList(items, config.crmWebUrl)) say(line);
  };

  const { steps, byHand } = await plan();
  if (steps.length === 0) say('Nothing to do.');
  const widest = Math.max(0, ...steps.map(({ what }) => what.length));
  const report = async (step: Step) =>
    say(`${step.what.padEnd(widest)}  ${step.detail}${apply ? `: ${await ending(step, say)}` : ''}`);
  for (const step of steps) await report(step);
  if (!apply) {
    if (steps.length > 0) {
      say('');
      say('Nothing was changed. npm run crm:setup -- --apply makes all of this.');
    }
    sayByHand([...steps.flatMap((step) => (step.make ? [] : (step.byHand ?? []))), ...byHand]);
    return true;
  }
  const left = await plan();
  const names = left.steps.map(({ what }) => what);
  say('');
  say(names.length === 0 ? 'The CRM has all of it now.' : `The CRM does not have ${names.join(', ')} yet.`);
  sayByHand([...left.steps.flatMap((step) => step.byHand ?? []), ...left.byHand]);
  return left.steps.length === 0;
};

async function ending({ make }: Step, tell: (line: string) => void): Promise<string> {
  if (!make) return 'by hand';
  try {
    return await make(tell);
  } catch (error) {
    if (error instanceof CrmError) return `refused (${reasonOf(error)})`;
    throw error;
  }
}

/** @throws ConfigError with a sentence per wrong option, or about the products file */
function readOptions(args: string[]) {
  const { 'dry-run': dryRun, ...values } = parsedOptions(args);
  const { apply, links, products: path } = values;
  return { apply: apply && !dryRun, links, wanted: path === undefined ? null : { path, rows: readProductFile(path) } };
}

function parsedOptions(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const options = { apply: flag, 'dry-run': flag, links: flag, products: { type: 'string' } } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : 'The options cannot be read.']);
  }
}

if (import.meta.main) process.exitCode = await onOrganisation(setup);
