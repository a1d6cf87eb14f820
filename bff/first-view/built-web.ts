import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DrawFirstView, FirstView } from '../view-models/first-view.ts';

export const BUILT_WEB = fileURLToPath(new URL('../../web/dist', import.meta.url));
const DRAWING = join(BUILT_WEB, '.server/draw.js');
const ROOT = '<div id="root"></div>';

/** An entry of Vite's manifest: https://vite.dev/guide/backend-integration */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The half of the built web that the server uses; found by its path, since no source of the web is the server's. */
export interface BuiltWeb {
  draw: DrawFirstView;
  /** The page as it is sent: what was drawn, what it was drawn from, and the files that it needs next. */
  pageOf(html: string, view: FirstView): string;
}

/** Undefined where the web was not built. */
export async function loadBuiltWeb(): Promise<BuiltWeb | undefined> {
  if (!existsSync(DRAWING)) return undefined;
  const { draw } = (await import(pathToFileURL(DRAWING).href)) as { draw: DrawFirstView };
  const manifest = JSON.parse(readFileSync(join(BUILT_WEB, '.chunks'), 'utf8')) as Record<string, Chunk>;
  const [before = '', after = ''] = readFileSync(join(BUILT_WEB, 'index.html'), 'utf8').split(ROOT);
  const [head = '', body = ''] = before.split('</head>');
  return {
    draw,
    pageOf: (html, view) =>
      [
        head,
        linksTo(manifest, view.parts),
        '</head>',
        body,
        `<div id="root">${html}</div>`,
        `<script type="application/json" id="first-view">${inScript(view)}</script>`,
        after,
      ].join(''),
  };
}

/** No text in it can end the element: `<` is written as JSON's own escape. */
function inScript(view: FirstView): string {
  return JSON.stringify(view).replaceAll('<', '\\u003c');
}

/** The first load is in the page already; the parts and what they import are fetched along with it. */
function linksTo(manifest: Record<string, Chunk>, parts: readonly string[]): string {
  const firstLoad = new Set(chunksOf(manifest, ['index.html']));
  const chunks = chunksOf(manifest, parts).filter((chunk) => !firstLoad.has(chunk));
  const styles = new Set(chunks.flatMap(({ css = [] }) => css));
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`),
  ].join('');
}

/** What is imported stands before what imports it: its styles may be overruled there, and print overrules the screen. */
function chunksOf(manifest: Record<string, Chunk>, entries: readonly string[], seen = new Set<Chunk>()): Chunk[] {
  return entries.flatMap((entry) => {
    const chunk = manifest[entry];
    if (!chunk || seen.has(chunk)) return [];
    seen.add(chunk);
    return [...chunksOf(manifest, chunk.imports ?? [], seen), chunk];
  });
}
