/** What a column's cells are: `text` stays text whatever it looks like; an instant is shown in the viewer's time zone. */
export type ColumnType = 'text' | 'phone' | 'number' | 'money' | 'instant' | 'flag';

type Column = { header: string; type: ColumnType; sql: string; width: number };

const text = (header: string, sql: string, width = 16): Column => ({ header, type: 'text', sql, width });
const phone = (header: string, sql: string): Column => ({ header, type: 'phone', sql, width: 18 });
const number = (header: string, sql: string): Column => ({ header, type: 'number', sql, width: 10 });
/** From minor units; the currency stands in a column of its own. */
const money = (header: string, sql: string): Column => ({ header, type: 'money', sql, width: 12 });
const flag = (header: string, sql: string): Column => ({ header, type: 'flag', sql, width: 10 });
/** As milliseconds since 1970. */
const instant = (header: string, column: string): Column => ({
  header,
  type: 'instant',
  sql: `(extract(epoch from ${column}) * 1000)::bigint`,
  width: 20,
});

/**
 * Every field of a lead, left to right, of `leads l` with its operator `u`, its offer `o` and its newest
 * comment `c`. Who was deleted keeps the name that history gave them.
 */
export const columns: readonly Column[] = [
  text('Order ID', 'l.order_id', 18),
  instant('Created', 'l.created_at'),
  text('Status', 'l.status', 12),
  text('Status reason', 'l.status_reason', 20),
  text('Full name', 'l.full_name', 22),
  phone('Phone', 'l.phone'),
  phone('Alternate phone', 'l.alternate_phone'),
  text('Email', 'l.email', 24),
  number('Age', 'l.age'),
  text('Product', 'l.product_name', 22),
  text('Offer', 'o.name', 22),
  text('Product to be shipped', 'l.product_to_be_shipped', 22),
  number('Quantity', 'l.quantity'),
  money('Price', 'l.price'),
  money('Total', 'l.total'),
  money('Advance amount', 'l.advance'),
  text('Currency', 'l.currency', 10),
  text('Payment mode', 'l.payment_mode', 14),
  text('Assigned to', `coalesce(u.full_name, l.operator_name)`, 20),
  text('Assigned to (email)', 'u.email', 24),
  text('Address', 'l.address', 30),
  text('Address 2', 'l.address2', 20),
  text('Landmark', 'l.landmark'),
  text('Area', 'l.area'),
  text('Post office', 'l.post_office'),
  text('District', 'l.district'),
  text('Near by', 'l.near_by'),
  text('City', 'l.city'),
  text('State', 'l.state'),
  text('Postal code', 'l.post_index', 12),
  text('Country', 'l.country', 10),
  text('Pending status', 'l.pending_to', 14),
  text('Pending reason', 'l.pending_reason', 20),
  instant('Pending since', 'l.pending_requested_at'),
  number('Comments', 'l.comment_count'),
  text('Last comment', 'c.content', 30),
  text('Last comment by', 'c.author', 20),
  instant('Last comment at', 'c.created_at'),
  flag('Urgent', 'l.is_urgent'),
  flag('Requires callback', 'l.requires_callback'),
  text('Order source', 'l.order_source', 14),
  text('Webmaster', 'l.webmaster'),
  text('Sub 1', 'l.sub1'),
  text('Sub 2', 'l.sub2'),
  text('Sub 3', 'l.sub3'),
  text('Sub 4', 'l.sub4'),
  text('Sub 5', 'l.sub5'),
  text('Remarks', 'l.remarks', 30),
  // 'utm_source: google; company: Kochi Traders'
  text(
    'Additional fields',
    `(select string_agg(e.key || ': ' || e.value, '; ' order by e.key) from jsonb_each_text(l.extra) e)`,
    30,
  ),
  instant('Updated', 'l.updated_at'),
  text('ID', 'l.id', 38),
];

/** The first row: an instant's header names the time zone that it is shown in. */
export const headersIn = (timeZone: string): string[] =>
  columns.map(({ header, type }) => (type === 'instant' ? `${header} (${timeZone})` : header));
