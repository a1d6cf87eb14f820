import { lazy, Suspense } from 'react';
import { Route, Routes, useParams } from 'react-router-dom';
import { loadPart } from '../../ui/load-part.ts';
import { PartLoading } from '../../ui/PartLoading.tsx';
import { CallCenterScreen } from '../desk/CallCenterScreen.tsx';
import { AdminGate } from '../gate/AdminGate.tsx';
import { AdminLayout } from './AdminLayout.tsx';
import { useTheme } from './use-theme.ts';
import './admin.css';
import './theme.css';

/** Who calls all day does not look at it. */
const LaterStats = lazy(async () => ({
  default: (await loadPart(() => import('../stats/StatsScreen.tsx'))).StatsScreen,
}));

/** All of /admin (§2.7): the call center, or the stats for any other path. */
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

/** §2.7 gives the call center every path that begins with its name; anything else is the stats. */
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
