import { buildWebIfStale } from '../../commands/build-web.ts';
import { needPrograms, programsOf } from '../../commands/programs.ts';

/** The production build: the test runner's own mode would build for development. */
export async function setup(): Promise<void> {
  needPrograms(...programsOf('test:engines'));
  const mode = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  await buildWebIfStale();
  process.env.NODE_ENV = mode;
}
