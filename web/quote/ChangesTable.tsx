import { CHANGED } from '../texts/offer.ts';
import type { QuoteChange } from './quote-changes.ts';
import './changes.css';

/** What changed: before and now. On a narrow screen the values stand below each other. */
export function ChangesTable({ changes }: { changes: readonly QuoteChange[] }) {
  const { what, before, now } = CHANGED.columns;
  return (
    <table className="changes">
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">{before}</th>
          <th scope="col">{now}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={`${change.what} ${change.now}`}>
            <th scope="row">{change.what}</th>
            <td data-label={before}>
              <del>{change.before}</del>
            </td>
            <td data-label={now}>{change.now}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
