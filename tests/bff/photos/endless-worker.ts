import { parentPort } from 'node:worker_threads';

/** Never answers. */
parentPort?.on('message', () => {
  for (;;);
});
