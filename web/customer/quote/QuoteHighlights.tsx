import type { Deal } from '../../../bff/view-models/deal.ts';
import { QUOTE } from '../../texts/quote.ts';
import { HighlightIcon } from './HighlightIcon.tsx';

export function QuoteHighlights({ deal }: { deal: Deal }) {
  const { highlights } = deal.quote;
  if (highlights.length === 0) return null;
  return (
    <section className="highlights">
      <h2>{QUOTE.choice}</h2>
      <ul>
        {highlights.map(({ icon, text, detail }) => (
          <li key={icon}>
            <HighlightIcon icon={icon} />
            <span>
              <strong>{text}</strong> {detail && <span className="highlight-detail">{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
