import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { Question } from '../../crm-contract/questions.ts';
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
import { checkMailing, checkPortalFile, checkSeal, checkSender, checkSignatures } from './check-portal.ts';
import { type Area, advice, type Finding, fault, orRefusal, reasonOf } from './finding.ts';
import { countOfRemovedSecrets, countWithoutHash } from './give-hashes.ts';
import { checkProducts } from './products.ts';
import { Missing, OTHER_WAYS, QUESTIONS } from './questions.ts';
import { takeSample } from './rehearsal.ts';

/** Compares an organisation with the needs of the portal. Changes nothing. */
export async function checkOrganisation(
  crm: CrmClient,
  { portal, portalSecrets, sandbox, seal }: Config,
): Promise<Area[]> {
  const schema = crmSchema(portal);
  const areas: Area[] = [];
  const look = async (name: string, read: () => Promise<Omit<Area, 'name'>>, unread = fault) => {
    areas.push({ name, ...(await readable(read, unread)) });
  };

  // The sandbox's own seller is fictitious.
  if (!sandbox) {
    const { evidenceKeys: _, ...written } = portal;
    areas.push({ name: 'portal file', looked: portal.seller.name, findings: checkPortalFile(written) });
  }
  // Without a token nothing can be checked.
  const granted = await crm.settings.scopes(crmOptionsFor('read'));
  areas.push({
    name: 'token',
    looked: `${NEEDED_SCOPES.length} scopes`,
    findings: granted ? checkScopes(granted) : [UNKNOWN_SCOPES],
  });
  let profileId: string | null = null;
  await look('user', async () => {
    const user = await crm.users.current(crmOptionsFor('read'));
    profileId = user?.profile?.id ?? null;
    return { looked: user?.full_name ?? '', findings: user ? [] : [NOBODY] };
  });
  for (const module of SCHEMA_MODULES) {
    await look(module, async () => {
      const there = await crm.settings.fields(module, crmOptionsFor('read'));
      const findings = [
        ...checkFields(module, schema[module], there, profileId),
        ...checkEdition(schema[module], there),
      ];
      return { looked: `${schema[module].length} fields`, findings };
    });
  }
  const readRights = async () => {
    const findings = checkRights(await crm.settings.modules(crmOptionsFor('read')));
    return { looked: 'what the profile may do', findings };
  };
  await look('permissions', readRights, advice);
  for (const module of ['Contacts', 'Deals', 'Calls', 'Tasks'] as const) {
    const read = async () => {
      const layouts = await crm.settings.layouts(module, crmOptionsFor('read'));
      const lacking = module === 'Contacts' || module === 'Deals' ? checkLayouts(schema[module], layouts) : [];
      const findings = [...lacking, ...(await checkRequired(crm, module, layouts))];
      return { looked: layouts.map(({ name }) => name).join(', '), findings };
    };
    await look(`${module} layouts`, read, advice);
  }
  for (const module of ['Contacts', 'Deals'] as const) {
    const written = writtenOf(module, schema[module]);
    const readBlueprints = async () => ({
      looked: 'blueprints',
      findings: checkBlueprints(written, await crm.settings.blueprints(module, crmOptionsFor('read'))),
    });
    await look(`${module} blueprints`, readBlueprints, advice);
    const readLocking = async () => ({
      looked: 'record locking',
      findings: checkLocking(written, await crm.settings.locking(module, crmOptionsFor('read')), profileId),
    });
    await look(`${module} locking`, readLocking, advice);
  }
  const readStages = async () => {
    const pipelines = await crm.settings.pipelines(crmOptionsFor('read'));
    const stages = schema.Deals.find(({ name }) => name === 'Stage')?.values ?? [];
    return { looked: `${stages.length} stages`, findings: checkStages(stages, pipelines) };
  };
  await look('stages', readStages, (what, is) => fault(what, is, OWN_STAGES));
  await look('prices', async () => {
    const prices = await crm.products.listActive(crmOptionsFor('read'));
    return { looked: `${prices.length} active products`, findings: checkProducts(prices, portal.includedMetres) };
  });
  await look('tag', async () => {
    const isThere = (await crm.settings.tags('Contacts', crmOptionsFor('read'))).includes(DO_NOT_CALL);
    const missing = fault(DO_NOT_CALL, 'is missing', 'colleagues cannot mark who must not be called');
    return { looked: DO_NOT_CALL, findings: isThere ? [] : [missing] };
  });
  await look('answers', async () => {
    const readsNull = await new UntouchedCheckboxes(crm, systemClock).readNull(crmOptionsFor('read'));
    return { looked: 'unticked checkboxes', findings: readsNull ? [] : [UNTICKED] };
  });
  if (portal.mailFrom) {
    const { email } = portal.mailFrom;
    await look('mail', async () => {
      const findings = [...(await checkSender(crm, email)), ...(await checkMailing(crm, email))];
      return { looked: email, findings };
    });
  }
  areas.push({ name: 'seal', looked: 'certificate', findings: await checkSeal(seal, systemClock.now()) });
  areas.push(...(await checkQuestions(crm)));
  // Both need fields that may not exist.
  if (!areas.some(({ name, findings }) => name === 'Deals' && findings.length > 0)) {
    const looked = 'evidence of signatures';
    await look(
      'signatures',
      async () => ({ looked, findings: await checkSignatures(crm, portal.evidenceKeys) }),
      advice,
    );
  }
  // Contacts cannot be counted by a field that does not exist.
  if (areas.some(({ findings }) => findings.some(({ what }) => what === 'survey1_hash'))) return areas;
  await look('links', async () => {
    const [without, removed] = await Promise.all([
      countWithoutHash(crm),
      countOfRemovedSecrets(crm, new KeyedMarks(portalSecrets)),
    ]);
    const findings = [
      advice(
        'survey1_hash',
        `${without} contacts have none`,
        'they have no link yet: npm run crm:setup gives them one',
      ),
      advice('survey1_hash', `${removed} contacts have one of a removed PORTAL_SECRET`, REMOVED_MEANS),
    ];
    return { looked: 'links of contacts', findings: findings.filter((_, at) => [without, removed][at] !== 0) };
  });
  return areas;
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

/** An unreadable part becomes a finding: a fault, or advice if it can be checked by hand. */
async function readable(read: () => Promise<Omit<Area, 'name'>>, unread: typeof fault): Promise<Omit<Area, 'name'>> {
  const area = await orRefusal(read());
  if (!(area instanceof CrmError)) return area;
  const finding = unread(area.operation, `refused (${reasonOf(area)})`, 'nothing is known about it');
  return { looked: '', findings: [finding] };
}

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
  for (const { screen, ask } of QUESTIONS) {
    // Each screen starts over, so that all screens depending on a query report it.
    crm.questions.forget();
    const answer = await answerOf(() => ask(probe, sample));
    const inTheWay = answer instanceof CrmError ? answer : null;
    const otherWays = ASKED.filter((question) => crm.questions.isRefused(question));
    const findings: Finding[] = [
      ...(inTheWay
        ? [fault(inTheWay.operation, `in the way: refused (${reasonOf(inTheWay)})`, `${screen} does not work`)]
        : []),
      ...otherWays.map((question) => advice(question, 'works the other way', OTHER_WAYS[question])),
      ...missingIn(answer).map(({ what, goesOn }) => advice(what, 'missing', goesOn)),
    ];
    areas.push({ name: screen, looked: inTheWay ? 'in the way' : 'works', findings });
  }
  return areas;
}

function missingIn(answer: unknown): Missing[] {
  return [answer].flat().filter((part) => part instanceof Missing);
}

/** The answer, or the error. An unknown link or a missing record counts as an answer. */
async function answerOf<T>(ask: () => Promise<T>): Promise<T | CrmError | null> {
  try {
    const answer = await orRefusal(ask());
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
