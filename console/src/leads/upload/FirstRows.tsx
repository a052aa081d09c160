import type { UploadPreview } from '@crm/contracts/leads/upload-results.ts';
import clsx from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { formatDateTime } from '../../format/date.ts';
import { formatMoney, moneyOf } from '../../format/money.ts';
import { leadUploadTexts } from '../texts/upload.tsx';

const texts = leadUploadTexts.firstRows;

/** The first rows of the file: date and total as they will be saved, then the cells; with their errors. */
export function FirstRows({ columns, rows }: Pick<UploadPreview, 'columns' | 'rows'>) {
  if (rows.length === 0) return null;
  const isDated = rows.some(({ saved }) => saved?.createdAt);
  const isPriced = rows.some(({ saved }) => saved !== null);
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{texts.title}</h3>
      {/* Wider than a phone: it scrolls on its own, also by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section tabIndex={0} aria-label={texts.label} className="overflow-x-auto rounded-ui border">
        <table className="w-full border-collapse text-left whitespace-nowrap">
          <thead className="bg-sunken text-sm">
            <tr>
              <th scope="col" className="px-3 py-1.5 text-right font-medium">
                {texts.row}
              </th>
              {isDated && (
                <th scope="col" className="px-3 py-1.5 font-medium">
                  {texts.savedDate}
                </th>
              )}
              {isPriced && (
                <th scope="col" className="px-3 py-1.5 text-right font-medium">
                  {texts.savedTotal}
                </th>
              )}
              {columns.map(({ letter, name, field }) => (
                <th
                  key={letter}
                  scope="col"
                  className={clsx('px-3 py-1.5 font-medium', !field && 'text-muted')}
                >
                  {name}
                  {field !== null && field !== name && (
                    <span className="font-normal text-muted">
                      <span aria-hidden> → </span>
                      <span className="sr-only">{texts.savedAs}</span>
                      {field}
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells, errors, saved }) => (
              <tr key={row} className={clsx('border-t', errors.length > 0 && 'bg-bad-soft')}>
                <th scope="row" className="px-3 py-1.5 text-right font-normal text-muted tabular-nums">
                  {errors.length > 0 && (
                    <TriangleAlert
                      role="img"
                      aria-label={errors.join('; ')}
                      className="mr-1 inline size-4 text-bad"
                    />
                  )}
                  {row}
                </th>
                {isDated && (
                  <td className="px-3 py-1.5">
                    {saved?.createdAt ? formatDateTime(saved.createdAt) : saved && texts.timeOfUpload}
                  </td>
                )}
                {isPriced && (
                  <td className="px-3 py-1.5 text-right tabular-nums">
                    {saved && formatMoney(moneyOf(saved.total, saved.currency))}
                  </td>
                )}
                {columns.map(({ letter, field }, at) => (
                  <td
                    key={letter}
                    className={clsx('max-w-64 truncate px-3 py-1.5', !field && 'text-muted')}
                    dir="auto"
                  >
                    {cells[at] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
