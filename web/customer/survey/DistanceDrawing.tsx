import { DISTANCE } from '../../texts/distance.ts';

const INSIDE = { from: 84, to: 168, metres: 12 };
const OUTSIDE = { from: 230, to: 306, metres: 25 };

/** The house with its meter cupboard; the battery is drawn farther away as the number grows, in the end outside. */
export function DistanceDrawing({ metres }: { metres: number }) {
  const battery = placeOf(Math.max(1, metres));
  return (
    <svg className="distance" viewBox="0 0 356 172" aria-hidden="true">
      <path className="distance-house" d="M20 150V78h188v72M8 78 36 24h156l28 54z" />
      <path className="distance-panels" d="M60 34h30l-6 28H50zM96 34h30v28H90zM132 34h30l8 28h-36z" />
      <path className="drawing-floor" d="M0 150h356" />
      <rect className="distance-cupboard" x="26" y="84" width="30" height="66" rx="3" />
      <path className="distance-line" d="M50 116v4M33 94h16M33 101h16" />
      <path className="distance-cable" d={`M56 140H${battery}`} />
      <g transform={`translate(${battery} 0)`}>
        <rect className="cabinet-door" x="0" y="92" width="36" height="58" rx="4" />
        <path className="module" d="M5 98h26v13H5zM5 114h26v13H5zM5 130h26v13H5z" />
        <text x="18" y="168" textAnchor="middle">
          {DISTANCE.drawing.battery}
        </text>
      </g>
      <text x="34" y="168" textAnchor="middle">
        {DISTANCE.drawing.cupboard}
      </text>
    </svg>
  );
}

function placeOf(metres: number) {
  if (metres <= INSIDE.metres) return INSIDE.from + ((metres - 1) / (INSIDE.metres - 1)) * (INSIDE.to - INSIDE.from);
  const share = Math.min(1, (metres - INSIDE.metres) / (OUTSIDE.metres - INSIDE.metres));
  return OUTSIDE.from + share * (OUTSIDE.to - OUTSIDE.from);
}
