import type { ReactNode } from 'react';
import { Panel } from '../ui/Panel.tsx';

export type Column<Row> = { label: string; cell: (row: Row) => ReactNode };

type ReportTableProps<Row> = {
  title: string;
  rows: readonly Row[];
  /** The first column names the row; the others are figures. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
};

/** A table of a report in its own panel. */
export function ReportTable<Row>({ title, ...table }: ReportTableProps<Row>) {
  return (
    <Panel title={title}>
      <FigureTable label={title} {...table} />
    </Panel>
  );
}

type FigureTableProps<Row> = Omit<ReportTableProps<Row>, 'title'> & { label: string };

/** It scrolls in both directions within its frame: a report may have a thousand lines. */
export function FigureTable<Row>({ label, rows, columns, keyOf }: FigureTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
      tabIndex={0}
      className="scroll-x max-h-96 overflow-y-auto print:max-h-none"
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b text-muted">
            {columns.map((column, n) => (
              <th
                key={column.label}
                className={n === 0 ? 'min-w-28 py-1.5 pr-3 text-left font-medium' : headerLook}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b last:border-0">
              {columns.map((column, n) => (
                <td key={column.label} dir="auto" className={n === 0 ? 'py-1.5 pr-3 text-left' : cellLook}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const headerLook = 'px-3 py-1.5 text-right font-medium';
const cellLook = 'px-3 py-1.5 text-right whitespace-nowrap tabular-nums';
