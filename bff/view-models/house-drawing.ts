// The cross-section of the house, for page and PDF, on 356 by 176: 30 units per metre, the floor at 154.

const FLOOR = 154;
const INSIDE = { from: 98, to: 164, metres: 12 };
const OUTSIDE = { from: 232, to: 306, metres: 25 };
/** A module is 12 cm high, the rest of the cabinet about the same. */
const MODULE = 11 / 3;
const USUAL = 6;

export const CABINET_WIDTH = 25;

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
