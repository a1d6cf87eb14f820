import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  // Vite keeps the NODE_ENV of a shell or a test runner, and would build React for development.
  const { NODE_ENV: before } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build(config);
    await build({ ...config, build: { ssr: 'first-view/draw.tsx' } });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
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

/** An entry of Vite's manifest: https://vite.dev/guide/backend-integration */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

type Manifest = Record<string, Chunk>;

/** The most a screen may load, in kB (1,000 bytes) of brotli. `beyond` was loaded before and does not count. */
interface Budget {
  screen: string;
  sources: string[];
  beyond: string[];
  js: number;
  css: number;
}

const FIRST = ['index.html'];
const PAGES = [...FIRST, 'customer/survey/ContactSurveyScreen.tsx'];
const QUOTE = [...FIRST, 'customer/quote/QuoteSection.tsx'];
const PHOTOS = ['customer/photos/PhotosStep.tsx', 'customer/photos/photo-sender.ts', 'customer/photos/OtherPhotos.tsx'];

const BUDGETS: Budget[] = [
  {
    screen: 'the survey of a deal',
    sources: [...FIRST, 'customer/survey/DealSurvey.tsx'],
    beyond: [],
    js: 100,
    css: 12,
  },
  { screen: 'the survey of a contact', sources: PAGES, beyond: [], js: 100, css: 12 },
  { screen: 'the quote', sources: QUOTE, beyond: [], js: 100, css: 12 },
  { screen: 'the photo step', sources: PHOTOS, beyond: PAGES, js: 90, css: 12 },
  { screen: 'the admin area', sources: ['admin/layout/AdminArea.tsx'], beyond: FIRST, js: 45, css: 12 },
];

/** Code that only later screens may load, recognised by a text that survives minifying. */
const NOT_AT_FIRST = { zod: 'ZodError', Uppy: 'uppy-', 'the admin area': 'x-owner-id' };

/** The size of the js or css that a screen loads, and its budget, in kB of brotli. */
interface Weight {
  screen: string;
  kind: 'js' | 'css';
  kb: number;
  atMost: number;
}

/** The weights of every screen, and one sentence per exceeded budget. */
export function weighWeb(built: string): { weights: Weight[]; faults: string[] } {
  const manifest = JSON.parse(readFileSync(join(built, '.chunks'), 'utf8')) as Manifest;
  const weights: Weight[] = [];
  const faults: string[] = [];
  for (const { screen, sources, beyond, ...budget } of BUDGETS) {
    const before = filesOf(manifest, beyond);
    const files = [...filesOf(manifest, sources)].filter((file) => !before.has(file));
    for (const kind of ['js', 'css'] as const) {
      const kb = files.filter((file) => file.endsWith(`.${kind}`)).reduce((sum, file) => sum + weigh(built, file), 0);
      weights.push({ screen, kind, kb, atMost: budget[kind] });
      if (kb > budget[kind]) faults.push(`${screen} has ${kb.toFixed(1)} kB ${kind}, more than ${budget[kind]}.`);
    }
  }
  for (const file of filesOf(manifest, [...QUOTE, ...PAGES])) {
    const text = readFileSync(join(built, file), 'utf8');
    for (const [what, trace] of Object.entries(NOT_AT_FIRST)) {
      if (text.includes(trace)) faults.push(`${file} of the first load has ${what} in it.`);
    }
  }
  return { weights, faults };
}

/** Everything that these sources load at once: themselves, their imports, their styles. */
function filesOf(manifest: Manifest, sources: readonly string[], found = new Set<string>()): Set<string> {
  for (const source of sources) {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`the built web has no ${source}`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    for (const style of chunk.css ?? []) found.add(style);
    filesOf(manifest, chunk.imports ?? [], found);
  }
  return found;
}

function weigh(built: string, file: string): number {
  return readFileSync(join(built, `${file}.br`)).byteLength / 1000;
}
