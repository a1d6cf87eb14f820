import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type CrmClient, createCrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { type Config, ConfigError, loadConfig } from '../config.ts';

/** Something in the CRM that does not meet the portal's needs. */
export interface Finding {
  /** A fault breaks something; advice suggests an improvement. */
  level: 'fault' | 'advice';
  /** The field, stage, product or scope. */
  what: string;
  /** What is wrong with it. */
  is: string;
  /** The consequence for the portal. */
  means: string;
}

export const fault = (what: string, is: string, means: string): Finding => ({ level: 'fault', what, is, means });
export const advice = (what: string, is: string, means: string): Finding => ({ level: 'advice', what, is, means });

/** One part of the organisation: what was checked and found. */
export interface Area {
  name: string;
  looked: string;
  findings: Finding[];
}

/** The CRM's refusal in its own codes: `invalid 400 DUPLICATE_DATA field_label`. */
export function reasonOf({ kind, status, code, fields = [] }: CrmError): string {
  return [kind, status, code, ...fields].filter(Boolean).join(' ');
}

/** The findings as lines of one table, one block per area, and a summary line. */
export function report(areas: readonly Area[]): string[] {
  const rows = areas.flatMap(({ name, looked, findings }) => [
    [name, looked, summary(findings)],
    ...findings.map(({ level, what, is, means }) => [`  ${what}`, is, level === 'advice' ? `advice: ${means}` : means]),
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return [
    ...rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')),
    '',
    verdict(areas.flatMap(({ findings }) => findings)),
  ];
}

function summary(findings: readonly Finding[]): string {
  const faults = findings.filter(({ level }) => level === 'fault').length;
  return faults > 0 ? counted(faults, 'fault') : findings.length > 0 ? 'good, with advice' : 'good';
}

function verdict(findings: readonly Finding[]): string {
  const faults = findings.filter(({ level }) => level === 'fault').length;
  if (faults === 0) return 'The portal can work with this CRM.';
  return `${counted(faults, 'fault')}. What is missing, npm run crm:setup can make; what is there is changed in the CRM itself.`;
}

function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

/** A manual step in the CRM's settings, because the API cannot do or show it. */
export interface ByHand {
  say: string;
  /** The page in the CRM, relative to `CRM_WEB_URL`. */
  page: string;
}

/** Pages of a Zoho organisation from which the rest is one click away. */
const PAGES = {
  settings: '/settings/modules',
  workflows: '/settings/workflow-rules',
  products: '/tab/Products',
} as const;

const item =
  (page: keyof typeof PAGES) =>
  (say: string): ByHand => ({ say, page: PAGES[page] });
export const inSettings = item('settings');
export const inWorkflows = item('workflows');
export const inProducts = item('products');

export const MODULES_AND_FIELDS = 'Setup, Customization, Modules and Fields';
export const API_NAMES = 'Setup, Developer Hub, APIs and SDKs, API names';

/** Rules of an organisation that the API does not show; docs/zoho-administrators.md explains each. */
export const NOT_TOLD: readonly ByHand[] = [
  inSettings('Approval and review processes on contacts and deals: none for the user of this token.'),
  inSettings(
    'Validation rules and layout rules of contacts, deals, calls, tasks and notes: met by what the portal writes.',
  ),
  inSettings('Data sharing: the user of this token sees and changes every contact and deal.'),
  inWorkflows('Workflows on contacts and deals: none writes a field that the portal writes.'),
];

/** The printed list: numbered, each with a link to the organisation. */
export function byHandList(items: readonly ByHand[], crmWebUrl: string, title = 'By hand:'): string[] {
  if (items.length === 0) return [];
  const lines = items.flatMap(({ say, page }, at) => [`${at + 1}. ${say}`, `   ${crmWebUrl}${page}`]);
  return ['', title, ...lines];
}

/** The input and output of a command. A test runs a command in the test's own process, and reads the output here. */
export interface Terminal {
  args: string[];
  /** Without it, the environment of the process. */
  env?: NodeJS.ProcessEnv;
  say: (line: string) => void;
  complain: (line: string) => void;
}

/** The options of a command. @throws ConfigError with a sentence about a wrong one */
export function optionsOf<T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : 'The options cannot be read.']);
  }
}

/** A command's own work; true if all is well. */
export type Work = (crm: CrmClient, config: Config, say: (line: string) => void, args: string[]) => Promise<boolean>;

const OWN_TERMINAL: Terminal = {
  args: process.argv.slice(2),
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
};

/**
 * Runs a command on the configured organisation; returns the exit code, 0 if `work` returns true. An incomplete
 * configuration, or a CRM that refuses the token, is reported in one sentence each.
 */
export async function onOrganisation(
  work: Work,
  { args, env, say: write, complain }: Terminal = OWN_TERMINAL,
): Promise<number> {
  const say = (line: string) => write(shown(line));
  // Ctrl-C reaches only the npm command, which starts this process in a group of its own.
  process.on('disconnect', leave);
  try {
    const config = loadConfig(env);
    const crm = createCrmClient(config.crm);
    say(`${config.portal.crmName}: ${config.crm.apiUrl}`);
    say('');
    const isWell = await work(crm, config, say, args).finally(() => crm.close());
    return isWell ? 0 : 1;
  } catch (error) {
    for (const sentence of sentencesOf(error)) complain(shown(sentence));
    return 1;
  } finally {
    // A listener would keep the process running.
    process.off('disconnect', leave);
  }
}

const leave = () => process.exit(1);

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
