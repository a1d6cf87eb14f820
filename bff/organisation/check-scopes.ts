import { allows, NEEDED_SCOPES } from '../crm/schema/scopes.ts';
import { type Finding, fault } from './finding.ts';

/** Compares the token's scopes with what the portal does. Pure. */
export function checkScopes(granted: readonly string[]): Finding[] {
  return NEEDED_SCOPES.flatMap(([scope, without]) =>
    granted.some((each) => allows(each, scope)) ? [] : fault(scope, 'is not among the scopes of the token', without),
  );
}
