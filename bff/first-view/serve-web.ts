import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../http/problems.ts';
import { acceptedEncodings } from '../http/requests.ts';
import type { App } from '../http/route-description.ts';
import { BUILT_WEB, loadBuiltWeb, type Page } from './built-web.ts';
import { type Asked, type FirstViewContext, firstViewPage } from './first-view.ts';

/** Compression of a page for one visitor: fast rather than small. */
const ENCODINGS = {
  br: (page: string) => promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (page: string) => promisify(gzip)(page),
};

/**
 * The built web: hashed assets are cached for ever and compressed at build time; the page itself is never cached and
 * answers every path of a screen. `/api` and the assets never fall back to it.
 */
export async function serveWeb(app: App, context: FirstViewContext): Promise<void> {
  if (!existsSync(BUILT_WEB)) return;
  const web = await loadBuiltWeb();
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
  // §2.1: every path that is neither a file nor an API call is a screen.
  app.get('/*', { config: { linkRequest: 'page' } }, async (request, reply) => {
    const [path = '', ...search] = request.url.split('?');
    if (/^\/(api|assets)\//.test(path) || path.includes('.')) throw new ProblemError('not_found');
    const written = withLinkAsMeant(search.join('?'));
    // Relative to the present URL: a path such as `//elsewhere` must not redirect to another host.
    if (written !== null) return reply.header('cache-control', 'no-store').redirect(`?${written}`);
    const link = linkIn(path, search.join('?'));
    if (!web || !link || request.method === 'HEAD') return reply.sendFile('index.html');
    return sendPrivately(request, reply, await firstViewPage(context, web, request, reply, link));
  });
}

/** Mails and chats may add a full stop, a bracket or a quote to a link, and write `&` as `&amp;`. */
const AROUND_LINK = /^[^\w-]+|[^\w-]+$/g;

/** The query with the corrected personal link; null if it needs no correction. */
function withLinkAsMeant(search: string): string | null {
  const query = new URLSearchParams(search);
  const offered = query.get('survey_hash') ?? query.get('amp;survey_hash');
  const meant = offered?.replace(AROUND_LINK, '');
  if (!meant || meant === query.get('survey_hash')) return null;
  query.delete('amp;survey_hash');
  query.set('survey_hash', meant);
  return query.toString();
}

/** The personal link in a URL, found in the same way as the page does; staff pages have none. */
function linkIn(path: string, search: string): Asked | undefined {
  const query = new URLSearchParams(search);
  const surveyHash = query.get('survey_hash');
  if (!surveyHash || path.startsWith('/admin')) return undefined;
  return { path, surveyHash, preview: query.get('preview') === '1' };
}

/** Sends a page for one visitor that must not be cached. */
async function sendPrivately(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, styleHashes }: Page,
): Promise<FastifyReply> {
  const policy = `${reply.getHeader('content-security-policy')}; style-src 'self' ${styleHashes.join(' ')}`;
  reply.headers({ 'cache-control': 'no-store', 'content-security-policy': policy }).type('text/html; charset=utf-8');
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined;
  if (!encoding) return reply.send(html);
  return reply.header('content-encoding', encoding).send(await ENCODINGS[encoding](html));
}
