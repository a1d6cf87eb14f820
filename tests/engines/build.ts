import { buildWebIfStale } from '../../commands/build-web.ts';

/** As customers get it: under the test runner's own mode it would be built for development. */
export async function setup(): Promise<void> {
  const mode = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  await buildWebIfStale();
  process.env.NODE_ENV = mode;
}
