import type { ReactNode } from 'react';

interface FactsProps {
  className: string;
  rows: readonly { name: string; value: ReactNode }[];
}

/** Names with their values; a name without a value is left out. */
export function Facts({ className, rows }: FactsProps) {
  return (
    <dl className={className}>
      {rows.map(
        ({ name, value }) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
