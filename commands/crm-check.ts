import { runOnCrm } from './on-crm.ts';

await runOnCrm('bff/organisation/check.ts');
