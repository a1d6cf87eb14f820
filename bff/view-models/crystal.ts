/**
 * The salt crystal of the brand, the same on screen and on paper: one whole hexagon, with one facet per module. Up to
 * six facets meet in the centre. The others lie around these six, and each makes the crystal larger.
 */
interface Facet {
  path: string;
  /** The share of the colour, from 0 to 1: light comes from the upper left. */
  tone: number;
}

const MOST_FACETS = 15;
const CORE = 6;
const CORE_RADIUS = 0.6;

type Point = readonly [x: number, y: number];

const corner = (index: number): Point => {
  const angle = ((index * 60 - 90) * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
};
const CENTRE: Point = [0, 0];

/** A point of the hexagon with radius 1, this many sides clockwise from its top. */
function onEdge(sides: number): Point {
  const [ax, ay] = corner(Math.floor(sides));
  const [bx, by] = corner(Math.floor(sides) + 1);
  const share = sides % 1;
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
}

/** Equal parts of a ring between two hexagons with the same centre; an `inner` of 0 leaves no hole. */
function ring(parts: number, inner: number, outer: number) {
  return Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part, part + 1].map((each) => (each * 6) / parts) as [number, number];
    const corners = [0, 1, 2, 3, 4, 5].filter((each) => each > from && each < to);
    const edge = [from, ...corners, to].map(onEdge);
    const at = (radius: number) => edge.map(([x, y]): Point => [x * radius, y * radius]);
    const inside = inner > 0 ? at(inner).reverse() : parts > 1 ? [CENTRE] : [];
    return { points: [...at(outer), ...inside], faces: onEdge((from + to) / 2) };
  });
}

/** The facets of a crystal with `count` modules, in growing order, within a square of `size`. */
export function crystalFacets(count: number, size: number): Facet[] {
  const wanted = Math.min(Math.max(Math.round(count), 0), MOST_FACETS);
  const around = Math.max(wanted - CORE, 0);
  const radius = around === 0 ? 0.62 + wanted * 0.02 : 0.73 + around * 0.03;
  const at = (coordinate: number) => Math.round((coordinate + 1) * size * 50) / 100;
  const core = ring(wanted - around, 0, around === 0 ? radius : CORE_RADIUS);
  return [...core, ...ring(around, CORE_RADIUS, radius)].map(({ points, faces: [x, y] }) => ({
    path: `M${points.map(([px, py]) => `${at(px)} ${at(py)}`).join('L')}z`,
    tone: Math.round((0.78 + (0.22 * (x + y)) / (Math.hypot(x, y) * Math.SQRT2)) * 100) / 100,
  }));
}
