/**
 * The salt crystal of the brand, the same on screen and on paper: a hexagon that grows by one facet per module, from
 * the centre outwards. The first six form the hexagon; then it becomes a star, and finally a larger hexagon.
 */
interface Facet {
  path: string;
  /** The share of the colour, from 0 to 1: light comes from the upper left. */
  tone: number;
}

const MOST_FACETS = 24;
const CORE = 6;

type Point = readonly [x: number, y: number];

const corner = (index: number, radius: number): Point => {
  const angle = ((index * 60 - 90) * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
};
const between = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];
const CENTRE: Point = [0, 0];

/** The corners of all facets in growing order; the core has radius 1, the whole has 2. */
const TRIANGLES: readonly (readonly Point[])[] = (() => {
  const sides = [0, 1, 2, 3, 4, 5].map((side) => {
    const [a, b, c, d] = [corner(side, 1), corner(side + 1, 1), corner(side, 2), corner(side + 1, 2)];
    const middle = between(c, d);
    return { core: [CENTRE, a, b], star: [a, middle, b], flanks: [[a, c, middle] as const, [b, middle, d] as const] };
  });
  return [...sides.map(({ core }) => core), ...sides.map(({ star }) => star), ...sides.flatMap(({ flanks }) => flanks)];
})();

/**
 * The facets of a crystal with `count` modules, within a square of `size`. With up to six it leaves room for the whole
 * hexagon, to show what is still missing.
 */
export function crystalFacets(count: number, size: number): Facet[] {
  const wanted = Math.min(Math.max(Math.round(count), 0), MOST_FACETS);
  const scale = size / 2 / (wanted <= CORE ? 1 : 2);
  const at = (coordinate: number) => Math.round((coordinate * scale + size / 2) * 100) / 100;
  return TRIANGLES.slice(0, wanted).map((points) => {
    const [x, y] = points.reduce(([sx, sy], [px, py]) => [sx + px / 3, sy + py / 3] as const, CENTRE);
    const light = (x + y) / (Math.hypot(x, y) * Math.SQRT2);
    return {
      path: `M${points.map(([px, py]) => `${at(px)} ${at(py)}`).join('L')}z`,
      tone: Math.round((0.78 + 0.22 * light) * 100) / 100,
    };
  });
}
