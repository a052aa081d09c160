import { rangeEnd, rangeStart } from '../days.ts';
import type { AskedPage } from './scope.ts';

/** The order of a page: newest first, or towards newer ones. `alias` has `at` and `position`. */
export function orderSql({ place }: Pick<AskedPage, 'place'>, alias: string): string {
  const direction = place?.to === 'newer' ? 'asc' : 'desc';
  return `${alias}.at ${direction}, ${alias}.position ${direction}`;
}

/** The filters on columns that only `audit_events e` has; appends values to `values`. */
export function columnsSql({ filters }: Pick<AskedPage, 'filters'>, values: unknown[]): string {
  const { actor, action, ip } = filters;
  const where: string[] = [];
  if (actor) where.push(`e.actor = $${values.push(actor)}`);
  if (action) where.push(`e.type = $${values.push(action)}`);
  if (ip) where.push(`e.ip = $${values.push(ip)}`);
  return conditions(where);
}

/** The filters on time and the place of the page, on the `at` and `position` of an alias. */
export function timeSql({ filters, place }: AskedPage, values: unknown[], alias: string): string {
  const { startDate, endDate } = filters;
  const where: string[] = [];
  if (startDate) where.push(`${alias}.at >= $${values.push(rangeStart(startDate))}`);
  if (endDate) where.push(`${alias}.at < $${values.push(rangeEnd(endDate))}`);
  if (place)
    where.push(
      `(${alias}.at, ${alias}.position) ${place.to === 'older' ? '<' : '>'} ($${values.push(place.at)}, $${values.push(place.position)})`,
    );
  return conditions(where);
}

const conditions = (where: readonly string[]) => where.map((each) => `and ${each}`).join(' ');
