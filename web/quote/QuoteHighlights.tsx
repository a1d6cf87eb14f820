import type { Deal } from '../../bff/view-models/deal.ts';
import type { Highlight } from '../../bff/view-models/quote.ts';
import { QUOTE } from '../texts/quote.ts';

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

const DRAWINGS: Record<Highlight['icon'], string> = {
  battery: 'M5 5h22v6H5zM5 13h22v6H5zM5 21h22v6H5z',
  inverter: 'M6 4h20v24H6zM10 16c2-6 4-6 6 0s4 6 6 0M10 24h5',
  installation: 'M20 5a6 6 0 0 0-8 7L4 20a3 3 0 0 0 4 4l8-8a6 6 0 0 0 7-8l-4 4-3-1-1-3z',
};

function HighlightIcon({ icon }: { icon: Highlight['icon'] }) {
  return (
    <svg className="highlight-icon" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path d={DRAWINGS[icon]} />
    </svg>
  );
}
