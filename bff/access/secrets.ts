/** The sandbox's secrets; public, like the sandbox itself. */
const SANDBOX_SECRETS = {
  PORTAL_SECRET: 'sandbox-secret-that-everybody-can-read-here',
  EVIDENCE_SECRETS: 'sandbox-evidence-secret-that-everybody-can-read',
} as const;
const FEWEST_CHARACTERS = 32;

/** The secrets of a setting: the first one signs, all of them verify. */
export function readSecrets(
  name: keyof typeof SANDBOX_SECRETS,
  value: string,
  sandbox: boolean,
  faults: string[],
): string[] {
  const secrets = value.split(',').flatMap((part) => part.trim() || []);
  if (secrets.length === 0) {
    if (!sandbox) faults.push(`${name} is missing.`);
    return [SANDBOX_SECRETS[name]];
  }
  if (secrets.some((secret) => secret.length < FEWEST_CHARACTERS)) {
    faults.push(`${name} takes secrets of at least ${FEWEST_CHARACTERS} characters each, separated by commas.`);
  }
  if (!sandbox && secrets.some((secret) => Object.values<string>(SANDBOX_SECRETS).includes(secret))) {
    faults.push(`${name} is the one of the sandbox, which everybody can read: choose another.`);
  }
  return secrets;
}
