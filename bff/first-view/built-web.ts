import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DrawFirstView, FirstView } from '../view-models/first-view.ts';

export const BUILT_WEB = fileURLToPath(new URL('../../web/dist', import.meta.url));
const DRAWING = join(BUILT_WEB, '.server/draw.js');
const ENTRY = 'index.html';
const ROOT = '<div id="root"></div>';

/** An entry of Vite's manifest: https://vite.dev/guide/backend-integration */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

/** A page to send, and the hashes of its inline styles for the Content-Security-Policy. */
export interface Page {
  html: string;
  styleHashes: readonly string[];
}

/** The server part of the built web; loaded by path, because the server must not import the web's sources. */
export interface BuiltWeb {
  draw: DrawFirstView;
  /** The page with a drawn view, its data, and links to the files it needs next. */
  pageOf(html: string, view: FirstView): Page;
}

export const readManifest = () => JSON.parse(readFileSync(join(BUILT_WEB, '.chunks'), 'utf8')) as Manifest;

/** Undefined if the web was not built. */
export async function loadBuiltWeb(): Promise<BuiltWeb | undefined> {
  if (!existsSync(DRAWING)) return undefined;
  const { draw } = (await import(pathToFileURL(DRAWING).href)) as { draw: DrawFirstView };
  const manifest = readManifest();
  const [before = '', after = ''] = readFileSync(join(BUILT_WEB, ENTRY), 'utf8').split(ROOT);
  const [head = '', body = ''] = before.replace(/<link rel="stylesheet"[^>]*>/g, '').split('</head>');
  const firstLoad = chunksOf(manifest, [ENTRY]);
  const styles = new Map(stylesOf(Object.values(manifest)).map((file) => [file, readStyle(file)]));
  return {
    draw,
    pageOf(html, view) {
      const parts = chunksOf(manifest, view.parts).filter((chunk) => !firstLoad.includes(chunk));
      const shown = stylesOf([...firstLoad, ...parts]).flatMap((file) => styles.get(file) ?? []);
      const page = [
        head,
        ...shown.map(({ text }) => `<style>${text}</style>`),
        // These links tell the loader of parts that these styles are already on the page. In the HTML they are no
        // stylesheets yet, because Chromium would fetch even a disabled stylesheet. main.tsx makes them stylesheets.
        ...shown.map(({ file }) => `<link rel="inlined" href="/${file}" disabled>`),
        // The parts and their imports are fetched together with the page.
        ...parts.map(({ file }) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`),
        '</head>',
        body,
        `<div id="root">${html}</div>`,
        `<script type="application/json" id="first-view">${inScript(view)}</script>`,
        after,
      ];
      return { html: page.join(''), styleHashes: shown.map(({ hash }) => hash) };
    },
  };
}

/** Writes `<` as a JSON escape, so that no text can end the script element. */
function inScript(view: FirstView): string {
  return JSON.stringify(view).replaceAll('<', '\\u003c');
}

interface Style {
  file: string;
  text: string;
  /** In the form for a Content-Security-Policy. */
  hash: string;
}

/** Styles are inlined: as a separate file they would reach a phone a quarter of a second later. */
function readStyle(file: string): Style {
  const text = readFileSync(join(BUILT_WEB, file), 'utf8').replaceAll('</', '<\\/');
  return { file, text, hash: `'sha256-${hash('sha256', text, 'base64')}'` };
}

function stylesOf(chunks: readonly Chunk[]): string[] {
  return [...new Set(chunks.flatMap(({ css = [] }) => css))];
}

/**
 * These chunks with their imports. The styles of an imported chunk come before those of the chunk that imports it, so
 * that the importing chunk can override them.
 */
export function chunksOf(manifest: Manifest, entries: readonly string[], seen = new Set<Chunk>()): Chunk[] {
  return entries.flatMap((entry) => {
    const chunk = manifest[entry];
    if (!chunk || seen.has(chunk)) return [];
    seen.add(chunk);
    return [...chunksOf(manifest, chunk.imports ?? [], seen), chunk];
  });
}
