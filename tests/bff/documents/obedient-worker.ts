import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

/** Does what the name of the quote says. A quote with any other name is answered with that name. */
parentPort?.on('message', async ({ quote: { Deal_Name: name } }: { quote: { Deal_Name: string } }) => {
  if (name === 'loop') for (;;);
  if (name === 'throw') throw new Error('no');
  if (name === 'throw later') {
    await setImmediate();
    setTimeout(() => {
      throw new Error('no');
    });
    return;
  }
  if (name === 'exit') process.exit(0);
  if (name === 'hoard') for (const kept: object[] = []; ; ) kept.push(new Array(1e4).fill(kept.length + 0.5));
  parentPort?.postMessage(new TextEncoder().encode(name));
});
