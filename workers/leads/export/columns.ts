import type { FieldKind } from '@crm/events/leads/fields/kinds.ts';
import { type FieldGroup, fieldList } from '@crm/events/leads/fields/list.ts';

/** The type of a column's cells. `text` is never interpreted; an instant is shown in the viewer's time zone. */
export type ColumnType = 'text' | 'phone' | 'number' | 'money' | 'instant' | 'flag';

type Column = { header: string; type: ColumnType; sql: string; width: number };

const text = (header: string, sql: string, width = 16): Column => ({ header, type: 'text', sql, width });
const number = (header: string, sql: string): Column => ({ header, type: 'number', sql, width: 10 });
/** In milliseconds since 1970. */
const instant = (header: string, column: string): Column => ({
  header,
  type: 'instant',
  sql: `(extract(epoch from ${column}) * 1000)::bigint`,
  width: 20,
});

/** Cell types by kind of field; other kinds are text. Money is in minor units; a separate column has the currency. */
const types: Partial<Record<FieldKind, ColumnType>> = {
  phone: 'phone',
  optionalPhone: 'phone',
  age: 'number',
  quantity: 'number',
  price: 'money',
  total: 'money',
  optionalAmount: 'money',
  flag: 'flag',
};
/** The type of the cells of a field. */
export const cellTypeOf = (kind: FieldKind): ColumnType => types[kind] ?? 'text';

const isFlag = ({ type }: Column) => type === 'flag';

/** The columns of the fields of a group (events/leads/fields.ts), in its order. */
function columnsOf(fieldGroup: FieldGroup): Column[] {
  return fieldList.flatMap(({ group, kind, column, export: exported }) => {
    if (group !== fieldGroup || !exported) return [];
    const type = cellTypeOf(kind);
    const width = exported.width ?? (type === 'text' ? 16 : 10);
    return [{ header: exported.header, type, sql: `l.${column}`, width }];
  });
}

const [product, ...restOfProduct] = columnsOf('product');
const handling = columnsOf('handling');

/**
 * All fields of a lead, from left to right. The SQL reads `leads l`, its operator `u`, its offer `o` and its newest
 * comment `c`. A deleted operator keeps the name from the history.
 */
export const columns: readonly Column[] = [
  text('Order ID', 'l.order_id', 18),
  instant('Created', 'l.created_at'),
  text('Status', 'l.status', 12),
  text('Status reason', 'l.status_reason', 20),
  ...columnsOf('customer'),
  ...(product ? [product] : []),
  text('Offer', 'o.name', 22),
  ...restOfProduct,
  text('Assigned to', `coalesce(u.full_name, l.operator_name)`, 20),
  text('Assigned to (email)', 'u.email', 24),
  ...columnsOf('address'),
  text('Pending status', 'l.pending_to', 14),
  text('Pending reason', 'l.pending_reason', 20),
  instant('Pending since', 'l.pending_requested_at'),
  number('Comments', 'l.comment_count'),
  text('Last comment', 'c.content', 30),
  text('Last comment by', 'c.author', 20),
  instant('Last comment at', 'c.created_at'),
  ...handling.filter(isFlag),
  ...columnsOf('source'),
  ...handling.filter((column) => !isFlag(column)),
  // 'utm_source: google; company: Kochi Traders'
  text(
    'Additional fields',
    // Most leads have none: the subquery alone takes a tenth of a row's time.
    `case when l.extra <> '{}'
          then (select string_agg(e.key || ': ' || e.value, '; ' order by e.key) from jsonb_each_text(l.extra) e) end`,
    30,
  ),
  instant('Updated', 'l.updated_at'),
  text('ID', 'l.id', 38),
];

/** The first row: an instant's header names the time zone that it is shown in. */
export const headersIn = (timeZone: string): string[] =>
  columns.map(({ header, type }) => (type === 'instant' ? `${header} (${timeZone})` : header));
