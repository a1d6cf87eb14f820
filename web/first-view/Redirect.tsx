import { use } from 'react';
import { Navigate } from 'react-router-dom';
import { DrawingContext } from './part.tsx';

/** Redirects to another screen; on the server, that screen is rendered instead. */
export function Redirect({ to }: { to: string }) {
  const drawing = use(DrawingContext);
  if (!drawing) return <Navigate replace to={to} />;
  drawing.goesTo = to;
  return null;
}
