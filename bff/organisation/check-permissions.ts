import type { ModuleRights } from '../../crm-contract/shapes/settings.ts';
import { allows, NEEDED_SCOPES } from '../crm/schema/scopes.ts';
import { advice, type Finding, fault } from './finding.ts';

/** Calls of `crm:check` and `crm:setup` alone, that say or make what can be seen to by hand: the portal works without. */
const ADVISORY = [
  'settings.createField',
  'settings.addOptions',
  'settings.setStages',
  'settings.senders',
  'settings.layouts',
  'settings.modules',
  'settings.blueprints',
  'settings.locking',
  'products.createMany',
  'testRecords.create',
  'testRecords.remove',
];

/** Compares the token's scopes with what each call of the client needs. Pure. */
export function checkScopes(granted: readonly string[]): Finding[] {
  return NEEDED_SCOPES.flatMap(([scope, without, needing]) => {
    if (granted.some((each) => allows(each, scope))) return [];
    const calls = needing.split(' ');
    const finding = calls.every((call) => ADVISORY.includes(call)) ? advice : fault;
    return finding(scope, `is not among the scopes of the token: ${calls.join(', ')} refused`, without);
  });
}

type Right = Exclude<keyof ModuleRights, 'api_name'>;

/** What the profile of the token's user must be allowed in each module, and what goes wrong otherwise. */
const NEEDED_RIGHTS: readonly (readonly [module: string, rights: readonly Right[], without: string])[] = [
  ['Contacts', ['viewable', 'editable'], 'no link opens, or no answer of a contact is saved'],
  ['Deals', ['viewable', 'editable'], 'no deal is shown, or no answer is saved and nobody can sign'],
  ['Products', ['viewable'], 'no quote can be calculated'],
  ['Calls', ['viewable', 'creatable', 'editable', 'deletable'], 'outcomes of calls are not recorded, moved or found'],
  ['Tasks', ['viewable', 'creatable', 'deletable'], 'colleagues get no tasks from the portal, or get them twice'],
  ['Notes', ['viewable', 'creatable', 'deletable'], 'signatures leave no note, staff see none'],
  ['Attachments', ['viewable', 'creatable', 'deletable'], 'photos and signed orders are not stored or not seen'],
];

/** Compares what the profile may do with what the portal does. Pure. What the CRM does not tell is no finding. */
export function checkRights(modules: readonly ModuleRights[]): Finding[] {
  return NEEDED_RIGHTS.flatMap(([name, rights, without]) => {
    const told = modules.find(({ api_name }) => api_name === name);
    const refused = rights.filter((right) => told?.[right] === false);
    return refused.length === 0 ? [] : fault(name, `not ${refused.join(', not ')} for the user of this token`, without);
  });
}
