import '../admin.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { NavLink, useParams } from 'react-router-dom';
import { siteQuery } from '../../api/query-client.ts';
import { useStoredText } from '../../device/use-stored-text.ts';
import { loadPart } from '../../first-view/drawing.tsx';
import { ADMIN_STATS_PATH, CALLCENTER_PATH } from '../../paths.ts';
import { ADMIN } from '../../texts/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { PartLoading } from '../../ui/LoadingScreen.tsx';
import { statsQuery } from '../ask-as-admin.ts';
import { CallCenterScreen } from '../desk/CallCenterScreen.tsx';
import { PhoneIcon } from '../desk/contact/PhoneLink.tsx';
import { QuestionDialog } from '../desk/Question.tsx';
import { isWorkLeft } from '../desk/unsaved.ts';
import { AdminGate } from '../gate/AdminGate.tsx';
import { logOut } from '../gate/admin-session.ts';
import { OwnerChoice } from './OwnerChoice.tsx';
import './theme.css';
import './header.css';

/** Lazy-loaded: callers rarely open the stats. */
const LaterStats = lazy(async () => ({
  default: (await loadPart(() => import('../stats/StatsScreen.tsx'))).StatsScreen,
}));

/** Everything under /admin (§2.7): the call center for paths that begin with its name, the stats for any other. */
export function AdminArea() {
  const theme = useTheme();
  const { '*': path = '' } = useParams();
  return (
    <div className="admin">
      <AdminGate>
        <AdminLayout theme={theme}>{/^callcenter/i.test(path) ? <CallCenterScreen /> : <Stats />}</AdminLayout>
      </AdminGate>
    </div>
  );
}

function Stats() {
  return (
    <Suspense fallback={<PartLoading />}>
      <LaterStats />
    </Suspense>
  );
}

function AdminLayout({ theme, children }: { theme: ThemeChoice; children: ReactNode }) {
  // Prefetch: the header and the quote editing need it.
  useQuery(statsQuery);
  const { data: site } = useQuery(siteQuery);
  return (
    <>
      <a className="skip" href="#inhoud">
        {ADMIN.skip}
      </a>
      <header className="admin-header row apart">
        <nav className="row gap-1" aria-label={ADMIN.nav}>
          <NavLink className="admin-tab" to={ADMIN_STATS_PATH}>
            {ADMIN.stats}
          </NavLink>
          <NavLink className="admin-tab" to={CALLCENTER_PATH}>
            <PhoneIcon />
            {ADMIN.leads}
          </NavLink>
        </nav>
        {site?.sandbox && <p className="admin-sandbox pill">{ADMIN.sandbox}</p>}
        <div className="admin-who row">
          <ThemeSwitch theme={theme} />
          <OwnerChoice label={ADMIN.ownerLabel} labelUnseen />
          <LogOutButton />
        </div>
      </header>
      <main className="admin-main" id="inhoud" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** Logging out forgets what was typed and what became of an action, so it asks first if there is any (decision I10). */
function LogOutButton() {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => (isWorkLeft(client) ? setAsking(true) : logOut())}>
        {ADMIN.logout}
      </Button>
      {isAsking && (
        <QuestionDialog {...ADMIN.logoutQuestion} isNameless onConfirm={logOut} onCancel={() => setAsking(false)} />
      )}
    </>
  );
}

const DRAWINGS: Record<Theme, string> = {
  light:
    'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM12 1.5v2.5M12 20v2.5M1.5 12H4M20 12h2.5M4.6 4.6l1.8 1.8M17.6 17.6l1.8 1.8M4.6 19.4l1.8-1.8M17.6 6.4l1.8-1.8',
  dark: 'M20.5 14.5A9 9 0 0 1 9.5 3.5a9 9 0 1 0 11 11Z',
  system: 'M3 4.5h18v12H3zM8.5 20.5h7M12 16.5v4',
};

function ThemeSwitch({ theme }: { theme: ThemeChoice }) {
  return (
    <fieldset className="theme-switch">
      <legend className="unseen">{ADMIN.theme}</legend>
      {THEMES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === theme.chosen}
          title={ADMIN.themes[each]}
          onClick={() => theme.choose(each)}
        >
          <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
            <path d={DRAWINGS[each]} />
          </svg>
          <span className="unseen">{ADMIN.themes[each]}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** "system" until the user chooses. */
const THEMES = ['light', 'dark', 'system'] as const;
type Theme = (typeof THEMES)[number];

const THEME_KEY = 'adminTheme';

/** Theme of the admin area, stored on the device. The customer's side is always light. */
function useTheme() {
  const [kept, keep] = useStoredText('local', THEME_KEY);
  const chosen = kept === 'light' || kept === 'dark' ? kept : 'system';
  const darkDevice = useSyncExternalStore(followDevice, () => DARK_DEVICE.matches);
  const shown = chosen === 'system' ? (darkDevice ? 'dark' : 'light') : chosen;
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = shown;
    return () => {
      delete document.documentElement.dataset.theme;
    };
  }, [shown]);
  return { chosen, choose: (theme: Theme) => keep(theme === 'system' ? '' : theme) };
}

type ThemeChoice = ReturnType<typeof useTheme>;

const DARK_DEVICE = window.matchMedia('(prefers-color-scheme: dark)');

function followDevice(onChange: () => void) {
  DARK_DEVICE.addEventListener('change', onChange);
  return () => DARK_DEVICE.removeEventListener('change', onChange);
}
