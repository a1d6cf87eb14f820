import { runOnCrm } from './on-crm.ts';

await runOnCrm('bff/organisation/setup.ts');
