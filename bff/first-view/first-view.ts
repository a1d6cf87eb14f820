import { existsSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CustomerAccess, withLink } from '../access/customer.ts';
import { linkName } from '../access/survey-link.ts';
import { presentContact } from '../contact/present-contact.ts';
import { type ContactPrefetch, type FoundContact, type OpenLinkContext, openLink } from '../contact/read-contact.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { showDeal } from '../deal/present-deal.ts';
import type { DealReadContext } from '../deal/read-deal.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { answerOf, ProblemError } from '../http/problems.ts';
import { acceptedEncodings, disconnectSignal } from '../http/requests.ts';
import type { App } from '../http/route-description.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { readOwnProducts } from '../quote/stored-calc.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Deal } from '../view-models/deal.ts';
import { type FirstData, firstData } from '../view-models/first-view.ts';
import type { Site } from '../view-models/site.ts';
import { BUILT_WEB, type BuiltWeb, loadBuiltWeb, type Page } from './built-web.ts';

export interface FirstViewContext extends CustomerAccess, OpenLinkContext, DealReadContext {
  log: Log;
  portal: PortalFile;
  resumeOrder(found: FoundDeal): void;
  contactPrefetch: ContactPrefetch;
  site: Site;
  firstViewWaitMs: number;
  nameOf(ownerId: string): string | undefined;
}

interface Asked {
  path: string;
  /** As in the URL, known or not. */
  surveyHash: string;
  preview: boolean;
}

/**
 * The page of a personal link with its first view. Reads the same data as the verify and deal calls, within the same
 * limits, and refuses an unknown link in the same way. If the CRM is too slow or fails, the page is the loader, and the
 * browser continues.
 */
async function firstViewPage(
  context: FirstViewContext,
  web: BuiltWeb,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, surveyHash, preview }: Asked,
): Promise<Page> {
  const { site } = context;
  const patience = AbortSignal.timeout(context.firstViewWaitMs);
  const draw = (data: FirstData) => web.draw({ path, visitor: { surveyHash, preview }, data });
  const page = (data: FirstData, { html, path, parts, readAt } = draw(data)) =>
    web.pageOf(html, { data: firstData.parse(data), path, parts, readAt });

  let keepForBrowser = () => {};
  const drawn = withLink(context, request, reply, surveyHash, 'unknown_link', async (hash) => {
    // The page was sent without its data, and the browser's own call has been answered since. So nothing has to be
    // read.
    if (patience.aborted && context.knownLinks.isKnown(linkName(hash))) return page({ site });
    const arriving = openLink(context, crmOptionsFor('read', disconnectSignal(reply)), hash);
    keepForBrowser = () => context.contactPrefetch.keep(linkName(hash), arriving);
    if (patience.aborted) keepForBrowser();
    const found = await arriving;
    const data = { site, contact: presentContact(found, context) };
    const withoutDeal = draw(data);
    const deal = await missingDeal(context, found, withoutDeal.missingDeal, patience);
    return deal ? page({ ...data, deal }) : page(data, withoutDeal);
  }).catch((error: unknown) => {
    if (!(error instanceof ProblemError && error.code === 'unknown_link')) throw error;
    request.problem = error.code;
    return page({ site, refused: answerOf(error, request.id).body });
  });

  try {
    return await Promise.race([drawn, expiry(patience)]);
  } catch (error) {
    if (patience.aborted) keepForBrowser();
    else context.log.warn({ requestId: request.id, ...faultFields(error) }, 'a first view was sent without its data');
    return page({ site });
  }
}

/** The deal that the view needs, from those already read. */
async function missingDeal(
  context: FirstViewContext,
  { deals }: FoundContact,
  id: string | undefined,
  patience: AbortSignal,
): Promise<Deal | undefined> {
  const read = deals.find(({ deal }) => deal.id === id);
  if (!read) return undefined;
  const found = { ...read, ownProducts: await readOwnProducts(context, crmOptionsFor('read', patience), read.deal) };
  context.resumeOrder(found);
  return showDeal(context, found);
}

function expiry(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

/** Compression of a page for one visitor: fast rather than small. */
const ENCODINGS = {
  br: (page: string) => promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (page: string) => promisify(gzip)(page),
};

/**
 * The built web. Hashed assets are cached for ever and compressed at build time. The page itself is never cached, and
 * answers every path of a screen. Paths below `/api` and `/assets` never get the page.
 */
export async function serveWeb(app: App, context: FirstViewContext): Promise<void> {
  if (!existsSync(BUILT_WEB)) return;
  const web = await loadBuiltWeb();
  const files = new Set(readdirSync(BUILT_WEB, { recursive: true, encoding: 'utf8' }));
  await app.register(fastifyStatic, {
    root: BUILT_WEB,
    // The route below sends the files. A route for each of them would take 10 MB at rest.
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // §2.1: every path that is neither a file nor an API call is a screen.
  app.get<{ Params: { '*': string } }>('/*', { config: { linkRequest: 'page' } }, async (request, reply) => {
    const file = request.params['*'];
    if (files.has(file)) return reply.sendFile(file);
    const [path = '', ...search] = request.url.split('?');
    const [, screen] = BEHIND_SCREEN.exec(path) ?? [];
    if (screen !== undefined) return reply.redirect([screen, ...search].join('?'));
    if (ENTRY_SCRIPT.test(path)) {
      reply.headers({ 'cache-control': 'no-store' }).type('text/javascript; charset=utf-8');
      return loadsPageAgain(path);
    }
    if (/^\/(api|assets)\//.test(path) || path.includes('.')) throw new ProblemError('not_found');
    const written = withLinkAsMeant(search.join('?'));
    // Relative to the present URL: a path such as `//elsewhere` must not redirect to another host.
    if (written !== null) return reply.header('cache-control', 'no-store').redirect(`?${written}`);
    const link = linkIn(path, search.join('?'));
    if (!web || !link || request.method === 'HEAD') return reply.sendFile('index.html');
    return sendPrivately(request, reply, await firstViewPage(context, web, request, reply, link));
  });
}

/** The first script of a page, in any version. */
const ENTRY_SCRIPT = /^\/assets\/index-[\w-]{8}\.js$/;

/**
 * While several processes are replaced one by one, a page of one version may ask a process of another version for its
 * script. Without it the controls of the page stay disabled. So this script loads the page again, after one second and
 * then after longer pauses. It stops after a minute, because then no process has this version.
 */
function loadsPageAgain(path: string): string {
  return `try {
  const key = 'loads without ${path}';
  const before = Number(sessionStorage.getItem(key));
  sessionStorage.setItem(key, before + 1);
  if (before < 6) setTimeout(() => location.reload(), 1000 * 2 ** before);
} catch {}
`;
}

/** Mails and chats may add a full stop, a bracket or a quote to a link, and write `&` as `&amp;`. */
const AROUND_LINK = /^[^\w-]+|[^\w-]+$/g;

/** The same characters after the path of a screen, percent-encoded or not. */
const BEHIND_SCREEN = /^(\/(?:deals|pages)\/[\w/-]*)(?:[^\w/%-]|%[\da-f]{2})+$/i;

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
