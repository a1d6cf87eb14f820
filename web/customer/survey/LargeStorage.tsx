import { BesidePerson, FLOOR, Stack } from '../Cabinet.tsx';

const ROWS = [3, 2, 1, 0];
const COLUMNS = [0, 1, 2, 3, 4, 5];

/** Made to measure: 21 modules in two cabinets for "L", 24 full cabinets for "XL". To scale as well. */
export function LargeStorage({ size }: { size: 'L' | 'XL' }) {
  if (size === 'L') {
    return (
      <BesidePerson>
        <Stack x={60} count={11} />
        <Stack x={144} count={10} />
      </BesidePerson>
    );
  }
  return (
    <BesidePerson transform="translate(6 141) scale(.31)">
      {ROWS.map((row) =>
        COLUMNS.map((column) => (
          <g key={`${row} ${column}`} transform={`translate(${42 + row * 9 + column * 25} ${FLOOR - 56 - row * 21})`}>
            <rect className="cabinet-door" width="23" height="56" rx="2" />
            <rect className="module" x="4" y="4" width="15" height="48" rx="1" />
          </g>
        )),
      )}
    </BesidePerson>
  );
}
