import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { ProblemError } from './problems.ts';
import type { App } from './typed-app.ts';

const BUILT_WEB = fileURLToPath(new URL('../web/dist', import.meta.url));

/**
 * The built web: hashed assets for ever, precompressed at build; the page itself is asked for anew each time and
 * answers every path that is a screen. `/api` and the assets never fall back to it.
 */
export async function serveWeb(app: App): Promise<void> {
  if (!existsSync(BUILT_WEB)) return;
  await app.register(fastifyStatic, {
    root: BUILT_WEB,
    index: false,
    wildcard: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // Portal §2.1: every path that is no file and no call is a screen.
  app.get('/*', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (/^\/(api|assets)\//.test(path) || path.includes('.')) throw new ProblemError('not_found');
    return reply.sendFile('index.html');
  });
}
