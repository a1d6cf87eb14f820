import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { HomeRedirect } from './customer/deals/HomeRedirect.tsx';
import { Gate } from './customer/gate/Gate.tsx';
import { LoadingScreen } from './ui/LoadingScreen.tsx';

const loadDeal = () => import('./customer/deals/DealScreen.tsx');
const DealScreen = lazy(() => loadDeal().then((module) => ({ default: module.DealScreen })));
const DealsScreen = lazy(() =>
  import('./customer/deals/DealsScreen.tsx').then((module) => ({ default: module.DealsScreen })),
);

/** Every screen and its URL. */
export function PortalRoutes() {
  return (
    <Routes>
      <Route path="*" element={<CustomerRoutes />} />
    </Routes>
  );
}

/** Everything but /admin lies behind the customer's gate (portal §2.1). */
function CustomerRoutes() {
  return (
    <Gate whileVerifying={loadDeal}>
      <Suspense fallback={<LoadingScreen onRetry={() => window.location.reload()} />}>
        <Routes>
          <Route path="/deals" element={<DealsScreen />} />
          <Route path="/deals/:dealId/*" element={<DealScreen />} />
          <Route path="*" element={<HomeRedirect />} />
        </Routes>
      </Suspense>
    </Gate>
  );
}
