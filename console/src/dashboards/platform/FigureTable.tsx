import { cn } from '../../ui/cn.ts';

type FigureTableProps = {
  /** The first column is text, the others are figures. */
  columns: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
};

/** A small table of figures; it scrolls sideways on a phone. */
export function FigureTable({ columns, rows }: FigureTableProps) {
  return (
    <div className="scroll-x">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b text-muted">
            {columns.map((column, n) => (
              <th key={column} className={cn('py-1 font-medium', n === 0 ? 'text-left' : 'pl-3 text-right')}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-b last:border-b-0">
              {cells.map((cell, n) => (
                <td
                  key={columns[n]}
                  className={cn('py-1', n > 0 && 'pl-3 text-right whitespace-nowrap tabular-nums')}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
