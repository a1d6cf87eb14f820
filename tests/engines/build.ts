import { buildWebIfStale } from '../../commands/build-web.ts';

export async function setup(): Promise<void> {
  await buildWebIfStale();
}
