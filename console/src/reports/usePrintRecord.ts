import type * as reportsContract from '@crm/contracts/reports/reports.ts';
import { useEffect } from 'react';
import { address } from '../api/address.ts';
import { call } from '../api/client.ts';
import type { ReportInput, ShownType } from './queries.ts';

const recordOf: Record<ShownType, (query: ReportInput) => Promise<unknown>> = {
  leads: (query) => call(address<typeof reportsContract.leadReport>('GET', '/reports/leads'), { query }),
  revenue: (query) =>
    call(address<typeof reportsContract.revenueReport>('GET', '/reports/revenue'), { query }),
  conversion: (query) =>
    call(address<typeof reportsContract.conversionReport>('GET', '/reports/conversion'), { query }),
  cohorts: (query) =>
    call(address<typeof reportsContract.cohortReport>('GET', '/reports/cohorts'), { query }),
  'operator-productivity': (query) =>
    call(address<typeof reportsContract.productivityReport>('GET', '/reports/operator-productivity'), {
      query,
    }),
};

/** Records each print of the shown report in the audit history, by the button or by the browser's own command. */
export function usePrintRecord(type: ShownType, query: ReportInput, position: string) {
  useEffect(() => {
    const record = () => {
      // Printing does not wait for the record, and goes on without it when the server is unreachable.
      recordOf[type]({ ...query, position, printed: true }).catch(() => {});
    };
    window.addEventListener('beforeprint', record);
    return () => window.removeEventListener('beforeprint', record);
  }, [type, query, position]);
}
