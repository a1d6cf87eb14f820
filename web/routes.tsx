import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useContact } from './customer/contact-and-deal.ts';
import { DealScreen } from './customer/deals/DealScreen.tsx';
import { HomeRedirect } from './customer/deals/HomeRedirect.tsx';
import { Gate } from './customer/gate/Gate.tsx';
import { currentVisitor } from './customer/gate/visitor.ts';
import { photosWait } from './device/storage.ts';
import { loadPart, part } from './first-view/drawing.tsx';
import { ADMIN_PATH, STYLE_GUIDE_PATH } from './paths.ts';
import { LoadingScreen, PartLoading } from './ui/LoadingScreen.tsx';

/** Only for staff: customers never load it. It does not use their loader (§2.2), whose text is about their data. */
const AdminArea = lazy(() => import('./admin/layout/AdminArea.tsx').then((module) => ({ default: module.AdminArea })));

/** Only for the sandbox: customers never load it. */
const StyleGuide = lazy(() =>
  import('./style-guide/StyleGuide.tsx').then((module) => ({ default: module.StyleGuide })),
);

/** Lazy-loaded: most customers have one deal and never see the list. */
const DealsScreen = part(
  'customer/deals/DealsScreen.tsx',
  () => import('./customer/deals/DealsScreen.tsx'),
  'DealsScreen',
);

/** Lazy-loaded: most customers have a deal and never see it. */
const ContactSurveyScreen = part(
  'customer/survey/ContactSurveyScreen.tsx',
  () => import('./customer/survey/ContactSurveyScreen.tsx'),
  'ContactSurveyScreen',
);

const PAGE_LOADING = <LoadingScreen onRetry={() => window.location.reload()} />;

export function PortalRoutes() {
  return (
    <Routes>
      <Route
        path={`${ADMIN_PATH}/*`}
        element={
          <Suspense
            fallback={
              <main className="loading">
                <PartLoading />
              </main>
            }
          >
            <AdminArea />
          </Suspense>
        }
      />
      <Route
        path={STYLE_GUIDE_PATH}
        element={
          <Suspense fallback={PAGE_LOADING}>
            <StyleGuide />
          </Suspense>
        }
      />
      <Route path="*" element={<Elsewhere />} />
    </Routes>
  );
}

/** Any path that begins with /admin is the admin area; all others are the customer's (§2.1). */
function Elsewhere() {
  const { pathname } = useLocation();
  return pathname.startsWith(ADMIN_PATH) ? <Navigate to={ADMIN_PATH} replace /> : <CustomerRoutes />;
}

function CustomerRoutes() {
  return (
    <Gate>
      <UnsentPhotos />
      <Routes>
        <Route
          path="/deals"
          element={
            <Suspense fallback={PAGE_LOADING}>
              <DealsScreen />
            </Suspense>
          }
        />
        <Route path="/deals/:dealId/*" element={<DealScreen />} />
        <Route
          path="/pages/:step?"
          element={
            <Suspense fallback={PAGE_LOADING}>
              <ContactSurveyScreen />
            </Suspense>
          }
        />
        <Route path="*" element={<HomeRedirect />} />
      </Routes>
    </Gate>
  );
}

/** Sends photos that the device kept from an earlier visit, whatever page the customer opens. */
function UnsentPhotos() {
  const { id } = useContact();
  useEffect(() => {
    if (!photosWait() || currentVisitor().preview) return;
    let hasLeft = false;
    loadPart(() => import('./customer/photos/photo-uploads.ts')).then(
      ({ uploadsOf }) => hasLeft || uploadsOf(id),
      () => undefined,
    );
    return () => {
      hasLeft = true;
    };
  }, [id]);
  return null;
}
