import { type MutationCache, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { ADMIN_QUERIES } from '../ask-as-admin.ts';
import { endWhenIdle, followOtherTabs, followReturn, seenNow, useAdminSession } from './admin-session.ts';
import { LoginForm } from './LoginForm.tsx';

const MAIN_ID = 'inhoud';
const IDLE_CHECK_MS = 60_000;

/** Shows its children only with a valid session (§2.8). The URL stays, so logging in returns to the same page. */
export function AdminGate({ children }: { children: ReactNode }) {
  const { valid, error } = useAdminSession();
  const wasValid = useRef(valid);
  const client = useQueryClient();
  useEffect(keepSessionFresh, []);
  useEffect(() => {
    // Clears the cached CRM data, so that the next user of this computer does not see them.
    if (valid) return;
    client.removeQueries({ queryKey: ADMIN_QUERIES });
    forgetActions(client.getMutationCache(), error === 'expired');
  }, [valid, error, client]);
  useEffect(() => {
    // The form that had the focus is gone.
    if (valid && !wasValid.current && document.activeElement === document.body) {
      document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
    }
    wasValid.current = valid;
  }, [valid]);
  return valid ? children : <LoginForm />;
}

/** What was refused with the session is shown after the next login; what was confirmed is forgotten. */
function forgetActions(cache: MutationCache, keepsUnconfirmed: boolean) {
  for (const action of cache.getAll()) {
    if (!keepsUnconfirmed || action.state.status === 'success') cache.remove(action);
  }
}

/** Follows other tabs, and ends the session after twelve hours without activity. */
function keepSessionFresh() {
  let noted = 0;
  const note = () => {
    endWhenIdle();
    if (Date.now() - noted < IDLE_CHECK_MS) return;
    noted = Date.now();
    seenNow(noted);
  };
  const check = () => endWhenIdle();
  check();
  const timer = window.setInterval(check, IDLE_CHECK_MS);
  window.addEventListener('storage', followOtherTabs);
  window.addEventListener('pageshow', followReturn);
  window.addEventListener('pointerdown', note);
  window.addEventListener('keydown', note);
  document.addEventListener('visibilitychange', check);
  return () => {
    window.clearInterval(timer);
    window.removeEventListener('storage', followOtherTabs);
    window.removeEventListener('pageshow', followReturn);
    window.removeEventListener('pointerdown', note);
    window.removeEventListener('keydown', note);
    document.removeEventListener('visibilitychange', check);
  };
}
