import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError, orCrmError } from '../../crm-contract/errors.ts';
import type { Question } from '../../crm-contract/questions.ts';
import type { Blueprint, FieldMeta, Layout, Locking } from '../../crm-contract/shapes/settings.ts';
import { KeyedMarks } from '../access/keyed-marks.ts';
import type { Config } from '../config.ts';
import { UntouchedCheckboxes } from '../contact/read-contact.ts';
import { systemClock } from '../crm/clock.ts';
import { crmSchema, NEEDED_SCOPES, SCHEMA_MODULES } from '../crm/schema/schema.ts';
import { DO_NOT_CALL } from '../crm/stages.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { ProblemError } from '../http/problems.ts';
import {
  checkBlueprints,
  checkEdition,
  checkFields,
  checkLayouts,
  checkLocking,
  checkRequired,
  checkRights,
  checkScopes,
  checkStages,
  writtenOf,
} from './check-modules.ts';
import { checkMail, checkPortalFile, checkSeal, checkSignatures } from './check-portal.ts';
import { type Area, advice, type Finding, fault, reasonOf } from './finding.ts';
import { countOfRemovedSecrets, countWithoutHash } from './give-hashes.ts';
import { checkProducts } from './products.ts';
import { OTHER_WAYS, QUESTIONS, tryScreen } from './questions.ts';
import { takeSample } from './rehearsal.ts';

const read = () => crmOptionsFor('read');

/** Compares an organisation with the needs of the portal. Changes nothing. */
export async function checkOrganisation(crm: CrmClient, config: Config): Promise<Area[]> {
  const { portal, portalSecrets, sandbox } = config;
  const areas: Area[] = [];
  // The sandbox's own seller is fictitious.
  if (!sandbox) {
    const { evidenceKeys: _, ...written } = portal;
    areas.push({ name: 'portal file', looked: portal.seller.name, findings: checkPortalFile(written) });
  }
  // Without a token nothing can be checked.
  const granted = await crm.settings.scopes(read());
  const ofToken = granted ? checkScopes(granted) : [UNKNOWN_SCOPES];
  areas.push({ name: 'token', looked: `${NEEDED_SCOPES.length} scopes`, findings: ofToken });
  areas.push(...(await checkModules(crm, crmSchema(portal))));
  areas.push(...(await checkSettings(crm, config)));
  areas.push(...(await checkQuestions(crm)));
  // Both need fields that may not exist.
  if (!areas.some(({ name, findings }) => name === 'Deals' && findings.length > 0)) {
    const signatures = checkSignatures(crm, portal.evidenceKeys);
    areas.push(await areaOf('signatures', 'evidence of signatures', signatures, asTheyAre, advice));
  }
  // Contacts cannot be counted by a field that does not exist.
  if (areas.some(({ findings }) => findings.some(({ what }) => what === 'survey1_hash'))) return areas;
  areas.push(await areaOf('links', 'links of contacts', checkLinks(crm, new KeyedMarks(portalSecrets)), asTheyAre));
  return areas;
}

/** Checks an answer of the CRM. A refusal is a finding too: a fault, or advice if it can be checked by hand. */
async function areaOf<T>(
  name: string,
  looked: string | ((answer: T) => string),
  asked: Promise<T>,
  check: (answer: T) => Finding[] | Promise<Finding[]>,
  unread = fault,
): Promise<Area> {
  const answer = await orCrmError(asked);
  if (answer instanceof CrmError) {
    const finding = unread(answer.operation, `refused (${reasonOf(answer)})`, 'nothing is known about it');
    return { name, looked: '', findings: [finding] };
  }
  return { name, looked: typeof looked === 'string' ? looked : looked(answer), findings: await check(answer) };
}

/** What the token's user finds in each module, and may do there. */
async function checkModules(crm: CrmClient, schema: ReturnType<typeof crmSchema>): Promise<Area[]> {
  const areas: Area[] = [];
  let profileId: string | null = null;
  const ofUser = await areaOf(
    'user',
    (user) => user?.full_name ?? '',
    crm.users.current(read()),
    (user) => {
      profileId = user?.profile?.id ?? null;
      return user ? [] : [NOBODY];
    },
  );
  areas.push(ofUser);
  for (const module of SCHEMA_MODULES) {
    const needed = schema[module];
    const check = (there: readonly FieldMeta[]) => [
      ...checkFields(module, needed, there, profileId),
      ...checkEdition(needed, there),
    ];
    areas.push(await areaOf(module, `${needed.length} fields`, crm.settings.fields(module, read()), check));
  }
  const rights = crm.settings.modules(read());
  areas.push(await areaOf('permissions', 'what the profile may do', rights, checkRights, advice));
  for (const module of ['Contacts', 'Deals', 'Calls', 'Tasks'] as const) {
    const layoutNames = (layouts: readonly Layout[]) => layouts.map(({ name }) => name).join(', ');
    const check = async (layouts: readonly Layout[]) => {
      const lacking = module === 'Contacts' || module === 'Deals' ? checkLayouts(schema[module], layouts) : [];
      return [...lacking, ...(await checkRequired(crm, module, layouts))];
    };
    areas.push(await areaOf(`${module} layouts`, layoutNames, crm.settings.layouts(module, read()), check, advice));
  }
  for (const module of ['Contacts', 'Deals'] as const) {
    const written = writtenOf(module, schema[module]);
    const blueprints = crm.settings.blueprints(module, read());
    const ofBlueprints = (found: readonly Blueprint[]) => checkBlueprints(written, found);
    areas.push(await areaOf(`${module} blueprints`, 'blueprints', blueprints, ofBlueprints, advice));
    const ofLocks = (found: readonly Locking[]) => checkLocking(written, found, profileId);
    const locks = crm.settings.locking(module, read());
    areas.push(await areaOf(`${module} locking`, 'record locking', locks, ofLocks, advice));
  }
  return areas;
}

