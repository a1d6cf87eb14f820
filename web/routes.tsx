import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { DealScreen } from './customer/deals/DealScreen.tsx';
import { DealsScreen } from './customer/deals/DealsScreen.tsx';
import { HomeRedirect } from './customer/deals/HomeRedirect.tsx';
import { Gate } from './customer/gate/Gate.tsx';
import { UnsentPhotos } from './customer/photos/UnsentPhotos.tsx';
import { ADMIN_PATH } from './paths.ts';
import { LoadingScreen } from './ui/LoadingScreen.tsx';
import { loadPart } from './ui/load-part.ts';

/** Staff only: nothing of it is in what a customer loads. */
const AdminArea = lazy(() => import('./admin/layout/AdminArea.tsx').then((module) => ({ default: module.AdminArea })));

/** Most customers have a deal and never see it. */
const ContactSurveyScreen = lazy(async () => ({
  default: (await loadPart(() => import('./customer/survey/ContactSurveyScreen.tsx'))).ContactSurveyScreen,
}));

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
      <UnsentPhotos />
      <Routes>
        <Route path="/deals" element={<DealsScreen />} />
        <Route path="/deals/:dealId/*" element={<DealScreen />} />
        <Route
          path="/pages/:step?"
          element={
            <Suspense fallback={<LoadingScreen onRetry={() => window.location.reload()} />}>
              <ContactSurveyScreen />
            </Suspense>
          }
        />
        <Route path="*" element={<HomeRedirect />} />
      </Routes>
    </Gate>
  );
}
