import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { queryClient } from './api/query-client.ts';
import { siteQuery } from './api/site-query.ts';
import { receiveVisitor } from './customer/gate/visitor.ts';
import { forgetOldDrafts } from './device/drafts.ts';
import { PortalRoutes } from './routes.tsx';
import { Crash } from './ui/Crash.tsx';
import './ui/tokens.css';
import './ui/page.css';
import './ui/controls.css';

// Before anything is drawn: the personal link leaves the address bar at once.
receiveVisitor();
forgetOldDrafts();
void queryClient.prefetchQuery(siteQuery);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Crash>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <PortalRoutes />
          </BrowserRouter>
        </QueryClientProvider>
      </Crash>
    </StrictMode>,
  );
}
