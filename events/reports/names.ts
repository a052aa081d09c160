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
