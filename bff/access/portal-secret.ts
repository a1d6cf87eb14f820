/** The sandbox's secret; public, like the sandbox itself. */
const SANDBOX_SECRET = 'sandbox-secret-that-everybody-can-read-here';
const FEWEST_CHARACTERS = 32;

/** The secrets of `PORTAL_SECRET`: the first one signs, all of them verify. */
export function readPortalSecrets(value: string, sandbox: boolean, faults: string[]): string[] {
  const secrets = value.split(',').flatMap((part) => part.trim() || []);
  if (secrets.length === 0) {
    if (!sandbox) faults.push('PORTAL_SECRET is missing.');
    return [SANDBOX_SECRET];
  }
  if (secrets.some((secret) => secret.length < FEWEST_CHARACTERS)) {
    faults.push(`PORTAL_SECRET takes secrets of at least ${FEWEST_CHARACTERS} characters each, separated by commas.`);
  }
  if (!sandbox && secrets.includes(SANDBOX_SECRET)) {
    faults.push('PORTAL_SECRET is the one of the sandbox, which everybody can read: choose another.');
  }
  return secrets;
}
