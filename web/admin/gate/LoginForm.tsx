import { type FormEvent, useEffect, useState } from 'react';
import { ADMIN, ADMIN_GATE } from '../../texts/admin.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useAdminSession } from './admin-session.ts';
import { logIn } from './log-in.ts';
import './gate.css';

export function LoginForm() {
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
    <main className="admin-gate">
      <Logo />
      <h1>{ADMIN_GATE.title}</h1>
      {error ? <GateProblem key={error} error={error} /> : <p className="small">{ADMIN_GATE.intro}</p>}
      <form onSubmit={submit}>
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

/** Why the session ended, if there was one. */
const REASONS: Record<string, string> = {
  password: ADMIN_GATE.wrongPassword,
  expired: ADMIN_GATE.expired,
  idle: ADMIN_GATE.idle,
};

function GateProblem({ error }: { error: string }) {
  const calm = error === 'expired' || error === 'idle';
  return (
    <Notice tone={calm ? 'calm' : 'problem'} {...(error === 'password' && { title: ADMIN_GATE.error })}>
      <p>{REASONS[error] ?? error}</p>
    </Notice>
  );
}
