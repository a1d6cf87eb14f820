import { runOnCrm } from './sandbox-environment.ts';

await runOnCrm('bff/organisation/setup.ts');
