import {
  CABINET_WIDTH,
  cabinetOf,
  cabinetPlace,
  isInside,
  roofPanels,
  WALL,
} from '../../../bff/view-models/house-drawing.ts';
import { DISTANCE } from '../../texts/survey-steps.ts';
import './distance.css';

const CUPBOARD_RIGHT = 64;

interface DistanceDrawingProps {
  metres: number;
  /** Number of panels on the roof. */
  panels: number;
  modules: number | null;
  /** Centres a house with the battery inside. Only for a fixed length: with another length the picture would jump. */
  centred?: boolean;
}

/**
 * Cross-section of the house: the meter cupboard (fuses, meter, street cable), the battery, and the cable between them
 * with its length, if it is known. More metres move the battery away, finally out of the house.
 */
export function DistanceDrawing({ metres, panels, modules, centred = false }: DistanceDrawingProps) {
  const battery = cabinetPlace(Math.max(1, metres));
  const edge = centred && isInside(battery) ? -64 : 0;
  const cabinet = cabinetOf(modules);
  const { tops, left, width, height } = cabinet.modules;
  return (
    <svg className="distance sheet" viewBox={`${edge} 0 356 176`} aria-hidden="true">
      <path className="distance-house" d="M20 154V76h188v78" />
      <path className="distance-roof" d="M6 76 38 22h152l32 54z" />
      {panels > 0 && <path className="distance-panels" d={roofPanels(panels).join('')} />}
      <path className="distance-floor" d="M-64 154h420" />
      <rect className="distance-box" x="28" y="84" width="36" height="70" rx="2" />
      <path
        className="distance-line"
        d="M33 90h26v17H33zM39 95v7M46 95v7M53 95v7M46 107v6M36 113h20v17H36zM41 119h10M46 130v24"
      />
      <path className="distance-cable" d={`M59 98H70V146H${battery}`} />
      {metres > 0 && (
        <>
          <path
            className="distance-length"
            d={`M${CUPBOARD_RIGHT + 10} 136H${battery - 3}m-4-3 4 3-4 3M${CUPBOARD_RIGHT + 14} 133l-4 3 4 3`}
          />
          <text x={(CUPBOARD_RIGHT + 8 + Math.min(battery, WALL)) / 2} y="130" textAnchor="middle">
            {DISTANCE.drawing.metres(metres)}
          </text>
        </>
      )}
      <g transform={`translate(${battery} 0)`}>
        <rect className="distance-box" y={cabinet.top} width={CABINET_WIDTH} height={cabinet.height} rx="2" />
        <path
          className="distance-panels"
          d={tops.map((top) => `M${left} ${top}h${width}v${height}h-${width}z`).join('')}
        />
        <text x={CABINET_WIDTH / 2} y="171" textAnchor="middle">
          {DISTANCE.drawing.battery}
        </text>
      </g>
      <text x="40" y="171" textAnchor="middle">
        {DISTANCE.drawing.cupboard}
      </text>
    </svg>
  );
}
