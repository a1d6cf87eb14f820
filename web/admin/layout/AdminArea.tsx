import { Route, Routes, useParams } from 'react-router-dom';
import { CallCenterScreen } from '../callcenter/CallCenterScreen.tsx';
import { AdminGate } from '../gate/AdminGate.tsx';
import { StatsScreen } from '../stats/StatsScreen.tsx';
import { AdminLayout } from './AdminLayout.tsx';
import { useTheme } from './use-theme.ts';
import './admin.css';
import './theme.css';

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
            <Route path="*" element={<StatsScreen />} />
          </Routes>
        </AdminLayout>
      </AdminGate>
    </div>
  );
}

/** §2.7 gives the call center every path that begins with its name; anything else is the stats. */
function OtherScreen() {
  const { screen = '' } = useParams();
  return screen.startsWith('callcenter') ? <CallCenterScreen /> : <StatsScreen />;
}
