import { ConfigError } from '../config.ts';
import { checkOrganisation } from './check-organisation.ts';
import { byHandList, NOT_TOLD, onOrganisation, optionsOf, report, type Work } from './finding.ts';
import { rehearse } from './rehearsal.ts';

// `npm run crm:check`: reports what a CRM lacks for the portal. Exit code 0 if nothing is wrong. With `-- --write` it
// also writes everything once, to test records that it removes; with `--mail-to` it sends one mail to that address.

export const check: Work = async (crm, config, say, args) => {
  const flags = { write: { type: 'boolean', default: false }, 'mail-to': { type: 'string' } } as const;
  const { write, 'mail-to': mailTo } = optionsOf(args, flags);
  if (mailTo !== undefined && !write) throw new ConfigError(['--mail-to goes with --write.']);
  const areas = await checkOrganisation(crm, config);
  if (write) areas.push(...(await rehearse(crm, config.portal, mailTo ?? null)));
  for (const line of report(areas)) say(line);
  for (const line of byHandList(NOT_TOLD, config.crmWebUrl, 'What the API does not tell, to look at by hand:'))
    say(line);
  return areas.flatMap(({ findings }) => findings).every(({ level }) => level !== 'fault');
};

if (import.meta.main) process.exitCode = await onOrganisation(check);
