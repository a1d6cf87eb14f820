import { parentPort } from 'node:worker_threads';

/** Never answers, whatever it is given. */
parentPort?.on('message', () => {
  for (;;);
});
