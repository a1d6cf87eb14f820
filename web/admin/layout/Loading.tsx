import { ADMIN } from '../../texts/admin.ts';
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

const LINES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Grey lines as placeholders for texts; screen readers get the words beside them. */
export function Skeleton({ lines }: { lines: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {LINES.slice(0, lines).map((line) => (
        <span key={line} />
      ))}
    </div>
  );
}
