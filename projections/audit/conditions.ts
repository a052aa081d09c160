import { DAY_MS } from '../durations.ts';
import type { AskedPage } from './scope.ts';

/** The part of a statement that selects a page of `audit_events e` by its columns: each filter is a range of one index. */
export type PageSql = { where: string; order: string };

/** The filters on columns and the place of a page, newest first or towards newer ones; appends values to `values`. */
export function pageSql({ filters, place }: AskedPage, values: unknown[]): PageSql {
  const { actor, action, ip, startDate, endDate } = filters;
  const where: string[] = [];
  if (actor) where.push(`e.actor = $${values.push(actor)}`);
  if (action) where.push(`e.type = $${values.push(action)}`);
  if (ip) where.push(`e.ip = $${values.push(ip)}`);
  if (startDate) where.push(`e.at >= $${values.push(new Date(startDate))}`);
  if (endDate) where.push(`e.at < $${values.push(endOf(endDate))}`);
  if (place)
    where.push(
      `(e.at, e.position) ${place.to === 'older' ? '<' : '>'} ($${values.push(place.at)}, $${values.push(place.position)})`,
    );
  const direction = place?.to === 'newer' ? 'asc' : 'desc';
  return {
    where: where.map((each) => `and ${each}`).join(' '),
    order: `e.at ${direction}, e.position ${direction}`,
  };
}

/** The first instant after an end: of a day, the next day; of an instant, the next millisecond. */
const endOf = (endDate: string) => new Date(Date.parse(endDate) + (endDate.length === 10 ? DAY_MS : 1));
