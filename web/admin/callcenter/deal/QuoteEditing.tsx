import { useQuery } from '@tanstack/react-query';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { Dots } from '../../layout/Loading.tsx';
import { LoadProblem } from '../../layout/LoadProblem.tsx';
import { statsQuery } from '../../stats/stats-query.ts';
import type { DealPart } from './deal-part.ts';
import { ModuleEditing } from './ModuleEditing.tsx';
import { OlderEditing } from './OlderEditing.tsx';

/** "Offerte aanpassen:", by the version of the deal; an unknown version cannot be edited here (§2.10). */
export function QuoteEditing(part: DealPart) {
  const { data, error, refetch } = useQuery(statsQuery);
  const version = part.deal.gaikan_deal_version ?? '';
  if (version !== '' && version !== '2') return null;
  return (
    <section className="quote-editing">
      <h3>{DEAL_PANEL.edit}</h3>
      {error && !data && <LoadProblem error={error} what={DEAL_PANEL.pricesFailed} onRetry={() => void refetch()} />}
      {!data && !error && <Dots />}
      {data && version === '2' && <ModuleEditing {...part} stats={data.stats} />}
      {data && version === '' && <OlderEditing {...part} stats={data.stats} />}
    </section>
  );
}
