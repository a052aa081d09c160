import type { Rebuilt } from './generations/build-next.ts';
import type { DifferentRow } from './generations/compare.ts';

const count = (n: number) => n.toLocaleString('en');
const some = (n: number, aggregate: string) => `${count(n)} ${aggregate}${n === 1 ? '' : 's'}`;

function differenceOf({ ids, in: where, columns }: DifferentRow): string {
  const row = Object.entries(ids).map(([column, id]) => `${column} ${id}`);
  return `${row.join(', ')}: ${where === 'both' ? `other ${columns.join(', ')}` : `only in the ${where} rows`}`;
}

/** The result of a rebuild as printed lines: the outcome, the comparison, and the next step. */
export function reportOf({ projection, generation, events, comparison, added, outcome }: Rebuilt): string[] {
  const lines = [
    outcome === 'live'
      ? `${projection}: rebuilt from ${some(events, 'event')}; generation ${generation} is live now`
      : `${projection}: rebuilt from ${some(events, 'event')}, but NOT switched over; the old rows are still live`,
  ];
  if (!comparison) lines.push('  not compared: the live rows were made by another version');
  for (const { table, rows, same, first } of comparison ?? []) {
    lines.push(
      same
        ? `  ${table}: ${some(rows.rebuilt, 'row')}, equal to the live rows`
        : `  ${table}: ${some(rows.rebuilt, 'row')}, DIFFERENT from the ${some(rows.live, 'live row')}`,
      ...first.map((row) => `    ${differenceOf(row)}`),
    );
  }
  if (added.count === 0) return lines;
  lines.push(
    `  ${some(added.count, 'event')} of the history could not be applied, and the live rows do contain them:`,
    ...added.first.map(
      ({ type, position, stream, tenant, error }) =>
        `    ${type} at position ${position}, stream ${stream}, tenant ${tenant ?? 'unknown'}: ` +
        (error ?? 'held, because an earlier event of its sequence failed'),
    ),
  );
  if (added.count > added.first.length) lines.push(`    and ${count(added.count - added.first.length)} more`);
  lines.push(
    ...(outcome === 'waiting'
      ? [
          '  What to do: start a version of the program that can apply them and rebuild again, or',
          `  switch over without them (the filled rows are kept for this): npm run rebuild -- ${projection} --accept`,
        ]
      : ['  They are dead letters now: npm run dead-letters lists and retries them.']),
  );
  return lines;
}
