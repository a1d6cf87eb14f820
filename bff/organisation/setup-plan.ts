import type { CrmClient } from '../../crm-contract/client.ts';
import { KeyedMarks } from '../access/keyed-marks.ts';
import type { Config } from '../config.ts';
import { crmSchema } from '../crm/schema/schema.ts';
import { DO_NOT_CALL } from '../crm/stages.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { quoted } from './check-modules.ts';
import { isSender } from './check-portal.ts';
import { API_NAMES, type ByHand, inProducts, inSettings, inWorkflows, MODULES_AND_FIELDS } from './finding.ts';
import { countWithoutHash, giveHashes } from './give-hashes.ts';
import {
  described,
  type MissingField,
  type MissingOptions,
  type MissingStages,
  makeField,
  makeStages,
  missingFields,
  missingOptions,
  missingStages,
  readFields,
} from './missing-fields.ts';
import { checkProducts, isFilledIn, makeProducts, missingProducts, type ProductRow } from './products.ts';

/** One thing that the organisation lacks. */
export interface Step {
  what: string;
  detail: string;
  /**
   * Creates it; resolves with what the CRM confirmed, in words. Throws CrmError if the CRM refuses all of it. A step
   * that only a person can do has no `make`.
   */
  make?(tell: (progress: string) => void): Promise<string>;
  /** The manual way, if the CRM does not allow the portal to do it. */
  byHand?: ByHand;
}

export interface Plan {
  steps: Step[];
  /** Steps that the API cannot do or cannot show. */
  byHand: ByHand[];
}

/** The products to create, and the file they come from. */
interface WantedProducts {
  path: string;
  rows: readonly ProductRow[];
}

/** Number of contacts between two progress reports. */
const TOLD_EACH = 1_000;

/** What an organisation lacks, in the order of creation: fields, options, stages, tag, products, links of contacts. */
export async function setupPlan(crm: CrmClient, config: Config, wanted: WantedProducts | null): Promise<Plan> {
  const { portal } = config;
  const schema = crmSchema(portal);
  const there = await readFields(crm);
  const missing = missingFields(schema, there);
  const isFieldMissing = missing.some(({ module }) => module === 'Products');
  const products = await productPlan(crm, config, wanted, isFieldMissing);
  // Contacts cannot be counted by a field that does not exist.
  const hash = missing.some(({ name }) => name === 'survey1_hash');
  const links = hash ? [linkStep(crm, config, 'for every contact')] : (await linkPlan(crm, config)).steps;
  const steps = [
    ...missing.map((field) => fieldStep(crm, field)),
    ...missingOptions(schema, there).map((each) => optionStep(crm, each)),
    ...stageSteps(crm, await missingStages(crm, schema, there)),
    ...(await tagSteps(crm)),
    ...products.steps,
    ...links,
  ];
  const byHand = [...products.byHand, ...(await senderByHand(crm, config))];
  if (steps.length + byHand.length > 0) byHand.push(NEW_CONTACTS);
  return { steps, byHand };
}

function fieldStep(crm: CrmClient, missing: MissingField): Step {
  const { module, name, field, madeAs } = missing;
  const what = `${module}.${name}`;
  if (madeAs !== null) {
    return {
      what,
      detail: `there as ${madeAs}`,
      byHand: inSettings(`${API_NAMES}, ${module}: ${madeAs} becomes ${name}.`),
    };
  }
  const detail = described(field);
  const newField = `${MODULES_AND_FIELDS}, ${module}: a field "${field.field_label}", ${detail}`;
  return {
    what,
    detail,
    make: () => makeField(crm, missing),
    byHand: inSettings(`${newField}; then ${API_NAMES}: its name becomes ${name}.`),
  };
}

const NEW_CONTACTS = inWorkflows(
  'New contacts get their link by a workflow with a function, or every night by this command: docs/zoho.md, "Links for new contacts".',
);

function optionStep(crm: CrmClient, { module, field, options }: MissingOptions): Step {
  return {
    what: `${module}.${field.api_name}`,
    detail: `options ${quoted(options)}`,
    async make() {
      await crm.settings.addOptions(module, field.id ?? '', options, crmOptionsFor('save'));
      return 'made';
    },
    byHand: inSettings(`${MODULES_AND_FIELDS}, ${module}, ${field.field_label}: add the options ${quoted(options)}.`),
  };
}

