import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Cabinet } from '../../web/customer/Cabinet.tsx';
import { DistanceDrawing } from '../../web/customer/survey/DistanceDrawing.tsx';

// The cabinet beside a person has 90 units to a metre, the one in the house 30. Both drawings show the same cabinet.

const FLOOR = 154;

const numbers = (svg: string, pattern: RegExp) =>
  [...svg.matchAll(pattern)].map(([, ...found]) => found.map(Number) as [number, number, number, number]);

/** The cabinet as it is drawn in the house: its rectangle, and its modules as rectangles. */
function inHouse(modules: number | null) {
  const svg = renderToStaticMarkup(createElement(DistanceDrawing, { metres: 12, panels: 12, modules }));
  const [box] = numbers(svg, /<rect class="distance-box" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g);
  const drawn = svg.slice(svg.indexOf('<g transform'));
  const all = numbers(drawn, /M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/g);
  if (!box) throw new Error('no cabinet is drawn');
  const [top, width, height] = box;
  return { top, width, height, modules: all.map(([x, y, w, h]) => ({ x, y, w, h })) };
}

/** The same beside the person, in metres. */
function besidePerson(count: number) {
  const svg = renderToStaticMarkup(createElement(Cabinet, { count }));
  const [door] = numbers(svg, /class="cabinet-door" x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="([\d.]+)"/g);
  if (!door) throw new Error('no cabinet is drawn');
  return { width: door[0] / 90, height: door[1] / 90 };
}

test.each([1, 2, 6, 15])('the cabinet in the house is to scale with %i modules, and holds all of them', (count) => {
  const { top, width, height, modules } = inHouse(count);
  const real = besidePerson(count);
  expect(height / 30).toBeCloseTo(real.height, 2);
  expect(Math.abs(width / 30 - real.width)).toBeLessThan(0.02);
  expect(top + height).toBeCloseTo(FLOOR, 5);
  expect(modules).toHaveLength(count);
  for (const { x, y, w, h } of modules) {
    expect(x).toBeGreaterThan(0);
    expect(x + w).toBeLessThan(width);
    expect(y).toBeGreaterThan(top);
    expect(y + h).toBeLessThan(FLOOR);
  }
});

test.each([
  [0, 0],
  [1, 1],
  [16, 16],
  [30, 30],
  [45, 30],
])('a house with %i panels has %i on its roof, each within it', (panels, drawn) => {
  const svg = renderToStaticMarkup(createElement(DistanceDrawing, { metres: 12, panels, modules: 6 }));
  const path = /<path class="distance-panels" d="(M[^h"]*)"/.exec(svg)?.[1] ?? '';
  expect(path.split('z').filter(Boolean)).toHaveLength(drawn);
  for (const [x, y] of numbers(path, /([\d.]+) ([\d.]+)/g)) {
    const slope = (32 * (y - 22)) / 54;
    expect(y).toBeGreaterThan(22);
    expect(y).toBeLessThan(76);
    expect(x).toBeGreaterThan(38 - slope);
    expect(x).toBeLessThan(190 + slope);
  }
});

test('a usual cabinet is drawn while the number of modules is unknown', () => {
  expect(inHouse(null)).toEqual(inHouse(6));
  expect(inHouse(0)).toEqual(inHouse(6));
});
