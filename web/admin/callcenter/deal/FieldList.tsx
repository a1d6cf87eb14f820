import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { dealFields } from './deal-fields.ts';

export function FieldList({ deal }: { deal: AdminDeal }) {
  return (
    <section className="field-list">
      <h3>{DEAL_PANEL.fields}</h3>
      <dl>
        {dealFields(deal).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.startsWith('data:image/') ? DEAL_PANEL.image : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
