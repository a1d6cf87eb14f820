import { type MutationCache, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ADMIN, ADMIN_GATE } from '../../texts/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { Logo } from '../../ui/drawings.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ADMIN_QUERIES } from '../ask-as-admin.ts';
import { endWhenIdle, followOtherTabs, followReturn, logIn, seenNow, useAdminSession } from './admin-session.ts';
import './gate.css';

const MAIN_ID = 'inhoud';
const IDLE_CHECK_MS = 60_000;

/** Renders its children only with a valid session (§2.8). The URL stays, so logging in returns to the same page. */
export function AdminGate({ children }: { children: ReactNode }) {
  const { valid, error } = useAdminSession();
  const wasValid = useRef(valid);
  const client = useQueryClient();
  useEffect(keepSessionFresh, []);
  useEffect(() => {
    // Clear the cached CRM data, so that the next user of this computer cannot see them.
    if (valid) return;
    client.removeQueries({ queryKey: ADMIN_QUERIES });
    forgetActions(client.getMutationCache(), error === 'expired');
  }, [valid, error, client]);
  useEffect(() => {
    // The login form that had the focus is gone.
    if (valid && !wasValid.current && document.activeElement === document.body) {
      document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
    }
    wasValid.current = valid;
  }, [valid]);
  return valid ? children : <LoginForm />;
}

/** Forgets actions. After an expired session it forgets only confirmed ones: the next login shows the others. */
function forgetActions(cache: MutationCache, keepsUnconfirmed: boolean) {
  for (const action of cache.getAll()) {
    if (!keepsUnconfirmed || action.state.status === 'success') cache.remove(action);
  }
}

/** Follows other tabs, and ends the session after twelve hours of inactivity. */
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
  const left = new AbortController();
  const { signal } = left;
  window.addEventListener('storage', followOtherTabs, { signal });
  window.addEventListener('pageshow', followReturn, { signal });
  window.addEventListener('pointerdown', note, { signal });
  window.addEventListener('keydown', note, { signal });
  document.addEventListener('visibilitychange', check, { signal });
  return () => {
    window.clearInterval(timer);
    left.abort();
  };
}

function LoginForm() {
  const { error } = useAdminSession();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = ADMIN.title(ADMIN_GATE.title);
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || password === '') return;
    setBusy(true);
    await logIn(password);
    setBusy(false);
  }

  return (
    <main className="admin-gate stack gap-4">
      <Logo />
      <h1>{ADMIN_GATE.title}</h1>
      {error ? <GateProblem key={error} error={error} /> : <p className="small">{ADMIN_GATE.intro}</p>}
      <form className="stack starts gap-3" onSubmit={submit}>
        <Field
          label={ADMIN_GATE.password}
          type="password"
          name="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" busy={busy} disabledReason={password === '' ? ADMIN_GATE.empty : undefined}>
          {busy ? ADMIN_GATE.loggingIn : ADMIN_GATE.login}
        </Button>
      </form>
    </main>
  );
}

/** Why the session ended, if it did. */
const REASONS: Record<string, string> = {
  password: ADMIN_GATE.wrongPassword,
  expired: ADMIN_GATE.expired,
  idle: ADMIN_GATE.idle,
};

function GateProblem({ error }: { error: string }) {
  const calm = error === 'expired' || error === 'idle';
  return (
    <Notice tone={calm ? 'calm' : 'problem'} title={error === 'password' ? ADMIN_GATE.error : undefined}>
      <p>{REASONS[error] ?? error}</p>
    </Notice>
  );
}
