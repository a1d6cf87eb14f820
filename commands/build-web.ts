import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { weighWeb } from './web-budget.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const BUILT = join(ROOT, 'web/dist');
const STAMP = join(BUILT, '.built-from');

/** The sources of the built web; other changes never make it stale. */
const SOURCES = ['web', 'bff/view-models', 'package-lock.json', 'tsconfig.json'];

/** Builds the web for production, for browser and server. Throws if a screen exceeds its budget. */
export async function buildWeb(): Promise<void> {
  const digest = sourceDigest();
  // Imported only when needed: a start without a build should not load it.
  const { build } = await import('vite');
  const config = { configFile: join(ROOT, 'web/vite.config.ts'), logLevel: 'warn' } as const;
  await build(config);
  await build({ ...config, build: { ssr: 'first-view/draw.tsx' } });
  const { faults } = weighWeb(BUILT);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  writeFileSync(STAMP, digest);
}

/** Builds the web unless it was built from the same sources; returns whether it built. */
export async function buildWebIfStale(): Promise<boolean> {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourceDigest()) return false;
  await buildWeb();
  return true;
}

/** By content, not by time: in a fresh clone all files are new. */
function sourceDigest(): string {
  const digest = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesIn(join(ROOT, source))) digest.update(relative(ROOT, file)).update(readFileSync(file));
  }
  return digest.digest('hex');
}

function filesIn(path: string): string[] {
  if (path === BUILT) return [];
  try {
    const names = readdirSync(path).sort();
    return names.flatMap((name) => filesIn(join(path, name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path];
    throw error;
  }
}
