import { allows, NEEDED_SCOPES } from '../crm/schema/scopes.ts';
import { advice, type Finding, fault } from './finding.ts';

/** Calls of `crm:check` and `crm:setup` alone, that say or make what can be seen to by hand: the portal works without. */
const ADVISORY = [
  'settings.createField',
  'settings.addOptions',
  'settings.setStages',
  'settings.senders',
  'settings.layouts',
  'settings.pipelines',
  'products.createMany',
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
