import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT_WEB, chunksOf, readManifest } from '../bff/first-view/built-web.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAMP = join(BUILT_WEB, '.built-from');

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
  const { faults } = weighWeb();
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
  if (path === BUILT_WEB) return [];
  try {
    const names = readdirSync(path).sort();
    return names.flatMap((name) => filesIn(join(path, name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path];
    throw error;
  }
}

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
export function weighWeb(): { weights: Weight[]; faults: string[] } {
  const weights: Weight[] = [];
  const faults: string[] = [];
  for (const { screen, sources, beyond, ...budget } of BUDGETS) {
    const before = filesOf(beyond);
    const files = [...filesOf(sources)].filter((file) => !before.has(file));
    for (const kind of ['js', 'css'] as const) {
      const kb = files.filter((file) => file.endsWith(`.${kind}`)).reduce((sum, file) => sum + weigh(file), 0);
      weights.push({ screen, kind, kb, atMost: budget[kind] });
      if (kb > budget[kind]) faults.push(`${screen} has ${kb.toFixed(1)} kB ${kind}, more than ${budget[kind]}.`);
    }
  }
  for (const file of filesOf([...QUOTE, ...PAGES])) {
    const text = readFileSync(join(BUILT_WEB, file), 'utf8');
    for (const [what, trace] of Object.entries(NOT_AT_FIRST)) {
      if (text.includes(trace)) faults.push(`${file} of the first load has ${what} in it.`);
    }
  }
  return { weights, faults };
}

/** Everything that these sources load at once: themselves, their imports, their styles. */
function filesOf(sources: readonly string[]): Set<string> {
  const manifest = readManifest();
  const missing = sources.find((source) => !manifest[source]);
  if (missing !== undefined) throw new Error(`the built web has no ${missing}`);
  return new Set(chunksOf(manifest, sources).flatMap(({ file, css = [] }) => [file, ...css]));
}

function weigh(file: string): number {
  return readFileSync(join(BUILT_WEB, `${file}.br`)).byteLength / 1000;
}
