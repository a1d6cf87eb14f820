import { Link } from 'react-router-dom';
import { ACTIONS } from '../../texts/page.ts';

export function BackLink({ to }: { to: string }) {
  return (
    <Link className="back" to={to}>
      <span aria-hidden="true">←</span> {ACTIONS.back}
    </Link>
  );
}
