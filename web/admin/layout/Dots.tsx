import { ADMIN } from '../../texts/admin-layout.ts';
import './loading.css';

/** "..." while something loads or runs; screen readers get the text. */
export function Dots({ spoken = ADMIN.loadingSpoken }: { spoken?: string }) {
  return (
    <p className="dots" role="status">
      <span aria-hidden="true">{ADMIN.loading}</span>
      <span className="unseen">{spoken}</span>
    </p>
  );
}
