import type { Deal } from '../../../bff/view-models/deal.ts';
import { QUOTE } from '../../texts/quote.ts';
import { HighlightIcon } from './HighlightIcon.tsx';
import { quoteHighlights } from './quote-highlights.ts';

export function QuoteHighlights({ deal }: { deal: Deal }) {
  if (deal.survey1_no_calc) return null;
  return (
    <section className="highlights">
      <h2>{QUOTE.choice}</h2>
      <ul>
        {quoteHighlights(deal).map(({ icon, text, detail }) => (
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
