import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const bff = process.env.BFF_URL ?? 'http://127.0.0.1:3000';

/** What is done with the files of a finished build for the browser. */
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

/** Moves source maps to where nobody is served them: `npm run fault:trace` reads them there. */
const keepSourceMaps = afterBuild('keep-source-maps', async (outDir, names) => {
  await mkdir(join(outDir, '.source-maps'), { recursive: true });
  for (const map of names.filter((name) => name.endsWith('.map')))
    await rename(join(outDir, map), join(outDir, '.source-maps', basename(map)));
});

/** Small, and needed by every next screen: a chunk of their own would cost more. */
const SOON_SHARED = /\/web\/(customer\/WriteButton|device\/drafts|texts\/format)\.tsx?$/;

/** In the first load, but only run when it is asked for (see main.tsx): what draws in the browser. */
const LATER_TASK = /\/node_modules\/(react-dom|scheduler)\//;

interface ModuleGraph {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: string[] } | null;
}

/** True for a module that the first page needs: reachable from the entry without a dynamic import. */
function isNeededAtOnce(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  const module = graph.getModuleInfo(id);
  if (!module || seen.has(id)) return false;
  seen.add(id);
  return module.isEntry || module.importers.some((importer) => isNeededAtOnce(importer, graph, seen));
}

/** Built twice: for the browser, and (`--ssr`) for drawing the first view on the server. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), precompress, keepSourceMaps],
  worker: { format: 'es' },
  build: {
    outDir: isSsrBuild ? 'dist/.server' : 'dist',
    emptyOutDir: true,
    // Tells the server which chunks hold the parts of a page; like everything that begins with a dot, it is not served.
    manifest: isSsrBuild ? false : '.chunks',
    minify: true,
    copyPublicDir: !isSsrBuild,
    sourcemap: isSsrBuild ? false : 'hidden',
    // The pages are sent with `default-src 'self'`, so nothing may be inlined as a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            // Places only: what stands there is in the repository.
            sourcemapExcludeSources: true,
            // One chunk for the first load; by default the bundler splits it wherever a later screen shares a piece.
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
  // React's production build, and no look-up of packages when the server starts.
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  ssr: { noExternal: true },
  // In development the folder web/api is served under /api too: a module's name ends in .ts, a call's never does.
  server: { proxy: { '^/api/(?!.*\\.tsx?)': { target: bff } } },
  preview: { proxy: { '/api/': { target: bff } } },
}));
