import { describe, expect, test } from 'vitest';
import { crystalFacets } from '../../bff/view-models/crystal.ts';

const SIZE = 48;
const MODULES = Array.from({ length: 15 }, (_, index) => index + 1);

const cornersOf = (path: string) =>
  path
    .slice(1, -1)
    .split('L')
    .map((corner) => corner.split(' ').map(Number) as [number, number]);

/** By the shoelace formula. */
function areaOf(corners: readonly (readonly [number, number])[]) {
  const twice = corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** The regular hexagon that reaches as far as the facets do. */
function hexagonOf(corners: readonly (readonly [number, number])[]) {
  const radius = Math.max(...corners.map(([x, y]) => Math.hypot(x - SIZE / 2, y - SIZE / 2)));
  return ((3 * Math.sqrt(3)) / 2) * radius ** 2;
}

const crystal = (modules: number) => crystalFacets(modules, SIZE).map(({ path }) => cornersOf(path));

describe('the crystal', () => {
  test.each(MODULES)('of %i modules has one facet for each module, and they fill one whole hexagon', (modules) => {
    const facets = crystal(modules);
    expect(facets).toHaveLength(modules);
    const filled = facets.reduce((sum, facet) => sum + areaOf(facet), 0);
    expect(filled / hexagonOf(facets.flat())).toBeCloseTo(1, 2);
  });

  test('grows with each module, and fits its square', () => {
    const sizes = MODULES.map((modules) => hexagonOf(crystal(modules).flat()));
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(sizes).size).toBe(MODULES.length);
    for (const coordinate of crystal(15).flat(2)) {
      expect(coordinate).toBeGreaterThanOrEqual(0);
      expect(coordinate).toBeLessThanOrEqual(SIZE);
    }
  });
});