function stageSteps(crm: CrmClient, stages: MissingStages | null): Step[] {
  if (!stages) return [];
  const names = quoted([...new Set([...stages.options, ...stages.stages])]);
  const pipeline = stages.pipeline ? ` of the pipeline "${stages.pipeline.display_value}"` : '';
  const byHand = inSettings(`${MODULES_AND_FIELDS}, Deals, Stage and its pipelines: add the stages ${names}.`);
  const step = { what: 'Deals.Stage', detail: `stages ${names}${pipeline}`, byHand };
  // Only a person knows which of several pipelines the portal should use.
  const canMake = stages.options.length > 0 || stages.pipeline !== null;
  return [canMake ? { ...step, make: () => makeStages(crm, stages) } : step];
}

async function tagSteps(crm: CrmClient): Promise<Step[]> {
  const tags = await crm.settings.tags('Contacts', crmOptionsFor('read'));
  if (tags.includes(DO_NOT_CALL)) return [];
  const make = async () => {
    await crm.settings.createTag('Contacts', DO_NOT_CALL, crmOptionsFor('save'));
    return 'made';
  };
  return [{ what: DO_NOT_CALL, detail: 'tag for contacts', make }];
}

/** Missing products of the file. Products with empty values, or without a file, are left to a person. */
async function productPlan(
  crm: CrmClient,
  { portal }: Config,
  wanted: WantedProducts | null,
  isFieldMissing: boolean,
): Promise<Plan> {
  if (wanted) {
    const missing = await missingProducts(crm, wanted.rows);
    const ready = missing.filter(isFilledIn);
    const open = missing.filter((product) => !isFilledIn(product)).map(({ Product_Code }) => Product_Code);
    const make = () => makeProducts(crm, ready);
    const detail = `${ready.length} of ${wanted.path}`;
    const toFill = `${wanted.path}: fill in what is null at ${open.join(', ')}, and run this again.`;
    return {
      steps: ready.length === 0 ? [] : [{ what: 'Products', detail, make, byHand: inProducts(`Make ${detail}.`) }],
      byHand: open.length === 0 ? [] : [inProducts(toFill)],
    };
  }
  const prices = isFieldMissing ? [] : await crm.products.listActive(crmOptionsFor('read'));
  const isComplete = checkProducts(prices, portal.includedMetres).every(({ level }) => level !== 'fault');
  return { steps: [], byHand: isComplete ? [] : [NO_PRODUCTS] };
}

const NO_PRODUCTS = inProducts(
  'Not every quote has its products: fill in a copy of products.json, and run this with --products and its name.',
);

/**
 * A sender address that is missing, because only the mailbox's owner can confirm one. If the CRM does not list its
 * senders, this adds nothing, and crm:check reports it.
 */
async function senderByHand(crm: CrmClient, { portal: { mailFrom } }: Config): Promise<ByHand[]> {
  if (!mailFrom || (await isSender(crm, mailFrom.email)) !== false) return [];
  return [inSettings(`Setup, Channels, Email, Organization Emails: add and confirm ${mailFrom.email}.`)];
}

/** Only links for contacts without one. */
export async function linkPlan(crm: CrmClient, config: Config): Promise<Plan> {
  const without = await countWithoutHash(crm);
  return { steps: without === 0 ? [] : [linkStep(crm, config, `for the ${without} contacts without one`)], byHand: [] };
}

function linkStep(
  crm: CrmClient,
  { portalSecrets, publicUrl, crm: { maxConcurrency } }: Config,
  forWhom: string,
): Step {
  return {
    what: 'survey1_hash',
    // Shown before links are created, because wrong ones would have to be replaced one by one.
    detail: `a link to ${publicUrl} ${forWhom}`,
    async make(tell) {
      const all = await countWithoutHash(crm);
      // Uses half of the CRM slots, because a running portal needs the other half.
      const sideBySide = Math.max(1, Math.floor(maxConcurrency / 2));
      const onProgress = (looked: number) => {
        if (looked % TOLD_EACH === 0 && looked < all) tell(`${looked} of ${all}`);
      };
      return giveHashes(crm, new KeyedMarks(portalSecrets), publicUrl, { sideBySide, onProgress });
    },
  };
}
