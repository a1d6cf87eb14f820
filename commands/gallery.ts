import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildWebIfStale } from './build-web.ts';
import { needPrograms, programPath } from './programs.ts';

// `npm run gallery`: takes a picture of every screen and state on a phone and a desktop, and makes an overview. With a
// word (`npm run gallery -- quote`) it takes only the pictures whose name starts with this word, and those of the same
// pages.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GALLERY = `${ROOT}gallery/`;
const [beginning = ''] = process.argv.slice(2);

if (beginning === '') rmSync(GALLERY, { recursive: true, force: true });
mkdirSync(GALLERY, { recursive: true });
needPrograms('chromium');
await buildWebIfStale();

const startedMs = Date.now();
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/.bin/playwright',
    'test',
    '--config',
    'tests/gallery/playwright.config.ts',
    '--grep',
    `(^| )${beginning}`,
  ],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, CHROME_PATH: programPath('chromium') } },
);

const pictures = readdirSync(GALLERY).filter((name) => name.endsWith('.png'));
writeFileSync(`${GALLERY}index.html`, sheetOf(pictures));
const seconds = Math.round((Date.now() - startedMs) / 1000);
const written = pictures.filter((name) => name.startsWith(beginning)).length;
console.log(`${written} pictures in ${seconds} s; all there are: gallery/index.html`);
process.exit(status ?? 1);

/** Phone and desktop pictures of each scene side by side. */
function sheetOf(files: readonly string[]): string {
  const scenes = [...new Set(files.map((file) => file.replace(/-\d+\.png$/, '')))].sort();
  const figures = scenes.map((scene) => {
    const images = ['390', '1280'].map((width) => `${scene}-${width}.png`).filter((file) => files.includes(file));
    const shown = images.map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`);
    return `<figure><figcaption>${scene}</figcaption>${shown.join('')}</figure>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Gallery</title>
<style>
body{font:14px system-ui;margin:1rem;display:grid;grid-template-columns:repeat(auto-fill,minmax(30rem,1fr));gap:1rem}
figure{margin:0;display:flex;flex-wrap:wrap;align-items:start;gap:.5rem}figcaption{width:100%}
img{height:18rem;border:1px solid #ccc}
</style>
${figures.join('\n')}
`;
}
