import { allows, NEEDED_SCOPES } from '../crm/schema/scopes.ts';
import { type Finding, fault } from './finding.ts';

/** What the token is allowed against what the portal does with it. Pure. */
export function checkScopes(granted: readonly string[]): Finding[] {
  return NEEDED_SCOPES.flatMap(([scope, without]) =>
    granted.some((each) => allows(each, scope)) ? [] : fault(scope, 'is not among the scopes of the token', without),
  );
}
