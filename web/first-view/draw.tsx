import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { DrawFirstView } from '../../bff/view-models/first-view.ts';
import { createQueryClient } from '../api/query-client.ts';
import { PortalRoutes } from '../routes.tsx';
import { formatMoment } from '../texts/format.ts';
import { DrawingContext, fetchAllParts } from './drawing.tsx';
import { fillCache } from './received-view.ts';

// Server bundle of the frontend: built for Node, loaded by the BFF at startup.

await fetchAllParts();

/** The longest chain is link, deal, survey step; leave some margin. */
const MOST_REDIRECTS = 5;

/** Renders the page of a personal link as the browser would: same routes, screens and cache. */
export const draw: DrawFirstView = ({ path, visitor, data }) => {
  const client = createQueryClient();
  const readAt = formatMoment(Date.now());
  fillCache(client, visitor.surveyHash, data, readAt);
  let at = path;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const drawing = { visitor, parts: new Set<string>(), goesTo: undefined };
    const html = renderToString(
      <DrawingContext value={drawing}>
        <QueryClientProvider client={client}>
          <StaticRouter location={at}>
            <PortalRoutes />
          </StaticRouter>
        </QueryClientProvider>
      </DrawingContext>,
    );
    if (drawing.goesTo === undefined) {
      const waiting = client
        .getQueryCache()
        .findAll({ queryKey: ['deal'] })
        .find(({ state }) => state.status === 'pending');
      return {
        html,
        path: at,
        parts: [...drawing.parts],
        readAt,
        missingDeal: waiting && String(waiting.queryKey[1]),
      };
    }
    at = drawing.goesTo;
  }
  throw new Error('the routes go round in a circle');
};
