import type * as contract from '@crm/contracts/saved-reports/saved-reports.ts';
import { address } from '../api/address.ts';
import { read } from '../api/read.ts';

/** The user's saved reports with the newest mail of each, and the tenant's time zone: each has a topic. */
export const savedReportList = read(
  address<typeof contract.listSavedReports>('GET', '/saved-reports'),
  {},
  { topics: ['saved-reports', 'mails', 'tenant'] },
);
