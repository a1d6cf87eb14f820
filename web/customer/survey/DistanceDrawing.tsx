import { DISTANCE } from '../../texts/survey.ts';

const NEAREST = 90;
const FARTHEST = 270;
const FAR_METRES = 25;

/** The meter cupboard and the battery, farther apart as the number grows. */
export function DistanceDrawing({ metres }: { metres: number }) {
  const share = Math.min(1, Math.max(0, (metres - 1) / (FAR_METRES - 1)));
  const battery = NEAREST + share * (FARTHEST - NEAREST);
  return (
    <svg className="distance" viewBox="0 0 330 120" aria-hidden="true">
      <path className="stack-floor" d="M0 96h330" />
      <rect className="distance-cupboard" x="10" y="22" width="40" height="74" rx="3" />
      <path className="distance-line" d="M42 60h3M20 36h20M20 44h20" />
      <path className="distance-cable" d={`M50 84H${battery}`} />
      <g transform={`translate(${battery} 0)`}>
        <rect className="stack-module stack-on" x="0" y="38" width="46" height="18" rx="3" />
        <rect className="stack-module stack-on" x="0" y="58" width="46" height="18" rx="3" />
        <rect className="stack-module stack-on" x="0" y="78" width="46" height="18" rx="3" />
        <text x="23" y="114" textAnchor="middle">
          {DISTANCE.drawing.battery}
        </text>
      </g>
      <text x="30" y="114" textAnchor="middle">
        {DISTANCE.drawing.cupboard}
      </text>
    </svg>
  );
}
