import { checkOrganisation } from './check-organisation.ts';
import { onOrganisation } from './on-organisation.ts';
import { report } from './report.ts';

// `npm run crm:check`: what a CRM lacks for the portal. Exit code 0 when nothing is wrong.

await onOrganisation(async (crm, config, say) => {
  const areas = await checkOrganisation(crm, config);
  for (const line of report(areas)) say(line);
  return areas.flatMap(({ findings }) => findings).every(({ level }) => level !== 'fault');
});
