import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { queryClient, siteQuery } from './api/query-client.ts';
import { currentVisitor, receiveVisitor } from './customer/gate/visitor.ts';
import { forgetOldDrafts } from './device/drafts.ts';
import { fetchParts } from './first-view/drawing.tsx';
import { fillCache, keepsWork, receivedView } from './first-view/received-view.ts';
import { PortalRoutes } from './routes.tsx';
import { Crash, reportFaults } from './ui/Crash.tsx';
import './ui/tokens.css';
import './ui/typeface.css';
import './ui/base.css';
import './ui/layout.css';
import './ui/page.css';
import './ui/page-print.css';
import './ui/controls.css';
import './ui/fields.css';
import './ui/cards.css';
import './ui/large-text.css';

const portal = (
  <StrictMode>
    <Crash>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <PortalRoutes />
        </BrowserRouter>
      </QueryClientProvider>
    </Crash>
  </StrictMode>
);

// Before rendering: removes the personal link from the address bar.
receiveVisitor();
reportFaults();
forgetOldDrafts();
// Start after the page was painted, in a new task, because on a slow phone this file alone already fills a task. The
// new task also evaluates react-dom.
requestAnimationFrame(() => setTimeout(start));

async function start() {
  const root = document.getElementById('root');
  const view = receivedView();
  if (view) fillCache(queryClient, currentVisitor().surveyHash ?? '', view.data, view.readAt);
  else void queryClient.prefetchQuery(siteQuery);

  // Local drafts or progress may lead to another screen than the server's. Then the server's page stays until ours is
  // rendered.
  const takesOver = view !== undefined && !keepsWork();
  if (takesOver) window.history.replaceState(null, '', view.path);
  if (!root) return;
  // The styles of these links are already inlined. A disabled stylesheet is not fetched, but Vite's loader of parts
  // finds it and does not load it again.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[disabled]')) link.rel = 'stylesheet';
  const parts = fetchParts(view?.parts ?? []);
  const { createRoot, hydrateRoot } = await import('react-dom/client');
  await parts;
  // In a transition, so that a slow phone can handle input in between.
  if (takesOver) startTransition(() => void hydrateRoot(root, portal));
  else createRoot(root).render(portal);
}
