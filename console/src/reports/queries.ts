import type * as reportsContract from '@crm/contracts/reports/reports.ts';
import { address } from '../api/address.ts';
import type { Input } from '../api/client.ts';
import { read } from '../api/read.ts';

export type ReportInput = Input<typeof reportsContract.leadReport>['query'];
export type ShownType = 'leads' | 'revenue' | 'conversion' | 'cohorts' | 'operator-productivity';

/** A report is a statement at a position: no hint changes it, only the Generate button does. */
const fixed = { topics: [], pace: 'aggregate' } as const;

/** The report of each type. */
export const reportQueries = {
  leads: (query: ReportInput) =>
    read(address<typeof reportsContract.leadReport>('GET', '/reports/leads'), { query }, fixed),
  revenue: (query: ReportInput) =>
    read(address<typeof reportsContract.revenueReport>('GET', '/reports/revenue'), { query }, fixed),
  conversion: (query: ReportInput) =>
    read(address<typeof reportsContract.conversionReport>('GET', '/reports/conversion'), { query }, fixed),
  cohorts: (query: ReportInput) =>
    read(address<typeof reportsContract.cohortReport>('GET', '/reports/cohorts'), { query }, fixed),
  'operator-productivity': (query: ReportInput) =>
    read(
      address<typeof reportsContract.productivityReport>('GET', '/reports/operator-productivity'),
      { query },
      fixed,
    ),
};
