import { buildWebIfStale } from '../../commands/build-web.ts';
import { needPrograms, programsOf } from '../../commands/programs.ts';

export async function setup(): Promise<void> {
  needPrograms(...programsOf('test:engines'));
  await buildWebIfStale();
}