/** The values, products and settings that the portal depends on. */
async function checkSettings(crm: CrmClient, { portal, seal }: Config): Promise<Area[]> {
  const stages = crmSchema(portal).Deals.find(({ name }) => name === 'Stage')?.values ?? [];
  const areas = [
    await areaOf(
      'stages',
      `${stages.length} stages`,
      crm.settings.pipelines(read()),
      (pipelines) => checkStages(stages, pipelines),
      (what, is) => fault(what, is, OWN_STAGES),
    ),
    await areaOf(
      'prices',
      (prices) => `${prices.length} active products`,
      crm.products.listActive(read()),
      (prices) => checkProducts(prices, portal.includedMetres),
    ),
    await areaOf('tag', DO_NOT_CALL, crm.settings.tags('Contacts', read()), (tags) =>
      tags.includes(DO_NOT_CALL) ? [] : [NO_TAG],
    ),
    await areaOf(
      'answers',
      'unticked checkboxes',
      new UntouchedCheckboxes(crm, systemClock).readNull(read()),
      (isNull) => (isNull ? [] : [UNTICKED]),
    ),
  ];
  const sender = portal.mailFrom?.email;
  if (sender !== undefined) areas.push(await areaOf('mail', sender, checkMail(crm, sender), asTheyAre));
  areas.push({ name: 'seal', looked: 'certificate', findings: await checkSeal(seal, systemClock.now()) });
  return areas;
}

const asTheyAre = (findings: Finding[]) => findings;

async function checkLinks(crm: CrmClient, marks: KeyedMarks): Promise<Finding[]> {
  const [without, removed] = await Promise.all([countWithoutHash(crm), countOfRemovedSecrets(crm, marks)]);
  const found = (count: number, is: string, means: string) =>
    count === 0 ? [] : [advice('survey1_hash', `${count} contacts have ${is}`, means)];
  return [
    ...found(without, 'none', 'they have no link yet: npm run crm:setup gives them one'),
    ...found(removed, 'one of a removed PORTAL_SECRET', REMOVED_MEANS),
  ];
}

const UNKNOWN_SCOPES = advice('scopes', 'not told by the CRM', 'compare those of the token with docs/zoho.md');
const REMOVED_MEANS =
  'they work, but a busy portal looks them up like guesses: put that secret back behind the new one';
const OWN_STAGES = 'a deal that a stage of your own closes counts as open: its customer is called';
const NOBODY = fault('user', 'the CRM does not say whose token this is', 'the portal cannot be told from colleagues');
const UNTICKED = advice(
  'survey_1_has_solar_panels',
  'is empty at no contact',
  'unticked reads "no", so the question may be asked twice; a picklist would be plainer, but the portal reads none yet',
);

const NO_TAG = fault(DO_NOT_CALL, 'is missing', 'colleagues cannot mark who must not be called');

const NO_SAMPLE = { contactId: null, dealId: null };
const ASKED = Object.keys(OTHER_WAYS) as Question[];

/**
 * Sends the CRM every query of the portal, unchanged, and reports for each screen whether it works, uses a fallback,
 * works in part, or is blocked. Changes nothing.
 */
export async function checkQuestions(crm: CrmClient): Promise<Area[]> {
  const probe = probing(crm);
  // Without a deal to ask about, each question is tried for a record that does not exist.
  const taken = await answerOf(() => takeSample(probe));
  const sample = taken === null || taken instanceof CrmError ? NO_SAMPLE : taken;
  const areas: Area[] = [];
  for (const asked of QUESTIONS) {
    const { screen } = asked;
    // Each screen starts over, so that all screens depending on a query report it.
    crm.questions.forget();
    const found = (await answerOf(() => tryScreen(asked, probe, sample))) ?? [];
    const refused = ASKED.filter((question) => crm.questions.isRefused(question));
    const otherWays = refused.map((question) => advice(question, 'works the other way', OTHER_WAYS[question]));
    if (found instanceof CrmError) {
      const inTheWay = fault(found.operation, `in the way: refused (${reasonOf(found)})`, `${screen} does not work`);
      areas.push({ name: screen, looked: 'in the way', findings: [inTheWay, ...otherWays] });
    } else areas.push({ name: screen, looked: 'works', findings: [...otherWays, ...found] });
  }
  return areas;
}

/** The answer, or the error. An unknown link or a missing record counts as an answer. */
async function answerOf<T>(ask: () => Promise<T>): Promise<T | CrmError | null> {
  try {
    const answer = await orCrmError(ask());
    return answer instanceof CrmError && answer.kind === 'not_found' ? null : answer;
  } catch (error) {
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/** The same client with a limit of one row per query: the queries stay the same, the results are not used. */
function probing(crm: CrmClient): CrmClient {
  return {
    ...crm,
    query: (asked, shape, context, mustHave) => {
      const limited = 'write' in asked ? { ...asked, write: () => asked.write().limitedToOne() } : asked.limitedToOne();
      return crm.query(limited, shape, context, mustHave);
    },
  };
}
