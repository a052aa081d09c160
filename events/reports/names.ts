/** The types of reports, by the names that people read. */
export const reportNames = {
  leads: 'Lead Performance',
  revenue: 'Revenue Analysis',
  conversion: 'Conversion Rates',
  performance: 'Performance of offers and webmasters',
  analytics: 'Analytics',
  cohorts: 'Cohorts',
  'operator-productivity': 'Operator Performance',
  custom: 'Custom report',
} as const;

/** The filters of reports, by the names that people read. */
export const reportFilterNames = {
  offer: 'Offer',
  operator: 'Operator',
  webmaster: 'Webmaster',
  country: 'Country',
  paymentMode: 'Payment mode',
  status: 'Status',
  currency: 'Currency',
  sub1: 'Sub 1',
  sub2: 'Sub 2',
  sub3: 'Sub 3',
  sub4: 'Sub 4',
  sub5: 'Sub 5',
} as const;

/** The name of a filter that a report lists. */
export const reportFilterName = (filter: string): string =>
  Object.entries(reportFilterNames).find(([each]) => each === filter)?.[1] ?? filter;

/** How a report says that it counts leads by the time of their decision. */
export const COUNTED_BY_DECISION = 'Time of decision';

/** The value of the last line of a table with too many values: what the lines before it leave of the report's leads. */
export const OTHER_VALUES = 'Other values';
