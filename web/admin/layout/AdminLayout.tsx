import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { siteQuery } from '../../api/site-query.ts';
import { ADMIN_STATS_PATH, CALLCENTER_PATH } from '../../paths.ts';
import { ADMIN } from '../../texts/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { logOut } from '../gate/admin-session.ts';
import { statsQuery } from '../stats/stats-query.ts';
import { OwnerChoice } from './OwnerChoice.tsx';
import { PhoneIcon } from './PhoneIcon.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import type { ThemeChoice } from './use-theme.ts';
import './header.css';

export function AdminLayout({ theme, children }: { theme: ThemeChoice; children: ReactNode }) {
  // Loaded on entry: the header and the quote editing need it.
  useQuery(statsQuery);
  const { data: site } = useQuery(siteQuery);
  return (
    <>
      <a className="skip" href="#inhoud">
        {ADMIN.skip}
      </a>
      <header className="admin-header">
        <nav aria-label={ADMIN.nav}>
          <NavLink className="admin-tab" to={ADMIN_STATS_PATH}>
            {ADMIN.stats}
          </NavLink>
          <NavLink className="admin-tab" to={CALLCENTER_PATH}>
            <PhoneIcon />
            {ADMIN.leads}
          </NavLink>
        </nav>
        {site?.sandbox && <p className="admin-sandbox">{ADMIN.sandbox}</p>}
        <div className="admin-who">
          <ThemeSwitch theme={theme} />
          <OwnerChoice label={ADMIN.ownerLabel} labelUnseen />
          <Button variant="quiet" onClick={logOut}>
            {ADMIN.logout}
          </Button>
        </div>
      </header>
      <main className="admin-main" id="inhoud" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
