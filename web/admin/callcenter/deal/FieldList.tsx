import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';

export function FieldList({ deal }: { deal: AdminDeal }) {
  return (
    <details className="field-list">
      <summary>{DEAL_PANEL.fields}</summary>
      <dl>
        {dealFields(deal).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.startsWith('data:image/') ? DEAL_PANEL.image : value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Every field whose name starts with survey1 or gaikan and whose value is truthy and not an object (§2.10). */
export function dealFields(deal: AdminDeal) {
  return Object.entries(deal).flatMap(([name, value]) =>
    /^(survey1|gaikan)/.test(name) && value && typeof value !== 'object' ? [{ name, value: String(value) }] : [],
  );
}
