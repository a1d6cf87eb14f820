import { BUILT, buildWeb } from './build-web.ts';
import { weighWeb } from './web-budget.ts';

await buildWeb();
for (const size of weighWeb(BUILT).sizes) console.log(size);
