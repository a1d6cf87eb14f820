import type { ReactNode } from 'react';

interface SheetProps {
  title: string;
  /** Over the full width. */
  isWide?: boolean;
  children: ReactNode;
}

/** A box with figures under a heading. */
export function Sheet({ title, isWide = false, children }: SheetProps) {
  return (
    <section className={isWide ? 'sheet stack stats-across' : 'sheet stack'}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface TableProps {
  columns: readonly string[];
  rows: readonly {
    name: string;
    /** The part of a full bar to draw below the name. */
    bar?: number;
    cells: readonly ReactNode[];
  }[];
  /** By default cells are figures, aligned by their digits. */
  isText?: boolean;
}

/** Rows with a name and a cell for every other column. */
export function Table({ columns, rows, isText = false }: TableProps) {
  return (
    <table className={isText ? undefined : 'figures'}>
      <thead>
        <tr>
          {columns.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, bar, cells }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {bar !== undefined && (
                <svg className="stage-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={bar * 100} height="4" />
                </svg>
              )}
            </th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
