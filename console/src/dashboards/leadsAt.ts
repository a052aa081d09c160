import { paths } from '../paths.ts';

/** The filters of the leads list that figures link to, by the names of its URL (leads/list/filters.ts). */
type LinkedFilters = {
  status?: 'approved' | 'cancelled' | 'hold' | 'processing' | 'trash';
  assigned?: string;
  progress?: 'open' | 'completed' | 'overdue' | 'urgent';
  request?: 'pending';
  /** The first day; until today. */
  since?: string;
  /** One day. */
  on?: string;
};

/** The leads list with these filters. A URL with parameters never restores the last used view. */
export function leadsAt({ since, on, ...filters }: LinkedFilters): string {
  const period = on ? { date: 'custom', from: on, to: on } : since ? { date: 'custom', from: since } : {};
  const params = new URLSearchParams({ ...filters, ...period });
  if (params.size === 0) params.set('page', '1');
  return `${paths.leads.list}?${params}`;
}
