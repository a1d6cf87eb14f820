import { buildWeb, weighWeb } from './build-web.ts';

await buildWeb();
for (const { screen, kind, kb, atMost } of weighWeb().weights) {
  console.log(`${screen}: ${kb.toFixed(1)} kB ${kind} of ${atMost}`);
}
