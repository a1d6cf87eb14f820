import { Route, Routes } from 'react-router-dom';
import { CallCenterScreen } from '../callcenter/CallCenterScreen.tsx';
import { AdminGate } from '../gate/AdminGate.tsx';
import { StatsScreen } from '../stats/StatsScreen.tsx';
import { AdminLayout } from './AdminLayout.tsx';
import './admin.css';

/** All of /admin (portal §2.7): the call center, or the stats whatever else the URL says. */
export function AdminArea() {
  return (
    <div className="admin">
      <AdminGate>
        <AdminLayout>
          <Routes>
            <Route path="callcenter/*" element={<CallCenterScreen />} />
            <Route path="*" element={<StatsScreen />} />
          </Routes>
        </AdminLayout>
      </AdminGate>
    </div>
  );
}
