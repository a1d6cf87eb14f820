import type { Blueprint, Locking } from '../../crm-contract/shapes/settings.ts';
import type { NeededField } from '../crm/schema/schema.ts';
import { quoted } from './check-fields.ts';
import { advice, type Finding, fault } from './finding.ts';

/**
 * Blueprints on a field that the portal writes: no call of the API sets it (crm-api §4.7). Pure. One with criteria may leave
 * the records of the portal out, which only a rehearsal tells.
 */
export function checkBlueprints(written: readonly NeededField[], blueprints: readonly Blueprint[]): Finding[] {
  return blueprints.flatMap(({ name, field, entry_criteria: hasCriteria }) => {
    const what = `blueprint ${quoted([name ?? 'without a name'])}`;
    if (field === null) return advice(what, 'does not say which field it governs', 'the portal cannot set that field');
    const governed = written.find((each) => each.name === field);
    if (!governed) return [];
    return hasCriteria
      ? advice(what, `governs ${field} of some records`, 'crm:check -- --write tells whether of those of the portal')
      : fault(what, `governs ${field}`, `the portal cannot set it: ${governed.without}`);
  });
}

/** Locks that keep the user of the token from changing records. Pure. */
export function checkLocking(
  written: readonly NeededField[],
  configurations: readonly Locking[],
  profileId: string | null,
): Finding[] {
  return configurations.flatMap((lock) => {
    const { lock_type, locked_for, restricted_actions, excluded_fields, lock_excluded_profiles, locking_rules } = lock;
    const isExempt =
      locked_for === 'all_profiles_except_excluded_profiles' &&
      profileId !== null &&
      lock_excluded_profiles?.includes(profileId);
    const isLocked = written.some(({ name }) => !excluded_fields?.includes(name));
    if (isExempt || !restricted_actions?.includes('update') || !isLocked) return [];
    return lock_type === 'manual'
      ? advice('locks', 'by hand', 'a record that a colleague locks takes no answer')
      : fault('locks', `by rules: ${quoted(locking_rules ?? [])}`, 'a locked record takes no answer and no signature');
  });
}
