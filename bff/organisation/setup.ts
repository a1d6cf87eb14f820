import { CrmError, orCrmError } from '../../crm-contract/errors.ts';
import { byHandList, onOrganisation, optionsOf, reasonOf, type Work } from './finding.ts';
import { readProductFile } from './products.ts';
import { linkPlan, type Step, setupPlan } from './setup-plan.ts';

// `npm run crm:setup`: shows what the CRM lacks and what can be created; `-- --dry-run` does the same, even beside
// `--apply`. `-- --apply` creates it, including the products in the `--products` file; with `--links` only the links of
// contacts. Never changes or deletes existing things. After creating, reads the CRM again: anything that is still
// missing was not created.

export const setup: Work = async (crm, config, say, args) => {
  const flag = { type: 'boolean', default: false } as const;
  const options = optionsOf(args, { apply: flag, 'dry-run': flag, links: flag, products: { type: 'string' } });
  const { links, products: path } = options;
  const apply = options.apply && !options['dry-run'];
  const wanted = path === undefined ? null : { path, rows: readProductFile(path) };
  const plan = () => (links ? linkPlan(crm, config) : setupPlan(crm, config, wanted));
  const sayByHand = (items: Parameters<typeof byHandList>[0]) => {
    for (const line of byHandList(items, config.crmWebUrl)) say(line);
  };

  const { steps, byHand } = await plan();
  if (steps.length === 0) say('Nothing to do.');
  const widest = Math.max(0, ...steps.map(({ what }) => what.length));
  for (const step of steps) {
    say(`${step.what.padEnd(widest)}  ${step.detail}`);
    if (apply) say(`${''.padEnd(widest)}  ${await ending(step, say)}`);
  }
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
  const made = make ? await orCrmError(make(tell)) : 'by hand';
  return made instanceof CrmError ? `refused (${reasonOf(made)})` : made;
}

if (import.meta.main) process.exitCode = await onOrganisation(setup);
