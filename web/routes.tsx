import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { DealScreen } from './customer/deals/DealScreen.tsx';
import { DealsScreen } from './customer/deals/DealsScreen.tsx';
import { HomeRedirect } from './customer/deals/HomeRedirect.tsx';
import { Gate } from './customer/gate/Gate.tsx';
import { ADMIN_PATH } from './paths.ts';
import { LoadingScreen } from './ui/LoadingScreen.tsx';

/** Staff only: nothing of it is in what a customer loads. */
const AdminArea = lazy(() => import('./admin/layout/AdminArea.tsx').then((module) => ({ default: module.AdminArea })));

/** Every screen and its URL. */
export function PortalRoutes() {
  return (
    <Routes>
      <Route
        path={`${ADMIN_PATH}/*`}
        element={
          <Suspense fallback={<LoadingScreen onRetry={() => window.location.reload()} />}>
            <AdminArea />
          </Suspense>
        }
      />
      <Route path="*" element={<CustomerRoutes />} />
    </Routes>
  );
}

/** Everything but /admin lies behind the customer's gate (portal §2.1). */
function CustomerRoutes() {
  return (
    <Gate>
      <Routes>
        <Route path="/deals" element={<DealsScreen />} />
        <Route path="/deals/:dealId/*" element={<DealScreen />} />
        <Route path="*" element={<HomeRedirect />} />
      </Routes>
    </Gate>
  );
}
