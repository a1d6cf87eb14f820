import type { AdminStats } from '../../../bff/view-models/stats.ts';
import { STATS } from '../../texts/admin-stats.ts';
import { formatDay } from '../../texts/format.ts';

/** Per date "+ N registered", which counts contacts and leads, and "+ N Contacts" (§2.9); newest first. */
export function CustomerHistory({ customers }: { customers: AdminStats['customers'] }) {
  if (customers.length === 0) return <p>{STATS.none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
    <section className="stats-scroll" tabIndex={0} aria-label={STATS.customers}>
      <table className="stats-table">
        <thead>
          <tr>
            <th scope="col">{STATS.date}</th>
            <th scope="col">{STATS.registered}</th>
            <th scope="col">{STATS.contacts}</th>
          </tr>
        </thead>
        <tbody>
          {customers.map(({ date, contactCount, leadCount }) => (
            <tr key={date}>
              <th scope="row">{formatDay(date)}</th>
              <td>{STATS.registeredOn(contactCount + leadCount)}</td>
              <td>{STATS.contactsOn(contactCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
