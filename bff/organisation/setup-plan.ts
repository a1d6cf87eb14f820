import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { NewField } from '../../crm-contract/shapes/settings.ts';
import { KeyedMarks } from '../access/keyed-marks.ts';
import type { Config } from '../config.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { SchemaModule } from '../crm/schema/schema.ts';
import { DO_NOT_CALL } from '../crm/schema/stages-and-tags.ts';
import { countWithoutHash, giveHashes } from './give-hashes.ts';
import { described, missingFields } from './missing-fields.ts';

/** One thing that the organisation lacks and that can be created. */
export interface Step {
  what: string;
  detail: string;
  /** Creates it; resolves with what the CRM confirmed, in words. Throws CrmError when it is refused as a whole. */
  make(tell: (progress: string) => void): Promise<string>;
}

/** Contacts between two reports of progress. */
const TOLD_EACH = 1_000;

/** One of Zoho's descriptions allows labels of 25 characters, another shows longer ones. */
const SURE_LABEL = 25;

/** A label makes the API name, so it is the name itself; where that is too long, a shorter one, to be named by hand. */
async function makeField(crm: CrmClient, module: SchemaModule, field: NewField): Promise<string> {
  const { field_label: name } = field;
  try {
    await crm.settings.createField(module, field, crmOptionsFor('save'));
    return 'made';
  } catch (error) {
    if (!(error instanceof CrmError && error.kind === 'invalid' && name.length > SURE_LABEL)) throw error;
    const label = name.slice(0, SURE_LABEL);
    await crm.settings.createField(module, { ...field, field_label: label }, crmOptionsFor('save'));
    return `made with the label ${label}; its API name must become ${name}`;
  }
}

/** What an organisation lacks, in the order of creation: fields, the tag, links for existing contacts. */
export async function setupPlan(crm: CrmClient, config: Config): Promise<Step[]> {
  const missing = await missingFields(crm, config.portal);
  const steps: Step[] = missing.map(({ module, name, field }) => ({
    what: `${module}.${name}`,
    detail: described(field),
    make: () => makeField(crm, module, field),
  }));
  const tags = await crm.settings.tags('Contacts', crmOptionsFor('read'));
  if (!tags.includes(DO_NOT_CALL)) {
    const make = async () => {
      await crm.settings.createTag('Contacts', DO_NOT_CALL, crmOptionsFor('save'));
      return 'made';
    };
    steps.push({ what: DO_NOT_CALL, detail: 'tag for contacts', make });
  }
  // Contacts cannot be counted by a field that does not exist.
  if (!missing.some(({ name }) => name === 'survey1_hash')) return [...steps, ...(await linkSteps(crm, config))];
  return [...steps, linkStep(crm, config, 'for every contact')];
}

/** Links for the contacts that have none; empty where all have one. */
export async function linkSteps(crm: CrmClient, config: Config): Promise<Step[]> {
  const without = await countWithoutHash(crm);
  return without === 0 ? [] : [linkStep(crm, config, `for the ${without} contacts without one`)];
}

function linkStep(
  crm: CrmClient,
  { portalSecrets, publicUrl, crm: { maxConcurrency } }: Config,
  forWhom: string,
): Step {
  return {
    what: 'survey1_hash',
    detail: `a link ${forWhom}`,
    async make(tell) {
      const all = await countWithoutHash(crm);
      // Half of the calls at a time: a portal that runs meanwhile has the other half.
      const sideBySide = Math.max(1, Math.floor(maxConcurrency / 2));
      const onProgress = (looked: number) => {
        if (looked % TOLD_EACH === 0 && looked < all) tell(`${looked} of ${all}`);
      };
      return giveHashes(crm, new KeyedMarks(portalSecrets), publicUrl, { sideBySide, onProgress });
    },
  };
}
