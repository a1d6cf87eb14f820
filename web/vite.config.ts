import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const bff = process.env.BFF_URL ?? 'http://127.0.0.1:3000';

/** Writes a `.br` and a `.gz` beside every text file, so that the server compresses nothing while it serves. */
function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true });
      for (const name of names.filter((each) => /\.(js|css|html|svg)$/.test(each))) {
        const path = join(outDir, name);
        const bytes = await readFile(path);
        const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        await writeFile(`${path}.br`, brotliCompressSync(bytes, brotli));
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

interface ModuleGraph {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: string[] } | null;
}

/** True for a module that the first page cannot do without: one reaches it from the entry without a dynamic import. */
function isNeededAtOnce(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  const module = graph.getModuleInfo(id);
  if (!module || seen.has(id)) return false;
  seen.add(id);
  return module.isEntry || module.importers.some((importer) => isNeededAtOnce(importer, graph, seen));
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    // The pages are sent with `default-src 'self'`: nothing may be inlined as a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One file for the first load; left to itself the bundler cuts it up wherever a later screen shares a piece.
        codeSplitting: { groups: [{ name: (id, graph) => (isNeededAtOnce(id, graph) ? 'portal' : null) }] },
      },
    },
  },
  // In development the folder web/api is served under /api too: a module's name ends in .ts, a call's never does.
  server: { proxy: { '^/api/(?!.*\\.tsx?)': { target: bff } } },
  preview: { proxy: { '/api/': { target: bff } } },
});
