import { lazy, Suspense } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import { loadPart } from '../../first-view/part.tsx';
import { PartLoading } from '../../ui/LoadingScreen.tsx';
import { CallCenterScreen } from '../desk/CallCenterScreen.tsx';
import { AdminGate } from '../gate/AdminGate.tsx';
import { AdminLayout, useTheme } from './AdminLayout.tsx';
import './admin.css';
import './theme.css';

/** Lazy-loaded: callers rarely open the stats. */
const LaterStats = lazy(async () => ({
  default: (await loadPart(() => import('../stats/StatsScreen.tsx'))).StatsScreen,
}));

/** Everything under /admin (§2.7): the call center, or the stats for any other path. */
export function AdminArea() {
  const theme = useTheme();
  return (
    <div className="admin">
      <AdminGate>
        <AdminLayout theme={theme}>
          <Routes>
            <Route path="callcenter/*" element={<CallCenterScreen />} />
            <Route path=":screen/*" element={<OtherScreen />} />
            <Route path="*" element={<Stats />} />
          </Routes>
        </AdminLayout>
      </AdminGate>
    </div>
  );
}

/** §2.7: paths that begin with the call center's name open it; anything else is the stats. */
function OtherScreen() {
  const { screen = '' } = useParams();
  return screen.startsWith('callcenter') ? <CallCenterScreen /> : <Stats />;
}

function Stats() {
  return (
    <Suspense fallback={<PartLoading />}>
      <LaterStats />
    </Suspense>
  );
}
