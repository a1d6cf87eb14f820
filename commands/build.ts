import { BUILT, buildWeb } from './build-web.ts';
import { weighWeb } from './web-budget.ts';

await buildWeb();
for (const { screen, kind, kb, atMost } of weighWeb(BUILT).weights) {
  console.log(`${screen}: ${kb.toFixed(1)} kB ${kind} of ${atMost}`);
}
