import { deviceZone } from '../format/period.ts';
import { paths } from '../paths.ts';
import { listAt } from './listAt.ts';

/** The filters of the leads list that figures link to, by the names of its URL (leads/list/filters.ts). */
export type LinkedFilters = {
  status?: 'approved' | 'cancelled' | 'hold' | 'processing' | 'trash';
  assigned?: string;
  product?: string;
  progress?: 'open' | 'completed' | 'overdue' | 'urgent';
  request?: 'pending';
  comments?: 'connected';
  webmaster?: string;
  sub1?: string;
  sub2?: string;
  sub3?: string;
  sub4?: string;
  sub5?: string;
  country?: string;
  paymentMode?: string;
  currency?: string;
  /** Days of a time zone, both included; without `to`, until now. */
  within?: { from: string; to?: string; zone: string };
};

/** The leads list with these filters. */
export const leadsAt = ({ within, ...filters }: LinkedFilters): string =>
  listAt(paths.leads.list, { ...filters, ...(within && periodOf(within)) });

/** The list has the device's time zone unless its URL names another. */
function periodOf({ from, to, zone }: NonNullable<LinkedFilters['within']>): Record<string, string> {
  return { date: 'custom', from, ...(to && { to }), ...(zone !== deviceZone() && { zone }) };
}
