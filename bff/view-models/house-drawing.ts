// The cross-section of the house, for page and PDF, on 356 by 176: 30 units per metre, the floor at 154.

const FLOOR = 154;
const INSIDE = { from: 98, to: 164, metres: 12 };
const OUTSIDE = { from: 232, to: 306, metres: 25 };
/** A module is 12 cm high, the rest of the cabinet about the same. */
const MODULE = 11 / 3;
const USUAL = 6;

export const CABINET_WIDTH = 25;
/** The outer wall of the house. */
export const WALL = 208;

/** Whether a cabinet at this position is inside the house. */
export const isInside = (cabinet: number) => cabinet + CABINET_WIDTH < WALL;

/** The position of the cabinet: farther from the meter cupboard with a longer cable, finally outside. */
export function cabinetPlace(metres: number): number {
  if (metres <= INSIDE.metres) return INSIDE.from + ((metres - 1) / (INSIDE.metres - 1)) * (INSIDE.to - INSIDE.from);
  const share = Math.min(1, (metres - INSIDE.metres) / (OUTSIDE.metres - INSIDE.metres));
  return OUTSIDE.from + share * (OUTSIDE.to - OUTSIDE.from);
}

/**
 * The cabinet to scale for this number of modules: its top and height, and the top of each module. Default size if
 * unknown.
 */
export function cabinetOf(modules: number | null) {
  const count = modules !== null && modules > 0 ? modules : USUAL;
  const height = (count + 1) * MODULE;
  const tops = Array.from({ length: count }, (_, at) => FLOOR - MODULE / 2 - (at + 1) * MODULE);
  return {
    top: FLOOR - height,
    height,
    modules: { tops, left: 2.2, width: CABINET_WIDTH - 4.4, height: MODULE - 0.9 },
  };
}

const IN_A_ROW = 10;
const MOST_ROWS = 3;
const PANEL = { height: 13, gap: 1.5 };

/** The panels on the roof, as SVG paths: up to three rows of ten, in its perspective. More panels fill the roof. */
export function roofPanels(count: number): string[] {
  const drawn = Math.min(count, IN_A_ROW * MOST_ROWS);
  const rows = Math.ceil(drawn / IN_A_ROW);
  const inRow = Math.ceil(drawn / rows);
  const step = PANEL.height + PANEL.gap;
  const first = 49 - (rows * step - PANEL.gap) / 2;
  return Array.from({ length: drawn }, (_, at) => {
    const row = Math.floor(at / inRow);
    const left = (at % inRow) - Math.min(inRow, drawn - row * inRow) / 2;
    const top = first + row * step;
    const bottom = top + PANEL.height;
    const corners = [onRoof(left, top), onRoof(left + 0.9, top), onRoof(left + 0.9, bottom), onRoof(left, bottom)];
    return `M${corners.join('L')}z`;
  });
}

/** A point of the roof: columns from its middle, twelve across. */
function onRoof(column: number, y: number): string {
  const width = 152 + (64 * (y - 22)) / 54;
  return `${(114 + ((column + 0.05) * width) / 12).toFixed(1)} ${y}`;
}
