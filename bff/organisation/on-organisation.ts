import { type CrmClient, createCrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { type Config, ConfigError, loadConfig } from '../config.ts';
import { reasonOf } from './finding.ts';

/**
 * Runs a command on the configured organisation; the process exits with 0 if `work` returns true. An incomplete
 * configuration, or a CRM that refuses the token, is reported in one sentence each.
 */
export async function onOrganisation(
  work: (crm: CrmClient, config: Config, say: (line: string) => void) => Promise<boolean>,
): Promise<void> {
  const say = (line: string) => process.stdout.write(`${shown(line)}\n`);
  try {
    const config = loadConfig();
    const crm = createCrmClient(config.crm);
    say(`${config.portal.crmName}: ${config.crm.apiUrl}`);
    say('');
    const isWell = await work(crm, config, say).finally(() => crm.close());
    process.exitCode = isWell ? 0 : 1;
  } catch (error) {
    for (const sentence of sentencesOf(error)) process.stderr.write(`${shown(sentence)}\n`);
    process.exitCode = 1;
  }
}

/** Replaces control characters, because names and codes from the CRM go to the terminal. */
const shown = (line: string) => line.trimEnd().replaceAll(/[\p{Cc}\p{Bidi_C}]/gu, '?');

function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.faults;
  if (!(error instanceof CrmError)) throw error;
  return [`${error.operation} failed (${reasonOf(error)}).`, ...(ADVICE[error.kind] ?? [])];
}

const ADVICE: Partial<Record<CrmError['kind'], readonly string[]>> = {
  unauthorized: [
    'Is CRM_ACCOUNTS_URL the accounts host of your data centre, and are the client id, secret and refresh token made there?',
  ],
  unreachable: [
    'Are CRM_ACCOUNTS_URL and CRM_API_URL the hosts of your data centre, and does this machine reach them?',
    'The sandbox starts with npm run sandbox.',
  ],
};
