import { Route, Routes } from 'react-router-dom';
import { DealScreen } from './customer/deals/DealScreen.tsx';
import { DealsScreen } from './customer/deals/DealsScreen.tsx';
import { HomeRedirect } from './customer/deals/HomeRedirect.tsx';
import { Gate } from './customer/gate/Gate.tsx';

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
    <Gate>
      <Routes>
        <Route path="/deals" element={<DealsScreen />} />
        <Route path="/deals/:dealId/*" element={<DealScreen />} />
        <Route path="*" element={<HomeRedirect />} />
      </Routes>
    </Gate>
  );
}
