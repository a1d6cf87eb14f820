import type { ReactNode } from 'react';
import './cabinet.css';

/** How many modules one cabinet holds. */
const CAPACITY = 15;
const MODULE = 11;
export const FLOOR = 204;

export function fitsInCabinet(modules: number) {
  return modules >= 1 && modules <= CAPACITY;
}

/** To scale: 90 units are one metre. The dashed box is 1 m by 1 m by 2 m, the person 1.75 m tall. */
export function Cabinet({ count }: { count: number }) {
  return (
    <BesidePerson>
      <path className="cabinet-space" d="M78 24h90v180H78zM78 24l26-16h90v180l-26 16M168 24l26-16" />
      {count > 0 && <Stack x={86} count={count} />}
      <text x="123" y="220" textAnchor="middle">
        1 m
      </text>
      <text x="186" y="220">
        1 m
      </text>
      <text x="200" y="104">
        2 m
      </text>
    </BesidePerson>
  );
}

/** A person of 1.75 m on the floor, with `children` beside. */
export function BesidePerson({ transform, children }: { transform?: string; children: ReactNode }) {
  return (
    <svg className="cabinet" viewBox="0 0 224 226" aria-hidden="true">
      <path
        className="cabinet-person"
        transform={transform}
        d="M38 46a9.5 9.5 0 1 1-.1 0zM26 76q0-8 8-8h8q8 0 8 8v44h-2v84h-8v-72h-4v72h-8v-84h-2z"
      />
      <path className="drawing-floor" d="M4 204h216" />
      {children}
    </svg>
  );
}

/** Modules on top of each other, in their housing. */
export function Stack({ x, count }: { x: number; count: number }) {
  return (
    <>
      <rect
        className="cabinet-door"
        x={x}
        y={FLOOR - 11 - count * MODULE}
        width="74"
        height={11 + count * MODULE}
        rx="4"
      />
      {Array.from({ length: count }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the module's position in the cabinet.
          key={index}
          className="module"
          x={x + 6}
          y={FLOOR - 4 - (index + 1) * MODULE}
          width="62"
          height={MODULE - 2}
          rx="2"
        />
      ))}
    </>
  );
}
