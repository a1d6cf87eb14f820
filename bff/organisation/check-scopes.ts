import { allows, NEEDED_SCOPES } from '../crm/schema/scopes.ts';
import { type Finding, fault } from './finding.ts';

/** Compares the token's scopes with what each call of the client needs. Pure. */
export function checkScopes(granted: readonly string[]): Finding[] {
  return NEEDED_SCOPES.flatMap(([scope, without, calls]) =>
    granted.some((each) => allows(each, scope))
      ? []
      : fault(scope, `is not among the scopes of the token: ${calls.replaceAll(' ', ', ')} refused`, without),
  );
}
