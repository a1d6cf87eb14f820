import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const bff = process.env.BFF_URL ?? 'http://127.0.0.1:3000';

/** Runs on the output files of a browser build. */
function afterBuild(name: string, work: (outDir: string, names: readonly string[]) => Promise<void>): Plugin {
  let outDir = '';
  return {
    name,
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      await work(outDir, await readdir(outDir, { recursive: true }));
    },
  };
}

/** Writes a `.br` and a `.gz` beside every text file, so that the server does not compress at run time. */
const precompress = afterBuild('precompress', async (outDir, names) => {
  for (const name of names.filter((each) => /\.(js|css|html|svg)$/.test(each))) {
    const path = join(outDir, name);
    const bytes = await readFile(path);
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    await writeFile(`${path}.br`, brotliCompressSync(bytes, brotli));
    await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
});

/** Moves source maps to a folder that is not served, where `npm run fault:trace` reads them. */
const keepSourceMaps = afterBuild('keep-source-maps', async (outDir, names) => {
  await mkdir(join(outDir, '.source-maps'), { recursive: true });
  for (const map of names.filter((name) => name.endsWith('.map')))
    await rename(join(outDir, map), join(outDir, '.source-maps', basename(map)));
});

/** Small modules that every next screen needs: a chunk of their own would cost more. */
const SOON_SHARED = /\/web\/(device\/drafts|texts\/format|ui\/Money)\.tsx?$/;

/** The renderer: in the first chunk, but evaluated only on demand (see main.tsx). */
const LATER_TASK = /\/node_modules\/(react-dom|scheduler)\//;

interface ModuleGraph {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: string[] } | null;
}

/** Whether the first page needs a module: it is reachable from the entry without a dynamic import. */
function isNeededAtOnce(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  const module = graph.getModuleInfo(id);
  if (!module || seen.has(id)) return false;
  seen.add(id);
  return module.isEntry || module.importers.some((importer) => isNeededAtOnce(importer, graph, seen));
}

/** Built twice: for the browser, and (`--ssr`) for rendering the first view on the server. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), precompress, keepSourceMaps],
  worker: { format: 'es' },
  build: {
    outDir: isSsrBuild ? 'dist/.server' : 'dist',
    emptyOutDir: true,
    // Tells the server which chunks belong to a part. Dot files are not served.
    manifest: isSsrBuild ? false : '.chunks',
    minify: true,
    copyPublicDir: !isSsrBuild,
    sourcemap: isSsrBuild ? false : 'hidden',
    // Pages are sent with `default-src 'self'`, so nothing may be inlined as a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            // Positions only: the sources are in the repository.
            sourcemapExcludeSources: true,
            // One chunk for the first load; by default the bundler splits off every module that a later screen shares.
            codeSplitting: {
              groups: [
                {
                  debugName: 'portal',
                  name: (id, graph) =>
                    SOON_SHARED.test(id) || LATER_TASK.test(id) || isNeededAtOnce(id, graph) ? 'portal' : null,
                },
              ],
            },
          },
        },
  },
  // Uses React's production build, and avoids package resolution at server startup.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: { noExternal: true },
  // In development, the modules of web/api are under /api too. Their names end in .ts; API calls never do.
  server: { proxy: { '^/api/(?!.*\\.tsx?)': { target: bff } } },
  preview: { proxy: { '/api/': { target: bff } } },
}));
