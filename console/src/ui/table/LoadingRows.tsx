import type { Column } from '@tanstack/react-table';
import { Skeleton } from '../Skeleton.tsx';
import { uiTexts } from '../texts.ts';

type LoadingRowsProps<Row> = { columns: readonly Column<Row>[]; selectable: boolean };

/** Skeleton rows, shown until the first rows are loaded. */
export function LoadingRows<Row>({ columns, selectable }: LoadingRowsProps<Row>) {
  const lines = Array.from({ length: 10 }, (_, n) => ({ id: n }));
  return (
    <tbody aria-label={uiTexts.loading}>
      {lines.map(({ id }) => (
        <tr key={id}>
          {selectable && <td className="border-b" />}
          {columns.map((column) => (
            <td key={column.id} className="h-12 border-b px-3">
              <Skeleton className="w-3/4" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
