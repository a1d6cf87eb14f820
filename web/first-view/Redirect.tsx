import { use } from 'react';
import { Navigate } from 'react-router-dom';
import { DrawingContext } from './drawing.ts';

/** Goes elsewhere in place of the screen that was asked for; on the server, that is the page to draw. */
export function Redirect({ to }: { to: string }) {
  const drawing = use(DrawingContext);
  if (!drawing) return <Navigate replace to={to} />;
  drawing.goesTo = to;
  return null;
}
