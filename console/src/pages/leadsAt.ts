import { deviceZone } from '../format/period.ts';
import { paths } from '../paths.ts';

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
  /** The first day; until today. */
  since?: string;
  /** One day. */
  on?: string;
  /** Days of a time zone, both included. */
  within?: { from: string; to: string; zone: string };
};

/** The leads list with these filters. A URL with parameters never restores the last used view. */
export function leadsAt({ since, on, within, ...filters }: LinkedFilters): string {
  const params = new URLSearchParams({ ...filters, ...periodOf({ since, on, within }) });
  if (params.size === 0) params.set('page', '1');
  return `${paths.leads.list}?${params}`;
}

type Days = { [Name in 'since' | 'on' | 'within']: LinkedFilters[Name] | undefined };

function periodOf({ since, on, within }: Days): Record<string, string> {
  if (within) {
    const { from, to, zone } = within;
    return { date: 'custom', from, to, ...(zone !== deviceZone() && { zone }) };
  }
  if (on) return { date: 'custom', from: on, to: on };
  return since ? { date: 'custom', from: since } : {};
}
